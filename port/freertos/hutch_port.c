// SPDX-License-Identifier: MIT
// port/freertos/hutch_port.c - waiting, by a queue of one byte; of port/esp_idf, too. Needs
// configSUPPORT_STATIC_ALLOCATION 1 and INCLUDE_vTaskSuspend 1. Empty in builds without HUTCH_CFG_WAIT.
//
// Not a binary semaphore: a second give fails and wakes no task. If the task woken first is then deleted
// before it runs, the others sleep on. xQueueOverwrite wakes one task each time.
#include "hutch/core/waiting.h"

#if HUTCH_CFG_WAIT
#    if !INCLUDE_vTaskSuspend
#        error "waiting needs INCLUDE_vTaskSuspend 1: without it HUTCH_FOREVER would end with portMAX_DELAY"
#    endif
#    if !configSUPPORT_STATIC_ALLOCATION
#        error "waiting needs configSUPPORT_STATIC_ALLOCATION 1: a pool's queue is in memory of its own"
#    endif

// Made once. Interrupts never wait, so it is enough to exclude the tasks; several cores are excluded by the
// pools' lock, because vTaskSuspendAll stops the tasks of one.
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    if (*(QueueHandle_t volatile *)&wake->handle == NULL) {
#    ifdef HUTCH_PORT_STOPS_CORES
        const hutch_port_state_t saved = hutch_port_enter();
#    else
        vTaskSuspendAll();
#    endif
        if (wake->handle == NULL) {
            wake->handle = xQueueCreateStatic(1, sizeof wake->token, &wake->token, &wake->memory);
        }
#    ifdef HUTCH_PORT_STOPS_CORES
        hutch_port_exit(saved);
#    else
        (void)xTaskResumeAll();
#    endif
    }
    return wake->handle != NULL;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    uint8_t token;
    const TickType_t most = ticks == HUTCH_FOREVER ? portMAX_DELAY : (TickType_t)ticks;
    return xQueueReceive(wake->handle, &token, most) == pdTRUE;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    const uint8_t token = 0;
    if (HUTCH_PORT_IN_INTERRUPT()) {
        BaseType_t is_urgent = pdFALSE;
        (void)xQueueOverwriteFromISR(wake->handle, &token, &is_urgent);
#    if configUSE_PREEMPTION // else the woken task runs when the current one yields
        portYIELD_FROM_ISR(is_urgent);
#    endif
    } else {
        (void)xQueueOverwrite(wake->handle, &token);
    }
}

hutch_port_time_t hutch_port_now(void)
{
    return xTaskGetTickCount();
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
