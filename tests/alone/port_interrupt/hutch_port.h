// SPDX-License-Identifier: MIT
// hutch_port.h - a port of variables: an interrupt that a test plays comes right before or after a chosen
// critical section; with each_access.h, also before any access to a shared word.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdbool.h>

typedef bool hutch_port_state_t; // were interrupts off?

struct played {
    void (*handler)(void); // the interrupt, which comes once; NULL: none is pending
    unsigned skipped; // moments that it lets pass: each section has one at its beginning and one at its end
    bool is_masked;
    bool is_reader; // it comes while interrupts are off, too: it only looks, and may be on another core
};
extern struct played played;
void played_access(void); // a moment, for each_access.h

static inline void played_moment(void)
{
    void (*const handler)(void) = played.handler;
    if ((played.is_masked && !played.is_reader) || handler == 0) {
        return;
    }
    if (played.skipped > 0) {
        played.skipped--;
        return;
    }
    played.handler = 0;
    handler();
}

static inline hutch_port_state_t hutch_port_enter(void)
{
    const bool was_masked = played.is_masked;
    played_moment();
    played.is_masked = true;
    return was_masked;
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    played.is_masked = saved;
    played_moment();
}

#endif
