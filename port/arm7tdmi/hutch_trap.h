// SPDX-License-Identifier: MIT
// hutch_trap.h - how the default fault handler of a debug build stops a Game Boy Advance: interrupts off, and
// a fatal line, at which mGBA stops the program. On a console it halts. hutch_last_fault says what happened,
// and the log has the line of the fault where hutch_mgba_put is the sink.
#ifndef HUTCH_TRAP_H
#define HUTCH_TRAP_H

#include "hutch_mgba.h"

// A function of its own: its name is what a debugger shows.
__attribute__((noinline, noreturn)) static void hutch_port_halt(void)
{
    static const char text[] = "hutch: stopped at a fault, see the line above";
    *(volatile uint16_t *)(uintptr_t)0x04000208u = 0; // IME
    for (unsigned i = 0; i < sizeof text; i++) {
        HUTCH_MGBA_TEXT[i] = text[i];
    }
    HUTCH_MGBA_ENABLE = HUTCH_MGBA_KNOCK;
    HUTCH_MGBA_SEND = HUTCH_MGBA_FATAL;
    for (;;) {}
}

#define HUTCH_PORT_TRAP() hutch_port_halt()

#endif
