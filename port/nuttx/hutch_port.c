// SPDX-License-Identifier: MIT
// port/nuttx/hutch_port.c - waiting, by a semaphore. For code inside the kernel (flat build). Empty in builds
// without HUTCH_CFG_WAIT.
#include "hutch/wait.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    return ticks == HUTCH_FOREVER ? nxsem_wait_uninterruptible(wake) == 0
                                  : nxsem_tickwait_uninterruptible(wake, ticks) == 0;
}

// From tasks and interrupts. This semaphore has no upper limit: wake-ups that no task takes would add up, and
// each would cause one useless try. A negative value is the number of sleeping tasks.
void hutch_port_wake(hutch_port_wait_t *wake)
{
    int value = 0;
    if (nxsem_get_value(wake, &value) == 0 && value <= 0) {
        (void)nxsem_post(wake);
    }
}

hutch_port_time_t hutch_port_now(void)
{
    return (uint32_t)clock_systime_ticks();
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
