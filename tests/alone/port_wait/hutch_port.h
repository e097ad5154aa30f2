// SPDX-License-Identifier: MIT
// hutch_port.h - a port of variables: shows each step of a wait; another task is what happens meanwhile.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdbool.h>
#include <stdint.h>

typedef unsigned hutch_port_state_t; // sections that this one is in

typedef struct {
    bool is_begun, is_given;
} hutch_port_wait_t;
typedef uint16_t hutch_port_time_t; // the shortest clock of any kernel
#define HUTCH_PORT_WAIT 1

/// What others do, once, at that point.
typedef void wait_event(void);

struct wait_steps {
    bool is_interrupt;     // the context that runs now
    unsigned depth;        // of sections
    wait_event *begun;     // between the first try and the second
    wait_event *entering;  // before the outermost section is entered
    wait_event *left;      // when the outermost section has been left
    wait_event *asleep;    // while the task sleeps
    wait_event *late;      // its time is over, and it does not run yet
    bool has_none;         // no object is left
    unsigned aborts;       // so many sleeps end before their time, ...
    hutch_port_time_t now; // the kernel's clock
    unsigned begins, waits, wakes;
    uint32_t ticks, longest, slept; // of the last sleep, of the longest, of all together
    unsigned wrong;                 // steps that no kernel allows
};
extern struct wait_steps wait_steps;

hutch_port_state_t hutch_port_enter(void);
void hutch_port_exit(hutch_port_state_t saved);
#define HUTCH_PORT_IN_INTERRUPT() wait_steps.is_interrupt

#endif
