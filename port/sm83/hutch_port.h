// SPDX-License-Identifier: MIT
// port/sm83/hutch_port.h - the Game Boy's CPU, by SDCC: DI and EI, with a count of the open sections.
//
// Masks: every interrupt.
// Not stopped: OAM DMA; there is no other core and no non-maskable interrupt.
// Cost: enter 3 instructions, exit 4. Plain: 1 and 1.
//
// The CPU cannot say whether interrupts are on, so there is no state to save: sections are counted instead,
// and the last one out switches interrupts on. An interrupt handler runs with interrupts off and a count of
// 0: one that uses a locked pool must count itself, by HUTCH_PORT_HANDLER_BEGIN() and
// HUTCH_PORT_HANDLER_END() around it, and so must other code that has switched interrupts off itself. Link
// port/sm83/hutch_port.c.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdint.h>

// HUTCH_CFG_PORT_PLAIN: 1 = exit always switches interrupts on: no counting, for programs that never call a
// pool where interrupts are off already, handlers included.
#ifndef HUTCH_CFG_PORT_PLAIN
#    define HUTCH_CFG_PORT_PLAIN 0
#endif

typedef uint8_t hutch_port_state_t; // unused

extern volatile uint8_t hutch_port_depth; // sections and handlers that are open
#define HUTCH_PORT_HANDLER_BEGIN() ((void)hutch_port_depth++)
#define HUTCH_PORT_HANDLER_END() ((void)hutch_port_depth--)

static inline hutch_port_state_t hutch_port_enter(void)
{
    __asm__("di");
    if (!HUTCH_CFG_PORT_PLAIN) {
        hutch_port_depth++;
    }
    return 0;
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    (void)saved;
    if (HUTCH_CFG_PORT_PLAIN || --hutch_port_depth == 0) {
        __asm__("ei");
    }
}

#define HUTCH_PORT_WORD_BITS 8 // what one load and one store move

#endif
