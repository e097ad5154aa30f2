// SPDX-License-Identifier: MIT
// port/avr/hutch_port.h - 8-bit AVR: masks interrupts by the I bit of SREG.
//
// Masks: every interrupt.
// Not stopped: reset; there is no other core and no non-maskable interrupt on the classic parts.
// Cost: enter 2 instructions, exit 1: 3 cycles. Plain: 1 and 1.
//
// There is no HUTCH_PORT_IN_INTERRUPT: no register of the classic parts says so.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdint.h>

// HUTCH_CFG_PORT_PLAIN: 1 = exit switches interrupts on instead of restoring what enter found: one
// instruction less, for programs that never call a pool where interrupts are off already, handlers included.
#ifndef HUTCH_CFG_PORT_PLAIN
#    define HUTCH_CFG_PORT_PLAIN 0
#endif

// HUTCH_CFG_TABLE_IN_FLASH: 1 = free slots are found by a table of 256 bytes at a multiple of 256 in the
// lower 64 KB of flash, and port/avr/hutch_port.c is to be linked. 0 = by a search, in every acquire.
// Default: 1, but 0 with -Os, and on the oldest parts.
#ifndef HUTCH_CFG_TABLE_IN_FLASH
#    if defined(__AVR_HAVE_LPMX__) && !defined(__OPTIMIZE_SIZE__)
#        define HUTCH_CFG_TABLE_IN_FLASH 1
#    else
#        define HUTCH_CFG_TABLE_IN_FLASH 0
#    endif
#endif

typedef uint8_t hutch_port_state_t; // SREG as it was; its I bit is bit 7

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    hutch_port_state_t sreg = 0;
    if (!HUTCH_CFG_PORT_PLAIN) {
        __asm__ volatile("in %0, __SREG__" : "=r"(sreg));
    }
    __asm__ volatile("cli" : : : "memory");
    return sreg;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    if (HUTCH_CFG_PORT_PLAIN) {
        __asm__ volatile("sei" : : : "memory");
    } else {
        __asm__ volatile("out __SREG__, %0" : : "r"(saved) : "memory");
    }
}

#include "../cpu/avr.h"

#define HUTCH_PORT_WORD_BITS 8 // what one load and one store move

#endif
