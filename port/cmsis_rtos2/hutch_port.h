// SPDX-License-Identifier: MIT
// port/cmsis_rtos2/hutch_port.h - CMSIS-RTOS2 on Cortex-M, one core: PRIMASK, because the API masks no
// interrupts, and its semaphores.
//
// Masks: every interrupt and exception of configurable priority.
// Not stopped: NMI, HardFault, other cores, DMA.
// Needs: privileged threads, one core; with .wait, interrupts that may call the kernel.
// Cost: enter 2 instructions, exit 1.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "cmsis_os2.h"

#include "../cpu/arm.h"

typedef uint32_t hutch_port_state_t;

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    hutch_port_state_t primask;
    __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(primask) : : "memory");
    return primask;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("msr primask, %0" : : "r"(saved) : "memory");
}

#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
typedef osSemaphoreId_t hutch_port_wait_t; // NULL until a thread waits
typedef uint32_t hutch_port_time_t;
#endif
#endif
