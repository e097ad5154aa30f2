// SPDX-License-Identifier: MIT
// kernel.h - what the test needs of a kernel, and what it gives it.
#ifndef KERNEL_H
#define KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum { WORKERS = 3, STACK_BYTES = 4096 };

/// By the kernel's file: starts test_control with the highest priority and test_work(1) to test_work(WORKERS)
/// with rising ones below it, then a timer that calls test_interrupt. Never returns.
void kernel_run(void);
void kernel_sleep(uint32_t ticks);

/// By test.c.
void test_control(void);
void test_work(unsigned number);
void test_interrupt(void);

/// By the machine's file.
void machine_start_timer(void);
void machine_clear_timer(void);
void machine_put_char(char c);
void machine_exit(int code) __attribute__((noreturn));

#endif
