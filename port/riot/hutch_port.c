// SPDX-License-Identifier: MIT
// port/riot/hutch_port.c - waiting, by a semaphore on the waiting thread's stack; a tick is a
// millisecond. Needs the modules sema and ztimer_msec.
// Empty in builds without HUTCH_CFG_WAIT.
#include "hutch/wait.h"

#include "ztimer.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    sema_create(wake, 0);
    return true;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    if (ticks == UINT32_MAX) {
        return sema_wait(wake) == 0;
    }
    return sema_wait_timed_ztimer(wake, ZTIMER_MSEC, ticks) == 0;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    (void)sema_post(wake); // from threads and interrupts
}

void hutch_port_wait_end(hutch_port_wait_t *wake)
{
    sema_destroy(wake);
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
