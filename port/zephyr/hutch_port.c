// SPDX-License-Identifier: MIT
// port/zephyr/hutch_port.c - waiting, by a semaphore on the waiting thread's stack.
// Empty in builds without HUTCH_CFG_WAIT.
#include "hutch/wait.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    return k_sem_init(wake, 0, 1) == 0;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    return k_sem_take(wake, ticks == UINT32_MAX ? K_FOREVER : K_TICKS(ticks)) == 0;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    k_sem_give(wake); // from threads and interrupts
}

void hutch_port_wait_end(hutch_port_wait_t *wake)
{
    (void)wake; // nobody is in it
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
