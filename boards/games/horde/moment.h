// SPDX-License-Identifier: MIT
// moment.h - all that the game remembers, to come back to: for rewind, rollback and looking ahead.
#ifndef HORDE_MOMENT_H
#define HORDE_MOMENT_H

#include "state.h"
#include "hutch/state.h"

HUTCH_STATE(pools, phones, rabbits, sparks, scores, voices);

struct moment {
    struct pools_state pools;
    struct state game;
};

static inline void moment_save(struct moment *moment)
{
    pools_save(&moment->pools);
    moment->game = game;
}

static inline void moment_load(const struct moment *moment)
{
    pools_load(&moment->pools);
    game = moment->game;
}

#endif
