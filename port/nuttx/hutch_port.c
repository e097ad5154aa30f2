// SPDX-License-Identifier: MIT
// port/nuttx/hutch_port.c - waiting, by a semaphore on the waiting task's stack. For code inside the
// kernel (flat build).
// Empty in builds without HUTCH_CFG_WAIT.
#include "hutch/wait.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    return nxsem_init(wake, 0, 0) == 0;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    return ticks == UINT32_MAX ? nxsem_wait_uninterruptible(wake) == 0
                               : nxsem_tickwait_uninterruptible(wake, ticks) == 0;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    (void)nxsem_post(wake); // from tasks and interrupts
}

void hutch_port_wait_end(hutch_port_wait_t *wake)
{
    (void)nxsem_destroy(wake);
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
