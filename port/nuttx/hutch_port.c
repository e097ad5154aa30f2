// SPDX-License-Identifier: MIT
// port/nuttx/hutch_port.c - waiting, by a semaphore. For code inside the kernel (flat build). Empty in builds
// without HUTCH_CFG_WAIT.
#include "hutch/core/waiting.h"

#if HUTCH_CFG_WAIT
// Before NuttX 12 a semaphore lends the priority of who waits to who took it last, unless it is told that it
// only signals. An initialiser cannot tell it.
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    if (!wake->is_made) {
        const hutch_port_state_t saved = hutch_port_enter();
        if (!wake->is_made && nxsem_init(&wake->semaphore, 0, 0) == 0) {
#    ifdef CONFIG_PRIORITY_INHERITANCE
            (void)nxsem_set_protocol(&wake->semaphore, SEM_PRIO_NONE);
#    endif
            wake->is_made = true;
        }
        hutch_port_exit(saved);
    }
    return wake->is_made;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    return ticks == HUTCH_FOREVER ? nxsem_wait_uninterruptible(&wake->semaphore) == 0
                                  : nxsem_tickwait_uninterruptible(&wake->semaphore, ticks) == 0;
}

// From tasks and interrupts. This semaphore has no upper limit: wake-ups that no task takes would add up, and
// each would cause one useless try. A negative value is the number of sleeping tasks.
void hutch_port_wake(hutch_port_wait_t *wake)
{
    int value = 0;
    if (nxsem_get_value(&wake->semaphore, &value) == 0 && value <= 0) {
        (void)nxsem_post(&wake->semaphore);
    }
}

hutch_port_time_t hutch_port_now(void)
{
    return (uint32_t)clock_systime_ticks();
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
