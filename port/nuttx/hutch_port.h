// SPDX-License-Identifier: MIT
// port/nuttx/hutch_port.h - NuttX: its critical section, which is one for all cores, and its semaphores.
//
// Masks: every interrupt of configurable priority that the kernel masks; with CONFIG_SMP the other cores
// wait.
// Not stopped: interrupts above the kernel's ceiling, which must not use a locked pool; NMI, DMA.
// Cost: one core: that of the mask, inline; SMP: a call and a spin lock.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <nuttx/arch.h>
#include <nuttx/irq.h>

#include <stdbool.h>
#include <stdint.h>

typedef irqstate_t hutch_port_state_t;

static inline hutch_port_state_t hutch_port_enter(void)
{
    return enter_critical_section();
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    leave_critical_section(saved);
}

#define HUTCH_PORT_STOPS_CORES 1
#define HUTCH_PORT_IN_INTERRUPT() up_interrupt_context()

#if defined(__ARM_FEATURE_CLZ) && !defined(__ARM_ARCH_6M__)
#    define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#endif

#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
#    include <nuttx/semaphore.h>
typedef sem_t hutch_port_wait_t;
bool hutch_port_wait_begin(hutch_port_wait_t *wake);
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks);
void hutch_port_wake(hutch_port_wait_t *wake);
void hutch_port_wait_end(hutch_port_wait_t *wake);
#endif
#endif
