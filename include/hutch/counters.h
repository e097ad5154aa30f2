// SPDX-License-Identifier: MIT
// counters.h - what a pool counts as it goes: peak and refused, and what sizing.h watches.
#ifndef HUTCH_COUNTERS_H
#define HUTCH_COUNTERS_H

#include "policy.h"
#include "pool.h"
#include "tracker_run.h"

HUTCH_BEGIN_DECLS

/// With HUTCH_CFG_STATS 2, inside the lock: what sizing.h watches.
void hutch_core_sizing_taken(const struct hutch_pool *pool, unsigned index)
    HUTCH_ABI(hutch_core_sizing_taken);
void hutch_core_sizing_given(const struct hutch_pool *pool, unsigned index)
    HUTCH_ABI(hutch_core_sizing_given);
void hutch_core_sizing_refused(const struct hutch_pool *pool) HUTCH_ABI(hutch_core_sizing_refused);

HUTCH_END_DECLS

// Everything here is called inside the lock.

HUTCH_INLINE void hutch_core_note_refused(const struct hutch_pool *pool)
{
    struct hutch_stats *const stats = hutch_stats_of(pool);
    if (HUTCH_CFG_STATS && stats->refused != (unsigned)-1) {
        stats->refused++;
    }
    if (HUTCH_CFG_STATS >= 2) {
        hutch_core_sizing_refused(pool);
    }
}

// Counts the bits: for claims and runs, where the highest slot says nothing about how many are live.
HUTCH_INLINE void hutch_core_count_peak(const struct hutch_pool *pool)
{
    if (HUTCH_CFG_STATS) {
        struct hutch_stats *const stats = hutch_stats_of(pool);
        const unsigned live = hutch_tracker_count(pool->live, pool->capacity);
        if (live > stats->peak) {
            stats->peak = (hutch_stat_t)live;
        }
    }
}

// The lowest free slot was taken: all below it are live at this moment, so it alone can tell a new peak. Once
// a claim or a run has broken that order `top` is 0, and every acquire counts.
HUTCH_INLINE void hutch_core_note_acquired(const struct hutch_pool *pool, unsigned index)
{
    struct hutch_stats *const stats = hutch_stats_of(pool);
    if (HUTCH_CFG_STATS && index >= stats->top) {
        if (stats->top == stats->peak) {
            stats->top = stats->peak = (hutch_stat_t)(index + 1u);
        } else {
            hutch_core_count_peak(pool);
        }
    }
}

HUTCH_INLINE void hutch_core_note_out_of_order(const struct hutch_pool *pool)
{
    if (HUTCH_CFG_STATS) {
        hutch_core_count_peak(pool);
        hutch_stats_of(pool)->top = 0;
    }
}

// A slot was handed out, by whatever way.
HUTCH_INLINE void hutch_core_note_taken(const struct hutch_pool *pool, unsigned index)
{
    hutch_policy_note_taken(pool, index);
    if (HUTCH_CFG_STATS >= 2) {
        hutch_core_sizing_taken(pool, index);
    }
}

/// Every live slot of a word is about to be freed.
HUTCH_INLINE void hutch_core_sizing_given_word(const struct hutch_pool *pool, unsigned k)
{
    const unsigned first = k * HUTCH_WORD_BITS;
    for (unsigned index = first; index < pool->capacity && index < first + HUTCH_WORD_BITS; index++) {
        if (hutch_tracker_is_live(pool->live, index)) {
            hutch_core_sizing_given(pool, index);
        }
    }
}

#endif
