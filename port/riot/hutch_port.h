// SPDX-License-Identifier: MIT
// port/riot/hutch_port.h - RIOT: its interrupt switch, and its semaphores.
//
// Masks: every interrupt of configurable priority.
// Not stopped: NMI, HardFault, other cores, DMA.
// Cost: a call of the kernel each, unless it inlines its CPU functions.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "irq.h"

#include <stdbool.h>
#include <stdint.h>

typedef unsigned hutch_port_state_t;

static inline hutch_port_state_t hutch_port_enter(void)
{
    return irq_disable();
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    irq_restore(saved);
}

#define HUTCH_PORT_IN_INTERRUPT() irq_is_in()

#if defined(__ARM_FEATURE_CLZ) && !defined(__ARM_ARCH_6M__)
#    define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#endif

#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
#    include "sema.h"
typedef sema_t hutch_port_wait_t;
bool hutch_port_wait_begin(hutch_port_wait_t *wake);
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks);
void hutch_port_wake(hutch_port_wait_t *wake);
void hutch_port_wait_end(hutch_port_wait_t *wake);
#endif
#endif
