// SPDX-License-Identifier: MIT
// port/freertos/hutch_port.h - FreeRTOS, one core: the kernel's own critical sections, and its semaphores.
//
// Masks: what the kernel masks: on Cortex-M3 and up every interrupt at and below
// configMAX_SYSCALL_INTERRUPT_PRIORITY, elsewhere all.
// Not stopped: interrupts above that ceiling, which must not use a locked pool; NMI, HardFault, other
// cores, DMA.
// Cost: Cortex-M3: enter 5 instructions, exit 1; RISC-V: a look at the context besides the kernel's count.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "FreeRTOS.h"
#include "task.h"

#include <stdbool.h>
#include <stdint.h>

typedef UBaseType_t hutch_port_state_t;

// In an interrupt? By the CPU's register; on RISC-V interrupts are off there without the kernel having
// counted it.
#ifndef HUTCH_PORT_IN_INTERRUPT
#    define HUTCH_PORT_IN_INTERRUPT() hutch_port_in_interrupt()
static inline bool hutch_port_in_interrupt(void)
{
    unsigned long state;
#    if defined(__riscv)
    __asm__ volatile("csrr %0, mstatus" : "=r"(state));
    return (state & 8u) == 0 && xCriticalNesting == 0;
#    elif defined(__arm__) && __ARM_ARCH_PROFILE == 'M'
    __asm__ volatile("mrs %0, ipsr" : "=r"(state));
    return state != 0;
#    else
#        error "define HUTCH_PORT_IN_INTERRUPT() in your HUTCH_CONFIG_HEADER: this CPU is not known here"
#    endif
}
#endif

// Where interrupts nest, FreeRTOS saves and restores the mask, which is right in tasks too. Where they do
// not, tasks count, and interrupts have nothing to do.
static inline hutch_port_state_t hutch_port_enter(void)
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

static inline void hutch_port_exit(hutch_port_state_t saved)
{
#if portHAS_NESTED_INTERRUPTS
    taskEXIT_CRITICAL_FROM_ISR(saved);
#else
    if (saved) {
        taskEXIT_CRITICAL();
    }
#endif
}

#if defined(__ARM_FEATURE_CLZ) && !defined(__ARM_ARCH_6M__)
#    define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#endif
#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
#    include "semphr.h"
typedef struct {
    StaticSemaphore_t memory;
    SemaphoreHandle_t handle;
} hutch_port_wait_t;
bool hutch_port_wait_begin(hutch_port_wait_t *wake);
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks);
void hutch_port_wake(hutch_port_wait_t *wake);
void hutch_port_wait_end(hutch_port_wait_t *wake);
#endif
#endif
