// SPDX-License-Identifier: MIT
// port/arm7tdmi/hutch_port.h - ARM7TDMI: masks by the GBA's IME register, or by the I bit of CPSR.
//
// Masks: what IME gates, all interrupts of a GBA; or with CPSR every IRQ, in a privileged mode.
// Not stopped: FIQ, DMA.
// Cost: IME: enter 4 instructions, exit 1; CPSR in ARM state: enter 3, exit 1; from Thumb a call each.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdint.h>

// HUTCH_CFG_ARM7_LOCK: 0 = IME, from any state. 1 = the I bit: Thumb code cannot reach CPSR, so it calls the
// ARM functions of hutch_port.c, which is then to be linked.
#ifndef HUTCH_CFG_ARM7_LOCK
#    define HUTCH_CFG_ARM7_LOCK 0
#endif

typedef uint32_t hutch_port_state_t; // IME as it was, or CPSR

#if HUTCH_CFG_ARM7_LOCK == 0
// The address of IME, which the compiler is to have in a register: bit 0 is clear in it, so that it serves as
// the value that closes the gate, too.
__attribute__((always_inline)) static inline uintptr_t hutch_port_ime(void)
{
    uintptr_t address = 0x04000208u;
    __asm__("" : "+r"(address));
    return address;
}

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    const uintptr_t address = hutch_port_ime();
    volatile uint16_t *const ime = (volatile uint16_t *)address;
    const hutch_port_state_t saved = *ime;
    __asm__ volatile("strh %0, [%0]" : : "l"(address) : "memory");
    (void)*ime; // the CPU sees the line fall some cycles after the write: this load covers them
    __asm__ volatile("" : : : "memory");
    return saved;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("" : : : "memory");
    *(volatile uint16_t *)hutch_port_ime() = (uint16_t)saved;
}
#elif HUTCH_CFG_ARM7_LOCK == 1
#    include "hutch_port_cpsr.h"
#else
#    error "HUTCH_CFG_ARM7_LOCK must be 0 (IME) or 1 (CPSR)"
#endif

#define HUTCH_PORT_TRAP_HEADER "../arm7tdmi/hutch_trap.h" // Optional: how debug builds stop

#include "../cpu/arm.h"

#endif
