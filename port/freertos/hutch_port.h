// SPDX-License-Identifier: MIT
// port/freertos/hutch_port.h - FreeRTOS, one core: the kernel's critical sections, and a queue of one byte.
//
// Masks: on Cortex-M3 and up the interrupts from configMAX_SYSCALL_INTERRUPT_PRIORITY down, elsewhere all.
// Not stopped: more urgent interrupts, which must not use a locked pool; NMI, HardFault, other cores, DMA.
// Needs: privileged tasks, interrupts that the kernel masks, one core; RISC-V: tasks that leave interrupts on.
// Cost: Cortex-M3: 5 + 1 instructions.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "FreeRTOS.h"
#include "task.h"
#include "../cpu/cpu.h"

typedef UBaseType_t hutch_port_state_t;
#if (defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1) || \
    (defined(configNUM_CORES) && configNUM_CORES > 1)
#    error "port/freertos is for one core: on several use the port of the CPU, and .lock = HUTCH_LOCK_CORES"
#elif !defined(portHAS_NESTED_INTERRUPTS) // as in old kernels: handlers would take no lock
#    error "this FreeRTOS does not define portHAS_NESTED_INTERRUPTS: define it, 1 on every Cortex-M"
#elif !portHAS_NESTED_INTERRUPTS && (defined(__AVR__) || defined(__SDCC))
#    error "this kernel's critical section leaves the mask on the stack: use the port of the CPU"
#elif defined(__riscv) && !defined(HUTCH_PORT_IN_INTERRUPT)
// In a handler interrupts are off, and the kernel counts no critical section.
#    define HUTCH_PORT_IN_INTERRUPT() (hutch_port_is_masked() && xCriticalNesting == 0)
#elif !defined(HUTCH_PORT_IN_INTERRUPT)
#    error "define HUTCH_PORT_IN_INTERRUPT() in your HUTCH_CONFIG_HEADER: this CPU is not known here"
#endif
// If interrupts nest, the kernel saves and restores the mask, in tasks too. If not, handlers need no lock.
__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
#if portHAS_NESTED_INTERRUPTS
    const hutch_port_state_t saved = taskENTER_CRITICAL_FROM_ISR(); // in some ports two statements
    return saved;
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
