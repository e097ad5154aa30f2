// SPDX-License-Identifier: MIT
// port/freertos/hutch_port.c - waiting, by a binary semaphore on the waiting task's stack. Needs
// configSUPPORT_STATIC_ALLOCATION 1. Empty in builds without HUTCH_CFG_WAIT.
#include "hutch/wait.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    wake->handle = xSemaphoreCreateBinaryStatic(&wake->memory);
    return wake->handle != NULL;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    // portMAX_DELAY is without end where INCLUDE_vTaskSuspend is 1; a longer wait is cut to what the
    // kernel has.
    const TickType_t most = portMAX_DELAY;
    return xSemaphoreTake(wake->handle, ticks < most ? (TickType_t)ticks : most) == pdTRUE;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    if (HUTCH_PORT_IN_INTERRUPT()) {
        BaseType_t is_urgent = pdFALSE;
        xSemaphoreGiveFromISR(wake->handle, &is_urgent);
        portYIELD_FROM_ISR(is_urgent);
    } else {
        xSemaphoreGive(wake->handle);
    }
}

void hutch_port_wait_end(hutch_port_wait_t *wake)
{
    vSemaphoreDelete(wake->handle);
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
