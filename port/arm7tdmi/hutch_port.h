// SPDX-License-Identifier: MIT
// port/arm7tdmi/hutch_port.h - ARM7TDMI, and the ARM9 of a Nintendo DS: masks by the IME register of GBA and
// DS, or by the I bit of CPSR.
//
// Masks: by IME all interrupts of a GBA, or of this CPU of a DS; by CPSR every IRQ, in privileged modes only.
// Not stopped: FIQ, DMA; the other CPU of a DS: a pool belongs to one of the two.
// Cost: IME: enter 4 instructions, exit 1; CPSR in ARM state: enter 3, exit 1; from Thumb a call each.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdint.h>

// HUTCH_PORT_ARM7_LOCK: 0 = masks by IME, from ARM and Thumb code. 1 = by the I bit of CPSR, which Thumb code
// cannot write: it calls the ARM functions of hutch_port.c, which must be linked.
#ifndef HUTCH_PORT_ARM7_LOCK
#    define HUTCH_PORT_ARM7_LOCK 0
#endif

typedef uint32_t hutch_port_state_t; // IME or CPSR before enter

#if HUTCH_PORT_ARM7_LOCK == 0
// Returns the address of IME, forced into a register. Its bit 0 is clear, so it is also the value that masks.
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
    (void)*ime; // the write masks only some cycles later: this load covers them
    __asm__ volatile("" : : : "memory");
    return saved;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("" : : : "memory");
    *(volatile uint16_t *)hutch_port_ime() = (uint16_t)saved;
}
#elif HUTCH_PORT_ARM7_LOCK == 1
#    include "hutch_port_cpsr.h"
#else
#    error "HUTCH_PORT_ARM7_LOCK must be 0 (IME) or 1 (CPSR)"
#endif

#define HUTCH_PORT_TRAP_HEADER "../arm7tdmi/hutch_trap.h" // Optional: how debug builds stop

#include "../cpu/arm.h"

#endif
