// SPDX-License-Identifier: MIT
// port/chibios/hutch_port.c - waiting, by a semaphore on the waiting thread's stack. Empty in builds without
// HUTCH_CFG_WAIT.
#include "hutch/wait.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    chSemObjectInit(wake, 0);
    return true;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    const sysinterval_t most = TIME_MAX_INTERVAL;
    if (ticks == UINT32_MAX) {
        return chSemWait(wake) == MSG_OK;
    }
    return chSemWaitTimeout(wake, ticks < most ? (sysinterval_t)ticks : most) == MSG_OK;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    if (HUTCH_PORT_IN_INTERRUPT()) {
        chSysLockFromISR();
        chSemSignalI(wake);
        chSysUnlockFromISR();
    } else {
        chSemSignal(wake);
    }
}

void hutch_port_wait_end(hutch_port_wait_t *wake)
{
    (void)wake; // nobody is in it
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
