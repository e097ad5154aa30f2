// SPDX-License-Identifier: MIT
// deeds.c - what a game was like, for its end: kills, the longest chain, and what its pools counted.
#include "state.h"

#include "hutch/report.h"
#include "hutch/stats.h"

void deeds_forget(void)
{
    const struct deeds none = {0};
    const struct hutch_pool *pool;

    game.deeds = none;
    for (unsigned i = 0; (pool = hutch_listed_pool(i)) != NULL; i++) {
        hutch_stats_reset(pool);
    }
}

void deeds_count(void)
{
    game.deeds.kills++;
    if (game.chain > game.deeds.best_chain) {
        game.deeds.best_chain = game.chain;
    }
}
