// SPDX-License-Identifier: MIT
// port/cmsis_rtos2/hutch_port.c - waiting, by a semaphore that the kernel allocates. If it has no memory
// left, a wait returns at once. Empty in builds without HUTCH_CFG_WAIT.
#include "hutch/core/waiting.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    if (*(osSemaphoreId_t volatile *)wake == NULL) {
        const osSemaphoreId_t made = osSemaphoreNew(1, 0, NULL);
        const hutch_port_state_t saved = hutch_port_enter();
        const bool is_first = *wake == NULL;
        if (is_first) {
            *wake = made;
        }
        hutch_port_exit(saved);
        if (!is_first && made != NULL) {
            (void)osSemaphoreDelete(made); // another thread was faster
        }
    }
    return *wake != NULL;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    return osSemaphoreAcquire(*wake, ticks == HUTCH_FOREVER ? osWaitForever : ticks) == osOK;
}

// From threads and interrupts. Taken first: under this API there are kernels in which giving a semaphore
// twice fails and wakes nobody.
void hutch_port_wake(hutch_port_wait_t *wake)
{
    (void)osSemaphoreAcquire(*wake, 0);
    (void)osSemaphoreRelease(*wake);
}

hutch_port_time_t hutch_port_now(void)
{
    return osKernelGetTickCount();
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
