// SPDX-License-Identifier: MIT
// port/chibios/hutch_port.c - waiting, by a binary semaphore. With CH_CFG_USE_SEMAPHORES_PRIORITY the most
// urgent thread is woken first, else the one that came first. Empty in builds without HUTCH_CFG_WAIT.
#include "hutch/core/waiting.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    const sysinterval_t most = ticks == HUTCH_FOREVER ? TIME_INFINITE : (sysinterval_t)ticks;
    return chBSemWaitTimeout(wake, most) == MSG_OK;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    if (HUTCH_PORT_IN_INTERRUPT()) {
        chSysLockFromISR();
        chBSemSignalI(wake);
        chSysUnlockFromISR();
    } else {
        chBSemSignal(wake);
    }
}

hutch_port_time_t hutch_port_now(void)
{
    return chVTGetSystemTimeX();
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
