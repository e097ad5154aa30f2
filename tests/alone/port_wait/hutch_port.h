// SPDX-License-Identifier: MIT
// hutch_port.h - a port of variables: shows each step of a wait; another task is what happens meanwhile.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdbool.h>

typedef unsigned hutch_port_state_t; // sections that this one is in

typedef struct {
    bool is_begun, is_woken;
} hutch_port_wait_t;
#define HUTCH_PORT_WAIT 1

/// What others do, once, at that point.
typedef void wait_event(void);

struct wait_steps {
    bool is_interrupt;  // the context that runs now
    unsigned depth;     // of sections
    wait_event *begun;  // between the first look and the second
    wait_event *left;   // when the outermost section has been left
    wait_event *asleep; // while the task sleeps
    wait_event *late;   // its time is over, and it does not know yet
    bool has_none;      // no semaphore is left
    bool is_slow;       // a wake-up comes at the next wait
    unsigned broken;    // so many waits without end come back early
    hutch_port_wait_t *on_its_way;
    unsigned begins, ends, waits, wakes;
    unsigned long ticks; // of the last wait
    unsigned wrong;      // steps that no kernel allows
};
extern struct wait_steps wait_steps;

hutch_port_state_t hutch_port_enter(void);
void hutch_port_exit(hutch_port_state_t saved);
#define HUTCH_PORT_IN_INTERRUPT() wait_steps.is_interrupt

#endif
