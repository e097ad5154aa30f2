// SPDX-License-Identifier: MIT
// hutch_trap.h - how the default fault handler of a debug build stops a Game Boy Advance: it masks interrupts
// and logs a fatal line, at which mGBA stops the program. A console loops forever. hutch_last_fault holds the
// fault; the log has its line if hutch_mgba_put is the sink.
#ifndef HUTCH_TRAP_H
#define HUTCH_TRAP_H

#include "hutch_mgba.h"

// Not inlined, so that a debugger shows its name.
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
