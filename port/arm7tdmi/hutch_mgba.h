// SPDX-License-Identifier: MIT
// hutch_mgba.h - a log for fault lines, reports and snapshots on a Game Boy Advance: mGBA's debug registers.
//
//   hutch_debug_set_sink(hutch_mgba_put, NULL);    in main, of a debug build
//   hutch_report(hutch_mgba_put, NULL);
//
// mGBA shows the lines in Tools > View logs, or on standard output. A console ignores them. The output of an
// interrupt mixes with a line that it interrupts.
#ifndef HUTCH_MGBA_H
#define HUTCH_MGBA_H

#include <stdint.h>

#define HUTCH_MGBA_TEXT ((volatile char *)(uintptr_t)0x04FFF600u)
#define HUTCH_MGBA_SEND (*(volatile uint16_t *)(uintptr_t)0x04FFF700u)
#define HUTCH_MGBA_ENABLE (*(volatile uint16_t *)(uintptr_t)0x04FFF780u)

enum {
    HUTCH_MGBA_KNOCK = 0xC0DE,  // written to ENABLE
    HUTCH_MGBA_FATAL = 0x100,   // written to SEND: mGBA stops the program
    HUTCH_MGBA_INFO = 0x103,    // written to SEND
    HUTCH_MGBA_TEXT_BYTES = 255 // of a line, without the terminating 0
};

/// Logs a character. A line is sent at its newline, or when it is full.
static inline void hutch_mgba_put(char c, void *context)
{
    static unsigned char length;
    (void)context;
    if (c != '\n') {
        HUTCH_MGBA_TEXT[length] = c;
        length++;
    }
    if (c == '\n' || length == HUTCH_MGBA_TEXT_BYTES) {
        HUTCH_MGBA_TEXT[length] = '\0';
        HUTCH_MGBA_ENABLE = HUTCH_MGBA_KNOCK;
        HUTCH_MGBA_SEND = HUTCH_MGBA_INFO;
        length = 0;
    }
}

#endif
