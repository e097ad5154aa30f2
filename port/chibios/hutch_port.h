// SPDX-License-Identifier: MIT
// port/chibios/hutch_port.h - ChibiOS/RT, one core: the kernel's lock, in every context, and its semaphores.
//
// Masks: what the kernel masks: on Cortex-M3 and up every interrupt that may call it, else all.
// Not stopped: fast interrupts, above the kernel's ceiling, which must not use a locked pool; NMI,
// HardFault, other cores, DMA.
// Cost: a call of the kernel each; exit in a thread looks for a more urgent one.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "ch.h"

#include <stdbool.h>
#include <stdint.h>

typedef syssts_t hutch_port_state_t;

static inline hutch_port_state_t hutch_port_enter(void)
{
    return chSysGetStatusAndLockX();
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    chSysRestoreStatusX(saved);
}

#define HUTCH_PORT_IN_INTERRUPT() port_is_isr_context()

#if defined(__ARM_FEATURE_CLZ) && !defined(__ARM_ARCH_6M__)
#    define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#endif

#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
typedef semaphore_t hutch_port_wait_t;
bool hutch_port_wait_begin(hutch_port_wait_t *wake);
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks);
void hutch_port_wake(hutch_port_wait_t *wake);
void hutch_port_wait_end(hutch_port_wait_t *wake);
#endif
#endif
