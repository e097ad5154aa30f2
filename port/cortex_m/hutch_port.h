// SPDX-License-Identifier: MIT
// port/cortex_m/hutch_port.h - Cortex-M, one core: masks all interrupts by PRIMASK.
//
// Masks: every interrupt and exception of configurable priority. Thread mode must be privileged.
// Not stopped: NMI, HardFault, the other core of a two-core part, DMA.
// Cost: enter 2 instructions, exit 1: 3 cycles on an M3, 9 on an M0. Plain: 1 and 1.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "hutch/port_cpu.h"

// HUTCH_CFG_PORT_PLAIN: 1 = exit switches interrupts on instead of restoring what enter found: one
// instruction less, for programs that never call a pool where interrupts are off already, handlers included.
#ifndef HUTCH_CFG_PORT_PLAIN
#    define HUTCH_CFG_PORT_PLAIN 0
#endif

typedef uint32_t hutch_port_state_t; // PRIMASK as it was: 1 = interrupts were off already

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    hutch_port_state_t primask = 0;
    if (!HUTCH_CFG_PORT_PLAIN) {
        __asm__ volatile("mrs %0, primask" : "=r"(primask));
    }
    __asm__ volatile("cpsid i" : : : "memory");
    return primask;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    if (HUTCH_CFG_PORT_PLAIN) {
        __asm__ volatile("cpsie i" : : : "memory");
    } else {
        __asm__ volatile("msr primask, %0" : : "r"(saved) : "memory");
    }
}

// Optional: does the mask stop what runs here?
#define HUTCH_PORT_CONTEXT_IS_ALLOWED() ((hutch_port_ipsr() & ~1u) != 2) // not NMI (2), not HardFault (3)

#define HUTCH_PORT_TRAP_HEADER "hutch_trap.h" // Optional: how debug builds stop

#endif
