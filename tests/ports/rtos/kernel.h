// SPDX-License-Identifier: MIT
// kernel.h - what the test needs of a kernel, and what it gives it.
#ifndef KERNEL_H
#define KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum { WORKERS = 3, STACK_BYTES = 4096, BAD = 5 };

/// By the kernel's file: starts test_control with the highest priority and test_work(1) to test_work(WORKERS)
/// with rising ones below it, then a timer that calls test_interrupt. Never returns.
void kernel_run(void);
void kernel_sleep(uint32_t ticks);

/// By the kernel's file, for moments.c and stress.c.
extern const bool kernel_preempts;     // a task that is woken runs at once, if it is more urgent
extern const bool kernel_by_priority;  // who waits is woken by priority, else in order of arrival
extern const unsigned kernel_slack;    // ticks that it may add to each sleep
extern const bool kernel_can_delete;   // one task can delete another
extern const bool kernel_can_abort;    // one task can end another's wait
extern const bool kernel_aborts_all;   // and then that of all tasks that wait for the same
extern const unsigned kernel_late_max; // instructions between a look at its clock and its own sleep
bool kernel_is_asleep(unsigned number);
void kernel_abort(unsigned number);   // of a task that is asleep
void kernel_forget(void *wake);       // the object of a pool, whose memory is used again
void kernel_restart(unsigned number); // deletes the task, wherever it is, and starts test_work(number) again

/// By test.c, moments.c and stress.c.
void test_control(void);
void test_work(unsigned number);
void test_interrupt(void);

/// By the machine's file.
void machine_start_timer(void);
void machine_stop_timer(void);
void machine_clear_timer(void);
void machine_put_char(char c);
void machine_exit(int code) __attribute__((noreturn));

/// By say.c: prints a name and a number; prints the line of a wrong claim, and ends the program with BAD.
void print(const char *name, unsigned number);
void check(bool is_right, unsigned line);
#define CHECK(claim) check((claim), __LINE__)

#endif
