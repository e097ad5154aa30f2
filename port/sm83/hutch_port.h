// SPDX-License-Identifier: MIT
// port/sm83/hutch_port.h - the Game Boy's CPU, with SDCC: DI and EI, with a count of nested critical
// sections.
//
// Masks: every interrupt.
// Not stopped: OAM DMA; there is no other core and no non-maskable interrupt.
// Cost: enter 7 instructions, exit 7, calls included. Plain: 4 and 3.
//
// The CPU has no readable interrupt flag, so there is no state to save: critical sections are counted, and
// the end of the outermost one switches interrupts on. An interrupt handler starts with interrupts off and a
// count of 0: one that uses a locked pool must begin with HUTCH_PORT_HANDLER_BEGIN() and end with
// HUTCH_PORT_HANDLER_END(), and so must other code that has switched interrupts off itself.
//
// Enter and exit are functions of port/sm83/hutch_port.c, which must be linked like the other files there:
// SDCC keeps variables in registers across inline assembler, so across DI and EI, but not across a call.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdbool.h>
#include <stdint.h>

// HUTCH_PORT_EXIT_ENABLES: 1 = exit always switches interrupts on, without a count: for programs without
// policies that never use a pool while interrupts are off, handlers included. No effect in debug builds.
#ifndef HUTCH_PORT_EXIT_ENABLES
#    define HUTCH_PORT_EXIT_ENABLES 0
#endif

typedef uint8_t hutch_port_state_t; // unused

hutch_port_state_t hutch_port_enter(void);
void hutch_port_exit(hutch_port_state_t saved);

extern volatile uint8_t hutch_port_depth; // critical sections and handlers entered
#define HUTCH_PORT_HANDLER_BEGIN() ((void)hutch_port_depth++)
#define HUTCH_PORT_HANDLER_END() ((void)hutch_port_depth--)

#define HUTCH_PORT_WORD_BITS 8 // what one load and one store move

#include "hutch_by_hand.h"

#endif
