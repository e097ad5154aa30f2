// SPDX-License-Identifier: MIT
// port/esp_idf/hutch_port.c - the lock of all pools, and waiting, by a queue of one byte: see
// port/freertos/hutch_port.c.
#include "hutch/wait.h"

portMUX_TYPE hutch_port_mux = portMUX_INITIALIZER_UNLOCKED;

#if HUTCH_CFG_WAIT
// Made once, inside the lock: vTaskSuspendAll would stop the tasks of one core only.
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    if (*(QueueHandle_t volatile *)&wake->handle == NULL) {
        const hutch_port_state_t saved = hutch_port_enter();
        if (wake->handle == NULL) {
            wake->handle = xQueueCreateStatic(1, sizeof wake->token, &wake->token, &wake->memory);
        }
        hutch_port_exit(saved);
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
#endif
