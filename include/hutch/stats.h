// SPDX-License-Identifier: MIT
// stats.h - what a pool counts, and how large it should have been. With HUTCH_CFG_STATS only.
//
//   HUTCH_CFG_STATS 1    peak, refused                              8 bytes of RAM a pool (6 on 16-bit CPUs)
//   HUTCH_CFG_STATS 2    and what suggests a better capacity, below and a long a slot: not for the product
//
//   shortage    most acquires refused in a row, with no release in between: so many were missed
//   at_peak     how long as many were live as ever have been
//   observed    how long ago the first acquire was
//
//   suggested = peak + shortage, and an eighth more (rounded up) when at_peak >= observed / 16
//
// A pool that was at its peak for a moment only most likely never needs more. One that stays there for long
// would sooner or later have gone higher. Times are in hutch_tick()'s unit; without a clock of the program's
// they are all 0, and the eighth is not added. hutch_report prints it all.
#ifndef HUTCH_STATS_H
#define HUTCH_STATS_H

#include "atomic.h"
#include "bits.h"

struct hutch_pool;

#if HUTCH_HAS_LOCK_FREE && !HUTCH_SWAPS_16
typedef unsigned hutch_stat_t;
#else
typedef uint16_t hutch_stat_t;
#endif

/// Counters of one pool, in RAM.
struct hutch_stats {
    hutch_stat_t
        top; // an acquire at or above this slot may be a new peak; 0: every acquire may. Lock-free pools:
             // how many are live
    hutch_stat_t peak; // most ever live
    unsigned refused;  // acquires that found no room; stops at the largest unsigned
#if HUTCH_CFG_STATS >= 2
    uint16_t missed, shortage; // refused since the last release; the most of that
    uint16_t peak_seen;        // most live when somebody looked
    bool is_at_peak;
    unsigned long first; // tick of the first acquire, 0 before
    unsigned long peak_since, at_peak, longest_idle;
#endif
};

/// What was watched, and what follows from it.
struct hutch_advice {
    unsigned peak;              // most ever live
    unsigned shortage;          // most that were missed at a time
    unsigned never_used;        // slots that were never acquired
    unsigned suggested;         // capacity; 0: the pool was never used
    unsigned long longest_idle; // the longest time that a slot was free after its first use
    unsigned long at_peak;
    unsigned long observed;
};

HUTCH_BEGIN_DECLS

/// Returns the program's time, for notes: define it in your program to replace the default, which returns 0.
/// @return any count that helps: frames, milliseconds
/// @time   yours
/// @isr    called in every context that uses pools
/// @fault  none
unsigned long hutch_tick(void);

/// Inside the lock: slot `mask` of leaf word `k` was acquired; 0: none was free.
void hutch_stats_note_acquired(const struct hutch_pool *pool, unsigned k, hutch_word_t mask)
    HUTCH_ABI(hutch_stats_note_acquired);

/// Inside the lock: `count` slots from `first` on were acquired out of order; 0: they were not all free.
void hutch_stats_note_claimed(const struct hutch_pool *pool, unsigned first, unsigned count)
    HUTCH_ABI(hutch_stats_note_claimed);

/// Inside the lock: an acquire was refused.
void hutch_stats_note_refused(const struct hutch_pool *pool) HUTCH_ABI(hutch_stats_note_refused);

/// Lock-free pools: `count` slots were acquired, or are about to be released (then it is negative); an
/// acquire was refused.
void hutch_stats_note_lockfree(const struct hutch_pool *pool, int count) HUTCH_ABI(hutch_stats_note_lockfree);
void hutch_stats_note_lockfree_refused(const struct hutch_pool *pool)
    HUTCH_ABI(hutch_stats_note_lockfree_refused);

/// With HUTCH_CFG_STATS 2, outside the lock: slot `index` was released.
void hutch_stats_note_released(const struct hutch_pool *pool, unsigned index)
    HUTCH_ABI(hutch_stats_note_released);

#if HUTCH_CFG_STATS >= 2
/// Works out how large a pool should have been.
/// @param  pool    any pool
/// @param  advice  receives what was watched, up to now
/// @return the suggested capacity; a compile-time error without HUTCH_CFG_STATS 2
/// @time   one pass over the slots
/// @isr    any context; numbers are read one after another
/// @fault  none
unsigned hutch_sizing(const struct hutch_pool *pool, struct hutch_advice *advice) HUTCH_ABI(hutch_sizing);
#else
#    define hutch_sizing(pool, advice) hutch_needs_HUTCH_CFG_STATS_2_for_sizing
#endif

HUTCH_END_DECLS

#endif
