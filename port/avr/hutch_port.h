// SPDX-License-Identifier: MIT
// port/avr/hutch_port.h - 8-bit AVR: masks interrupts by the I bit of SREG.
//
// Masks: every interrupt.
// Not stopped: reset; there is no other core and no non-maskable interrupt on the classic parts.
// Cost: enter 2 instructions, exit 1: 3 cycles. Plain: 1 and 1.
//
// There is no HUTCH_PORT_IN_INTERRUPT: no register of the classic parts shows it.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdint.h>

// HUTCH_PORT_EXIT_ENABLES: 1 = exit switches interrupts on instead of restoring the state before enter, which
// saves one instruction: for programs without policies that never use a pool while interrupts are off,
// handlers included. No effect in debug builds.
#ifndef HUTCH_PORT_EXIT_ENABLES
#    define HUTCH_PORT_EXIT_ENABLES 0
#endif

typedef uint8_t hutch_port_state_t; // SREG before enter; bit 7 is I

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    hutch_port_state_t sreg = 0;
    if (!HUTCH_PORT_EXIT_ENABLES) {
        __asm__ volatile("in %0, __SREG__" : "=r"(sreg));
    }
    __asm__ volatile("cli" : : : "memory");
    return sreg;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    if (HUTCH_PORT_EXIT_ENABLES) {
        __asm__ volatile("sei" : : : "memory");
    } else {
        __asm__ volatile("out __SREG__, %0" : : "r"(saved) : "memory");
    }
}

#include "../cpu/avr.h"

#endif
