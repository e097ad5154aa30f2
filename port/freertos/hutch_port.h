// SPDX-License-Identifier: MIT
// port/freertos/hutch_port.h - FreeRTOS, one core: the kernel's critical sections, and a queue of one byte.
//
// Masks: on Cortex-M3 and up the interrupts from configMAX_SYSCALL_INTERRUPT_PRIORITY down, elsewhere all.
// Not stopped: more urgent interrupts, which must not use a locked pool; NMI, HardFault, other cores, DMA.
// Needs: privileged tasks (RISC-V: with interrupts on), interrupts that the kernel masks, one core.
// Cost: Cortex-M3: 5 + 1 instructions.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "FreeRTOS.h"
#include "task.h"
#include "../cpu/cpu.h"
#include "hutch_port_kernel.h"

typedef UBaseType_t hutch_port_state_t;

// If interrupts nest, the kernel saves and restores the mask, in tasks too. If not, handlers need no lock.
__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
#if portHAS_NESTED_INTERRUPTS
    const hutch_port_state_t saved = taskENTER_CRITICAL_FROM_ISR(); // in some ports two statements
#else
    const hutch_port_state_t saved = !HUTCH_PORT_IN_INTERRUPT();
    if (saved) {
        taskENTER_CRITICAL();
    }
#endif
    return saved;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
#if portHAS_NESTED_INTERRUPTS
    taskEXIT_CRITICAL_FROM_ISR(saved);
#else
    if (saved) {
        taskEXIT_CRITICAL();
    }
#endif
}

#if INCLUDE_xTaskGetCurrentTaskHandle || configUSE_MUTEXES // else a call before the first task cannot be told
#    define HUTCH_PORT_WHO() (xTaskGetCurrentTaskHandle() != NULL ? pcTaskGetName(NULL) : NULL)
#endif

#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
#    include "queue.h"
typedef struct {
    StaticQueue_t memory;
    QueueHandle_t handle; // NULL until a task waits
    uint8_t token;
} hutch_port_wait_t;
typedef TickType_t hutch_port_time_t;
#endif
#endif
