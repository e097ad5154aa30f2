// SPDX-License-Identifier: MIT
// hutch_state.h - what hutch_state.c and hutch_revive.c have in common. For src/ only.
#ifndef HUTCH_STATE_PARTS_H
#define HUTCH_STATE_PARTS_H

#include "hutch/state.h"

/// Returns a hash of what must agree between the build that saves and the one that restores.
uint32_t hutch_state_layout(const struct hutch_state *state);

/// Makes the summaries of a bitmap from its leaves.
/// @return false if bits past the capacity were set: they are not any more
bool hutch_state_mend(const struct hutch_pool *pool);

/// Ends what a reset has left of a pool; empties it unless `is_kept`.
void hutch_state_end(const struct hutch_pool *pool, bool is_kept);

#if HUTCH_CFG_STATS
/// Lets the counters go on from what is live now.
static inline void hutch_state_recount(const struct hutch_pool *pool)
{
    pool->stats->top = (hutch_stat_t)(hutch_is_lock_free(pool) ? hutch_core_live(pool) : 0u);
}
#else
#    define hutch_state_recount(pool) ((void)0)
#endif

#if HUTCH_CFG_CHECK >= 2
#    include "hutch_debug_bytes.h"
#    include "hutch_debug_pool.h"

/// Makes a pool's debug state, unless it has one.
void hutch_state_prepare(const struct hutch_pool *pool);

/// Before other records are loaded into a pool: closes the bytes of its objects.
void hutch_state_close(const struct hutch_pool *pool);

/// Afterwards: opens those of the objects that are live now, and makes the rest from the bitmap. Count: only
/// makes the rest.
void hutch_state_open(const struct hutch_pool *pool);
void hutch_state_count(const struct hutch_pool *pool);
#else
#    define hutch_state_prepare(pool) ((void)0)
#    define hutch_state_close(pool) ((void)0)
#    define hutch_state_open(pool) ((void)0)
#endif

#endif
