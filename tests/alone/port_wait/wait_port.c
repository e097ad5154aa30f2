// SPDX-License-Identifier: MIT
// wait_port.c - the functions of the port of variables.

#include "unit.h"

struct wait_steps wait_steps;

static void happens(wait_event **event)
{
    wait_event *const now = *event;
    *event = NULL;
    if (now != NULL) {
        now();
    }
}

hutch_port_state_t hutch_port_enter(void)
{
    if (wait_steps.depth == 0) {
        happens(&wait_steps.entering);
    }
    return wait_steps.depth++;
}

void hutch_port_exit(hutch_port_state_t saved)
{
    wait_steps.depth--;
    wait_steps.wrong += wait_steps.depth != saved ? 1u : 0u;
    if (wait_steps.depth == 0) {
        happens(&wait_steps.left);
    }
}

static void note_call_of_a_task(void)
{
    wait_steps.wrong += wait_steps.depth != 0 || wait_steps.is_interrupt ? 1u : 0u;
}

bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    note_call_of_a_task();
    wait_steps.begins++;
    wake->is_begun = !wait_steps.has_none;
    happens(&wait_steps.begun);
    return wake->is_begun;
}

static bool take(hutch_port_wait_t *wake)
{
    const bool was_given = wake->is_given;
    wake->is_given = false;
    return was_given;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    note_call_of_a_task();
    wait_steps.wrong += !wake->is_begun ? 1u : 0u;
    wait_steps.waits++;
    wait_steps.ticks = ticks;
    happens(&wait_steps.asleep);
    if (take(wake)) {
        return true;
    }
    if (wait_steps.aborts != 0) {
        wait_steps.aborts--;
        return false;
    }
    if (ticks == HUTCH_FOREVER) {
        CHECK(!"sleeps for ever");
        board_exit(1);
    }
    wait_steps.now = (hutch_port_time_t)(wait_steps.now + ticks);
    wait_steps.slept += ticks;
    wait_steps.longest = ticks > wait_steps.longest ? ticks : wait_steps.longest;
    happens(&wait_steps.late); // the wake-up stays in the object
    return false;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    wait_steps.wrong += wait_steps.depth != 0 || !wake->is_begun ? 1u : 0u;
    wait_steps.wakes++;
    wake->is_given = true;
}

hutch_port_time_t hutch_port_now(void)
{
    return wait_steps.now;
}
