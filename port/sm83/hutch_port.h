// SPDX-License-Identifier: MIT
// port/sm83/hutch_port.h - the Game Boy's CPU, by SDCC: DI and EI, with a count of the open sections.
//
// Masks: every interrupt.
// Not stopped: OAM DMA; there is no other core and no non-maskable interrupt.
// Cost: enter 7 instructions, exit 7, calls included. Plain: 4 and 3.
//
// The CPU cannot say whether interrupts are on, so there is no state to save: sections are counted instead,
// and the last one out switches interrupts on. An interrupt handler runs with interrupts off and a count of
// 0: one that uses a locked pool must count itself, by HUTCH_PORT_HANDLER_BEGIN() and
// HUTCH_PORT_HANDLER_END() around it, and so must other code that has switched interrupts off itself.
//
// Both are functions of port/sm83/hutch_port.c, to be linked as the other files there are: SDCC keeps
// variables in registers across inline assembler, and so across DI and EI, but not across a call.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdbool.h>
#include <stdint.h>

// HUTCH_CFG_PORT_PLAIN: 1 = exit always switches interrupts on: no counting, for programs that never call a
// pool where interrupts are off already, handlers included.
#ifndef HUTCH_CFG_PORT_PLAIN
#    define HUTCH_CFG_PORT_PLAIN 0
#endif

typedef uint8_t hutch_port_state_t; // unused

hutch_port_state_t hutch_port_enter(void);
void hutch_port_exit(hutch_port_state_t saved);

extern volatile uint8_t hutch_port_depth; // sections and handlers that are open
#define HUTCH_PORT_HANDLER_BEGIN() ((void)hutch_port_depth++)
#define HUTCH_PORT_HANDLER_END() ((void)hutch_port_depth--)

#define HUTCH_PORT_WORD_BITS 8 // what one load and one store move

#define HUTCH_PORT_ONE_LOOP 1 // HUTCH_FOREACH tests less for each object

// HUTCH_PORT_BY_HAND: hutch_walk.c and hutch_fast.c have by hand, for words of 8 bits:
//   hutch_walk_start, _to, _on   the steps of HUTCH_FOREACH, see generic.h
//   hutch_port_bitmap_acquire    acquires in a bitmap of at most one summary level
//   hutch_port_bitmap_release    releases there; false: the slot was free
#if (!defined(HUTCH_CFG_WORD_BITS) || HUTCH_CFG_WORD_BITS == 8) && \
    (!defined(HUTCH_CFG_RETIRE) || HUTCH_CFG_RETIRE == 0) &&       \
    (!defined(HUTCH_CFG_CHECK) || HUTCH_CFG_CHECK < 2)
#    define HUTCH_PORT_BY_HAND 1
unsigned hutch_port_bitmap_acquire(uint8_t *words, unsigned capacity);
bool hutch_port_bitmap_release(uint8_t *words, unsigned index, unsigned capacity);
#endif

#endif
