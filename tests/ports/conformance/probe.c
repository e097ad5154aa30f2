// SPDX-License-Identifier: MIT
// probe.c - the probes; conformance.py knows their names, and that each touches nothing but the shared word.
#include "probe.h"

#ifndef CONFORMANCE_PROBES_ONLY
HUTCH_POOL_DEFINE(things);

struct thing *probe_acquire(void)
{
    return things_acquire();
}

bool probe_release(struct thing *object)
{
    return things_release(object);
}
#endif

void probe_once(hutch_word_t *shared)
{
    const hutch_port_state_t saved = hutch_port_enter();
    *shared = (hutch_word_t)(*shared + 1u);
    hutch_port_exit(saved);
}

void probe_loop(hutch_word_t *shared, unsigned turns)
{
    while (turns-- != 0) {
        const hutch_port_state_t saved = hutch_port_enter();
        *shared = (hutch_word_t)(*shared + 1u);
        hutch_port_exit(saved);
    }
}

void probe_pair(hutch_word_t *shared)
{
    hutch_port_state_t saved = hutch_port_enter();
    *shared = (hutch_word_t)(*shared + 1u);
    hutch_port_exit(saved);
    saved = hutch_port_enter();
    *shared = (hutch_word_t)(*shared ^ 5u);
    hutch_port_exit(saved);
}

void probe_nested(hutch_word_t *shared)
{
    const hutch_port_state_t outer = hutch_port_enter();
    const hutch_port_state_t inner = hutch_port_enter();
    *shared = (hutch_word_t)(*shared + 1u);
    hutch_port_exit(inner);
    hutch_port_exit(outer);
}

void probe_before(hutch_word_t *shared)
{
    *shared = 1;
    const hutch_port_state_t saved = hutch_port_enter();
    *shared = 2;
    hutch_port_exit(saved);
}

void probe_after(hutch_word_t *shared)
{
    const hutch_port_state_t saved = hutch_port_enter();
    *shared = 3;
    hutch_port_exit(saved);
    *shared = 4;
}
