// SPDX-License-Identifier: MIT
// port/zephyr/hutch_port.c - waiting, by a semaphore that counts to 1. Empty in builds without
// HUTCH_CFG_WAIT.
#include "hutch/core/waiting.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    return k_sem_take(wake, ticks == HUTCH_FOREVER ? K_FOREVER : K_TICKS(ticks)) == 0;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    k_sem_give(wake); // from threads and interrupts
}

hutch_port_time_t hutch_port_now(void)
{
    return (uint32_t)k_uptime_ticks();
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
