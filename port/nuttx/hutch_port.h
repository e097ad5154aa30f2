// SPDX-License-Identifier: MIT
// port/nuttx/hutch_port.h - NuttX: its critical section, which is one for all cores, and its semaphores.
//
// Masks: every interrupt of configurable priority that the kernel masks; with CONFIG_SMP the other cores
// wait.
// Not stopped: interrupts above the kernel's ceiling, which must not use a locked pool; NMI, DMA.
// Needs: code inside the kernel (flat build), interrupts that the kernel masks.
// Cost: Cortex-M3: enter 3 instructions, exit 1, inline; SMP: a call and a spin lock.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <nuttx/arch.h>
#include <nuttx/irq.h>
#include <stdbool.h>

#define HUTCH_PORT_IN_INTERRUPT() up_interrupt_context()
#include "../cpu/cpu.h"

typedef irqstate_t hutch_port_state_t;

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    return enter_critical_section();
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    leave_critical_section(saved);
}

#define HUTCH_PORT_STOPS_CORES 1
#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
#    include <nuttx/clock.h>
#    include <nuttx/semaphore.h>
typedef struct {
    sem_t semaphore;
    volatile bool is_made; // by the first task that waits
} hutch_port_wait_t;
typedef uint32_t hutch_port_time_t;
#endif
#endif
