// SPDX-License-Identifier: MIT
// hutch_port.h - a port of variables: shows each step of the lock that cores share; another core is a number.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <stdbool.h>

typedef bool hutch_port_state_t; // were interrupts off?

struct core_steps {
    unsigned number;      // of the core that runs now
    unsigned taker;       // of the core that has taken the spin lock
    void (*opened)(void); // happens once, when interrupts have been opened
    bool is_masked, is_taken;
    unsigned refusals; // how many tries will fail, as if another core were inside
    unsigned tries, given, openings;
    unsigned
        wrong; // tries and givings with interrupts on or by the wrong core, and a second try by who is inside
};
extern struct core_steps core_steps;

#define HUTCH_CFG_CORE_NUMBER core_steps.number

static inline hutch_port_state_t hutch_port_enter(void)
{
    const bool was_masked = core_steps.is_masked;
    core_steps.is_masked = true;
    return was_masked;
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    void (*const opened)(void) = core_steps.opened;
    core_steps.openings += saved ? 0 : 1;
    core_steps.is_masked = saved;
    if (!saved && opened != 0) {
        core_steps.opened = 0;
        opened();
    }
}

static inline bool hutch_port_spin_try(void)
{
    core_steps.tries++;
    const bool is_inside = core_steps.is_taken && core_steps.taker == core_steps.number;
    core_steps.wrong += !core_steps.is_masked || is_inside;
    if (core_steps.is_taken) {
        return is_inside; // it would wait for itself for ever
    }
    if (core_steps.refusals > 0) {
        core_steps.refusals--;
        return false;
    }
    core_steps.is_taken = true;
    core_steps.taker = core_steps.number;
    return true;
}
#define HUTCH_PORT_SPIN_TRY() hutch_port_spin_try()

static inline void hutch_port_spin_release(void)
{
    core_steps.given++;
    core_steps.wrong +=
        !core_steps.is_masked || !core_steps.is_taken || core_steps.taker != core_steps.number;
    core_steps.is_taken = false;
}
#define HUTCH_PORT_SPIN_RELEASE() hutch_port_spin_release()

#endif
