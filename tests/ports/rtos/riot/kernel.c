// SPDX-License-Identifier: MIT
// riot/kernel.c - the test's tasks and its interrupt, by RIOT, which starts the machine: a PC, or a micro:bit
// in QEMU. The interrupt is a timer of its own beside those of the time-outs.
#include "thread.h"
#include "ztimer.h"

#include "kernel.h"

#ifdef CPU_NATIVE
#    include <stdio.h>
#    include <stdlib.h>
enum { THREAD_BYTES = 4 * STACK_BYTES, PERIOD = 500 };
#else
enum { THREAD_BYTES = STACK_BYTES / 2, PERIOD = 200 };
enum { WRITE_CHAR = 3, EXIT_EXTENDED = 0x20, STOPPED = 0x20026 };
#endif
enum { TICK = 1000 }; // microseconds
static char stacks[WORKERS + 1][THREAD_BYTES];
static kernel_pid_t threads[WORKERS + 1];

static void interrupt(void *context)
{
    machine_start_timer();
    test_interrupt();
    (void)context;
}

static ztimer_t timer = {.callback = interrupt};

void machine_start_timer(void)
{
    ztimer_set(ZTIMER_USEC, &timer, PERIOD);
}

void machine_stop_timer(void)
{
    (void)ztimer_remove(ZTIMER_USEC, &timer);
}

#ifdef CPU_NATIVE
void machine_put_char(char c)
{
    (void)putchar(c);
}

void machine_exit(int code)
{
    exit(code);
}
#else
static void call_host(uint32_t operation, const void *what)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = what;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

void machine_put_char(char c)
{
    call_host(WRITE_CHAR, &c);
}

void machine_exit(int code)
{
    const uint32_t block[2] = {STOPPED, (uint32_t)code};
    call_host(EXIT_EXTENDED, block);
    for (;;) {}
}
#endif

static void *control(void *context)
{
    machine_start_timer();
    test_control();
    return context;
}

static void *work(void *number)
{
    test_work((unsigned)(uintptr_t)number);
    return NULL;
}

void kernel_sleep(uint32_t ticks)
{
    ztimer_sleep(ZTIMER_USEC, ticks * TICK - ztimer_now(ZTIMER_USEC) % TICK);
}

const bool kernel_preempts = true;
const bool kernel_by_priority = true;
const unsigned kernel_slack = 1;      // its waits end a millisecond after their begin, not at a tick
const bool kernel_can_delete = false; // only a thread itself ends it
const bool kernel_can_abort = false;
const bool kernel_aborts_all = false;
const unsigned kernel_late_max = 0;

bool kernel_is_asleep(unsigned number)
{
    return thread_getstatus(threads[number]) < STATUS_ON_RUNQUEUE;
}

void kernel_abort(unsigned number)
{
    (void)number;
}

void kernel_restart(unsigned number)
{
    (void)number;
}

void kernel_forget(void *wake)
{
    (void)wake;
}

int main(void)
{
    for (unsigned i = WORKERS + 1; i-- > 0;) {
        threads[i] = thread_create(stacks[i], sizeof stacks[i], (uint8_t)(i == 0 ? 1 : 2 + WORKERS - i),
                                   THREAD_CREATE_WOUT_YIELD, i == 0 ? control : work, (void *)(uintptr_t)i,
                                   i == 0 ? "control" : "work");
        check(threads[i] > 0, __LINE__);
    }
#ifdef CPU_NATIVE
    // Less urgent than all but the thread that sleeps while nobody works: that one calls pause(), and sleeps
    // for ever if the timer's signal comes just before (cpu/native/periph/pm.c).
    for (;;) {
        thread_yield_higher();
    }
#else
    return 0;
#endif
}
