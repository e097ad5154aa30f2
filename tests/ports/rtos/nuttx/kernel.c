// SPDX-License-Identifier: MIT
// nuttx/kernel.c - the test's tasks and its interrupt, by NuttX, which starts the machine. On RISC-V the
// interrupt is a watchdog at each tick.
#include <nuttx/config.h>

#include <nuttx/arch.h>
#include <nuttx/clock.h>
#include <nuttx/kthread.h>
#include <nuttx/sched.h>
#include <nuttx/wdog.h>
#include <stdlib.h>

#include "kernel.h"

enum { IRQ = 16 + 8, URGENCY = 100 };
static int tasks[WORKERS + 1];

static int control(int argc, char *argv[])
{
    (void)argc;
    (void)argv;
    machine_start_timer();
    test_control();
    return 0;
}

static int work(int argc, char *argv[])
{
    (void)argc;
    test_work((unsigned)atoi(argv[1]));
    return 0;
}

#if defined(__arm__)
static int interrupt(int irq, void *context, void *argument)
{
    (void)irq;
    (void)context;
    (void)argument;
    machine_clear_timer();
    test_interrupt();
    return 0;
}

static void attach(void)
{
    (void)irq_attach(IRQ, interrupt, NULL);
}
#else
static struct wdog_s timer;

static void interrupt(wdparm_t argument)
{
    (void)wd_start(&timer, 1, interrupt, argument);
    test_interrupt();
}

static void attach(void)
{
    (void)wd_start(&timer, 1, interrupt, 0);
}
#endif

void kernel_sleep(uint32_t ticks)
{
    nxsched_abstick_sleep(clock_systime_ticks() + ticks);
}

static void start(unsigned number)
{
    char text[2] = {(char)('0' + number), '\0'};
    char *words[2] = {text, NULL};
    tasks[number] =
        kthread_create(number == 0 ? "control" : "work", URGENCY + (int)(number == 0 ? WORKERS + 1 : number),
                       STACK_BYTES, number == 0 ? control : work, words);
    check(tasks[number] > 0, __LINE__);
}

const bool kernel_preempts = true;
const bool kernel_by_priority = true;
const unsigned kernel_slack = 1;      // to waits it adds a tick, because the first one is not whole
const bool kernel_can_delete = false; // a task deleted asleep takes all that wait with it off the list
const bool kernel_can_abort = false;  // a wait of the kernel's own cannot be ended
const bool kernel_aborts_all = false;
const unsigned kernel_late_max = 55;

bool kernel_is_asleep(unsigned number)
{
    const struct tcb_s *const task = nxsched_get_tcb(tasks[number]);
    return task != NULL && task->task_state >= FIRST_BLOCKED_STATE;
}

void kernel_abort(unsigned number)
{
    (void)number;
}

void kernel_restart(unsigned number)
{
    (void)kthread_delete(tasks[number]);
    start(number);
}

void kernel_forget(void *wake)
{
    (void)wake; // the kernel keeps no list of them
}

// NuttX begins here: CONFIG_INIT_ENTRYPOINT.
int kernel_main(int argc, char *argv[]);
int kernel_main(int argc, char *argv[])
{
    (void)argc;
    (void)argv;
    attach();
    for (unsigned i = WORKERS + 1; i-- > 0;) {
        start(i);
    }
    return 0;
}
