// SPDX-License-Identifier: MIT
// port/riot/hutch_port.h - RIOT: its interrupt switch, and its semaphores.
//
// Masks: every interrupt of configurable priority.
// Not stopped: NMI, HardFault, other cores, DMA.
// Needs: privileged threads, one core.
// Cost: Cortex-M: enter 2 instructions, exit 1, inline; on other CPUs a call of the kernel each.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "irq.h"

#define HUTCH_PORT_IN_INTERRUPT() irq_is_in()
#include "../cpu/cpu.h"

typedef unsigned hutch_port_state_t;

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    return irq_disable();
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    irq_restore(saved);
}

#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
#    include "sema.h"
#    if defined(MODULE_ZTIMER_ONDEMAND)
#        error "waiting needs a clock that always runs: build without the module ztimer_ondemand"
#    endif
typedef sema_t hutch_port_wait_t;
typedef uint32_t hutch_port_time_t;
#    define HUTCH_PORT_WAIT_INIT(name) = {0, SEMA_CREATE_LOCKED()}
#endif
#endif
