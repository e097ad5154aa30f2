// SPDX-License-Identifier: MIT
// port/cmsis_rtos2/hutch_port.c - waiting, by a semaphore of the kernel's own memory: when it has none
// left, nobody waits.
// Empty in builds without HUTCH_CFG_WAIT.
#include "hutch/wait.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    *wake = osSemaphoreNew(1, 0, NULL);
    return *wake != NULL;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    return osSemaphoreAcquire(*wake, ticks) == osOK; // UINT32_MAX is osWaitForever
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    (void)osSemaphoreRelease(*wake); // from threads and interrupts
}

void hutch_port_wait_end(hutch_port_wait_t *wake)
{
    (void)osSemaphoreDelete(*wake);
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
