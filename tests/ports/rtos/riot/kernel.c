// SPDX-License-Identifier: MIT
// riot/kernel.c - the test's tasks and its interrupt, by RIOT, which starts the machine: on a PC, the board
// native64, where the interrupt is a timer of 500 microseconds.
#include <stdio.h>
#include <stdlib.h>

#include "thread.h"
#include "ztimer.h"

#include "kernel.h"

enum { HOST_STACK_BYTES = 4 * STACK_BYTES, PERIOD = 500 };
static char stacks[WORKERS + 1][HOST_STACK_BYTES];
static kernel_pid_t threads[WORKERS + 1];
static ztimer_t timer;

static void interrupt(void *context)
{
    ztimer_set(ZTIMER_USEC, &timer, PERIOD);
    test_interrupt();
    (void)context;
}

void machine_put_char(char c)
{
    (void)putchar(c);
}

void machine_exit(int code)
{
    exit(code);
}

static void *control(void *context)
{
    timer.callback = interrupt;
    ztimer_set(ZTIMER_USEC, &timer, PERIOD);
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
    ztimer_sleep(ZTIMER_MSEC, ticks);
}

const bool kernel_by_priority = true;

int main(void)
{
    for (unsigned i = WORKERS + 1; i-- > 0;) {
        threads[i] = thread_create(stacks[i], sizeof stacks[i], (uint8_t)(i == 0 ? 1 : 2 + WORKERS - i),
                                   THREAD_CREATE_WOUT_YIELD, i == 0 ? control : work, (void *)(uintptr_t)i,
                                   i == 0 ? "control" : "work");
        check(threads[i] > 0, __LINE__);
    }
    // Less urgent than all but the thread that sleeps while nobody works: on a PC that one calls pause(),
    // and sleeps for ever if the timer's signal comes just before (cpu/native/periph/pm.c).
    for (;;) {
        thread_yield_higher();
    }
}
