// SPDX-License-Identifier: MIT
// port/freertos/hutch_port.h - FreeRTOS, one core: the kernel's own critical sections, and its semaphores.
//
// Masks: from Cortex-M3 up every interrupt up to configMAX_SYSCALL_INTERRUPT_PRIORITY, elsewhere all.
// Not stopped: interrupts above it, which must not use a locked pool; NMI, HardFault, other cores, DMA.
// Cost: Cortex-M3: enter 5 instructions, exit 1; RISC-V: a look at the context besides the kernel's count.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "FreeRTOS.h"
#include "task.h"

#include "../cpu/cpu.h"

#if defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1
#    error "port/freertos is for one core: on several use the port of the CPU, and .lock = HUTCH_LOCK_CORES"
#endif

typedef UBaseType_t hutch_port_state_t;

// On RISC-V interrupts are off in a handler, without the kernel having counted it.
#if defined(__riscv) && !defined(HUTCH_PORT_IN_INTERRUPT)
#    define HUTCH_PORT_IN_INTERRUPT() (hutch_port_is_masked() && xCriticalNesting == 0)
#elif !defined(HUTCH_PORT_IN_INTERRUPT)
#    error "define HUTCH_PORT_IN_INTERRUPT() in your HUTCH_CONFIG_HEADER: this CPU is not known here"
#endif

// Where interrupts nest, FreeRTOS saves and restores the mask, in tasks too. Where not, only tasks count.
__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
#if portHAS_NESTED_INTERRUPTS
    return taskENTER_CRITICAL_FROM_ISR();
#else
    const bool is_task = !HUTCH_PORT_IN_INTERRUPT();
    if (is_task) {
        taskENTER_CRITICAL();
    }
    return is_task;
#endif
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
