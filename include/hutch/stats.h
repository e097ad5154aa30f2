// SPDX-License-Identifier: MIT
// stats.h - what a pool counts, and the capacity that follows from it. With HUTCH_CFG_STATS only.
//
//   HUTCH_CFG_STATS 1    peak and refused: 8 bytes of RAM per pool; 6 on 16-bit CPUs, 12 on RISC-V with the A
//                        extension
//   HUTCH_CFG_STATS 2    also the figures below, for tests and not for a product: 32 or 36 bytes per pool on
//                        32-bit CPUs, and an unsigned long per slot
//
//   shortage    the most acquires refused between two releases: the slots that were missing. At most the
//               capacity, because a task that polls a full pool is refused each time: measure again with the
//               suggested capacity
//   at_peak     how long as many objects were live as at the peak
//   observed    the time since the first acquire
//
//   suggested = peak + shortage, and an eighth more (rounded up) if at_peak >= observed / 16
//
// A pool that reached its peak only for a moment most likely never needs more. One that stays there for long
// would sooner or later have needed more. Times are in the unit of hutch_tick(). If the program does not
// define it they are all 0, and the eighth is not added. hutch_report prints these figures.
//
// Trace points: with HUTCH_CFG_STATS 2 the program's HUTCH_CONFIG_HEADER may define
// HUTCH_TRACE(event, pool, index), for a recorder such as src/tools/hutch_ring.c, SystemView or Tracealyzer.
// If it does not, no code is generated. The macro runs in every context that uses pools, and must not use
// them. Events of slots are traced inside the pool's critical section. A release is traced in a second one,
// after that in which the slot becomes free: an interrupt in between may acquire the slot, and is traced
// first. Waits and wake-ups are traced outside of critical sections.
#ifndef HUTCH_STATS_H
#define HUTCH_STATS_H

#include "hutch.h" // IWYU pragma: export

/// What hutch_sizing has measured, and the capacity that follows.
struct hutch_advice {
    unsigned peak;              // most ever live
    unsigned shortage;          // most acquires refused between two releases, at most the capacity
    unsigned never_used;        // slots that were never acquired
    unsigned suggested;         // capacity; 0: the pool was never used
    unsigned long longest_idle; // the longest time that a slot was free after its first use
    unsigned long at_peak;
    unsigned long observed;
};

HUTCH_BEGIN_DECLS

#if HUTCH_CFG_STATS
/// Returns the most objects that were live at one time.
/// @param  pool  any pool
/// @return 0 to capacity; a compile-time error without HUTCH_CFG_STATS
/// @time   one read
/// @isr    any context
/// @fault  none
unsigned hutch_peak(const struct hutch_pool *pool) HUTCH_ABI(hutch_peak);

/// Returns how many acquires and claims were refused because no slot was free.
/// @param  pool  any pool
/// @return the count, at most the largest unsigned; a compile-time error without HUTCH_CFG_STATS
/// @time   one read
/// @isr    any context
/// @fault  none
unsigned hutch_refused(const struct hutch_pool *pool) HUTCH_ABI(hutch_refused);

/// Restarts the counters: the peak is the number of live objects, `refused` and the figures of hutch_sizing
/// are 0.
/// @param  pool  any pool
/// @return nothing; a compile-time error without HUTCH_CFG_STATS
/// @time   one pass over the slots, inside the lock: not for urgent contexts
/// @isr    any context that the pool's lock covers; of a lock-free pool: one context, while no other uses it
/// @fault  none
void hutch_stats_reset(const struct hutch_pool *pool) HUTCH_ABI(hutch_stats_reset);
#else
#    define hutch_peak(pool) hutch_needs_HUTCH_CFG_STATS_1_for_peak
#    define hutch_refused(pool) hutch_needs_HUTCH_CFG_STATS_1_for_refused
#    define hutch_stats_reset(pool) hutch_needs_HUTCH_CFG_STATS_1_for_stats_reset
#endif

#if HUTCH_CFG_STATS >= 2
/// Computes how large a pool should have been.
/// @param  pool    any pool
/// @param  advice  receives the figures up to now
/// @return the suggested capacity; a compile-time error without HUTCH_CFG_STATS 2
/// @time   one pass over the slots
/// @isr    any context; the figures are read one after another
/// @fault  none
unsigned hutch_sizing(const struct hutch_pool *pool, struct hutch_advice *advice) HUTCH_ABI(hutch_sizing);
#else
#    define hutch_sizing(pool, advice) hutch_needs_HUTCH_CFG_STATS_2_for_sizing
#endif

HUTCH_END_DECLS

// What each pool that is declared after this header has.
#undef HUTCH_STATS_FUNCTIONS_
#if HUTCH_CFG_STATS
#    define HUTCH_STATS_FUNCTIONS_(name, pool)     \
        HUTCH_TYPED_ unsigned name##_peak(void)    \
        {                                          \
            return pool.stats->peak;               \
        }                                          \
        HUTCH_TYPED_ unsigned name##_refused(void) \
        {                                          \
            return pool.stats->refused;            \
        }                                          \
        HUTCH_TYPED_ void name##_stats_reset(void) \
        {                                          \
            hutch_stats_reset(&name##_pool);       \
        }
#else
// Calling one of these in a build without counters is an error that names the option, see HUTCH_MISSING.
#    define HUTCH_STATS_FUNCTIONS_(name, pool)                                          \
        HUTCH_MISSING("peak needs HUTCH_CFG_STATS 1") unsigned name##_peak(void);       \
        HUTCH_MISSING("refused needs HUTCH_CFG_STATS 1") unsigned name##_refused(void); \
        HUTCH_MISSING("stats_reset needs HUTCH_CFG_STATS 1") void name##_stats_reset(void);
#endif

#endif
