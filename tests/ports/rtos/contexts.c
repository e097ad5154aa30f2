// SPDX-License-Identifier: MIT
// contexts.c - under a real kernel, in a debug build: who may use a locked pool. A task and an interrupt may,
// an interrupt above what the kernel masks and an unprivileged task are reported at their first use. A report
// names the task.
#include "hutch/hutch.h"
#include "hutch/report.h"
#include "kernel.h"

#ifndef HAS_CEILING
#    error "define HAS_CEILING: 1 if the kernel masks by BASEPRI, 0 if it masks all interrupts"
#endif
#define NVIC_PRIORITY_8 (*(volatile uint32_t *)(uintptr_t)0xE000E408u)
#ifdef __ARM_ARCH_6M__ // here a Cortex-M0: all code is privileged
enum { UNPRIVILEGED_FAULT = HUTCH_FAULT_NONE };
#else
enum { UNPRIVILEGED_FAULT = HUTCH_FAULT_UNPRIVILEGED };
#endif
enum { URGENT = 0x20 };

HUTCH_POOL(things, unsigned, 4, .lock = HUTCH_LOCK_IRQ);

static volatile unsigned stage, code, faults, wrong;
enum { ORDINARY = 1, ORDINARY_DONE, ABOVE_CEILING, ABOVE_CEILING_DONE, UNPRIVILEGED, UNPRIVILEGED_DONE };

void hutch_on_fault(const struct hutch_fault *fault)
{
    code = fault->code;
    faults = faults + 1;
}

// An acquire that is refused is one fault; if it succeeds the release must, too.
static void use(unsigned expected)
{
    code = HUTCH_FAULT_NONE;
    faults = 0;
    unsigned *const thing = things_acquire();
    const bool is_right = expected == HUTCH_FAULT_NONE ? thing != NULL && things_release(thing) && faults == 0
                                                       : thing == NULL && code == expected && faults == 1;
    if (!is_right) {
        wrong = wrong + 1;
    }
}

// The last stage ends here: an unprivileged task cannot do that.
void test_interrupt(void)
{
    if (stage == ORDINARY) {
        use(HUTCH_FAULT_NONE);
        stage = ORDINARY_DONE;
    } else if (stage == ABOVE_CEILING) {
        use(HAS_CEILING ? HUTCH_FAULT_TOO_URGENT : HUTCH_FAULT_NONE);
        stage = ABOVE_CEILING_DONE;
    } else if (stage == UNPRIVILEGED_DONE) {
        machine_put_char((char)('0' + wrong));
        machine_exit(wrong != 0 || things_live() != 0 ? BAD : 0);
    }
}

static void put(char c, void *context)
{
    (void)context;
    machine_put_char(c);
}

static void report_own(void)
{
    unsigned *const thing = things_acquire();
    hutch_report_live(&things_pool, put, NULL);
    (void)things_release(thing);
}

void test_control(void)
{
    report_own();
    use(HUTCH_FAULT_NONE);
    stage = ORDINARY;
    while (stage == ORDINARY) {}
    const uint32_t priority = NVIC_PRIORITY_8;
    NVIC_PRIORITY_8 = URGENT;
    stage = ABOVE_CEILING;
    while (stage == ABOVE_CEILING) {}
    NVIC_PRIORITY_8 = priority;
    stage = UNPRIVILEGED;
    machine_start_timer(); // no interrupt in the next 100 microseconds: nothing is masked
    uint32_t control;
    __asm__ volatile("mrs %0, control" : "=r"(control));
    __asm__ volatile("msr control, %0\n isb" : : "r"(control | 1u) : "memory");
    use(UNPRIVILEGED_FAULT);
    stage = UNPRIVILEGED_DONE;
    for (;;) {}
}

void test_work(unsigned number)
{
    (void)number;
    for (;;) {
        kernel_sleep(1000);
    }
}
