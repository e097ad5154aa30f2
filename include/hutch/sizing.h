// SPDX-License-Identifier: MIT
// sizing.h - how large a pool should have been: what HUTCH_CFG_STATS 2 watches, and the capacity that it
// suggests.
//
//   shortage    most acquires refused in a row, with no release in between: so many were missed
//   at_peak     how long as many were live as ever have been
//   observed    how long ago the first acquire was
//
//   suggested = peak + shortage, and an eighth more (rounded up) when at_peak >= observed / 16
//
// For a pool that was at its peak for a moment only, that peak was most likely the highest there is. One
// that stays there for long would sooner or later have gone higher. Times are in hutch_tick()'s unit;
// without a clock of the user's they are all 0, and the eighth is not added. hutch_report prints it all.
//
// RAM with HUTCH_CFG_STATS 2: one long a slot, and struct hutch_sizing a pool. For the workshop, not for
// the product.
#ifndef HUTCH_SIZING_H
#define HUTCH_SIZING_H

#include "pool.h"
#include "tick.h"

/// What was watched, and what follows from it.
struct hutch_advice {
    unsigned peak;              // most ever live
    unsigned shortage;          // most that were missed at a time
    unsigned never_used;        // slots that were never handed out
    unsigned suggested;         // capacity; 0: the pool was never used
    unsigned long longest_idle; // the longest time that a slot was free after its first use
    unsigned long at_peak;
    unsigned long observed;
};

HUTCH_BEGIN_DECLS

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
