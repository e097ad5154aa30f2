// SPDX-License-Identifier: MIT
// hutch_port.h - a port that masks nothing and counts: how often sections are entered, how deep, and whether
// each is left with the token that its own enter gave.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

typedef unsigned hutch_port_state_t; // never the same twice in a program

struct lock_count {
    unsigned entered; // since the last look
    unsigned depth;
    unsigned wrong;     // exits that were not the innermost section's
    unsigned tokens[8]; // of the open sections
    unsigned last_token;
    void (*interrupt)(void); // if not NULL, called once, before the next enter
};
extern struct lock_count lock_count;

static inline hutch_port_state_t hutch_port_enter(void)
{
    void (*const interrupt)(void) = lock_count.interrupt;
    if (interrupt != 0) {
        lock_count.interrupt = 0;
        interrupt();
    }
    lock_count.entered++;
    lock_count.last_token++;
    if (lock_count.depth < 8) {
        lock_count.tokens[lock_count.depth] = lock_count.last_token;
    }
    lock_count.depth++;
    return lock_count.last_token;
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    lock_count.depth--;
    if (lock_count.depth >= 8 || lock_count.tokens[lock_count.depth] != saved) {
        lock_count.wrong++;
    }
}

#endif
