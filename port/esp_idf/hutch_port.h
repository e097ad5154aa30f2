// SPDX-License-Identifier: MIT
// port/esp_idf/hutch_port.h - the FreeRTOS of ESP-IDF, Xtensa and RISC-V, one core or two: a critical section
// of the kernel, which is one for all cores, and its queues.
//
// Masks: every interrupt with a handler in C; with two cores the other core waits.
// Not stopped: Xtensa interrupts above level 3, NMI, DMA, the low-power cores.
// Needs: hutch_port.c linked, beside port/freertos; for handlers in IRAM pools in internal RAM and code in
// IRAM.
// Cost: a call of the kernel each; two cores: and a spin lock.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <freertos/FreeRTOS.h>
#include <freertos/task.h>

#include "../cpu/cpu.h"

#define HUTCH_PORT_IN_INTERRUPT() (xPortInIsrContext() != 0)

// The kernel counts nested sections and keeps the mask before the first, for each core. So there is nothing
// to hand to exit.
typedef unsigned hutch_port_state_t;

// One lock for all pools, because they may be used inside each other's sections.
extern portMUX_TYPE hutch_port_mux;

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    portENTER_CRITICAL_SAFE(&hutch_port_mux);
    __asm__ volatile("" : : : "memory");
    return 0;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    (void)saved;
    __asm__ volatile("" : : : "memory");
    portEXIT_CRITICAL_SAFE(&hutch_port_mux);
}

#define HUTCH_PORT_STOPS_CORES 1
#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
#    include <freertos/queue.h>
typedef struct {
    StaticQueue_t memory;
    QueueHandle_t handle; // NULL until a task waits
    uint8_t token;
} hutch_port_wait_t;
typedef TickType_t hutch_port_time_t;
#endif
#endif
