// SPDX-License-Identifier: MIT
// port/riot/hutch_port.c - waiting, by a semaphore; a tick is a millisecond. Needs the modules sema and
// ztimer_msec. Empty in builds without HUTCH_CFG_WAIT.
#include "hutch/core/waiting.h"

#include "ztimer.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    if (ticks == HUTCH_FOREVER) {
        return sema_wait(wake) == 0;
    }
    return sema_wait_timed_ztimer(wake, ZTIMER_MSEC, ticks) == 0;
}

// From threads and interrupts. This semaphore has no upper limit: wake-ups that no thread takes would add up,
// and each would cause one useless try.
void hutch_port_wake(hutch_port_wait_t *wake)
{
    if (sema_get_value(wake) == 0) {
        (void)sema_post(wake);
    }
}

hutch_port_time_t hutch_port_now(void)
{
    return ztimer_now(ZTIMER_MSEC);
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
