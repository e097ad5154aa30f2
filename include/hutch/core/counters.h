// SPDX-License-Identifier: MIT
// counters.h - what the engines count with HUTCH_CFG_STATS, where they trace, and the clock; stats.h explains
// the figures.
#ifndef HUTCH_COUNTERS_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_COUNTERS_H

#include "atomic.h"
#include "bits.h"

struct hutch_pool;

#if HUTCH_HAS_LOCK_FREE && !HUTCH_HAS_CAS_16
typedef unsigned hutch_stat_t;
#else
typedef uint16_t hutch_stat_t;
#endif

/// Counters of one pool, in RAM.
struct hutch_stats {
    hutch_stat_t
        top; // an acquire at or above this slot may be a new peak; 0: any acquire may. In lock-free pools:
             // the number of live slots
    hutch_stat_t peak; // most ever live
    unsigned refused;  // acquires that found no free slot; stops at the largest unsigned
#if HUTCH_CFG_STATS >= 2
    uint16_t missed, shortage; // refused since the last release, at most the capacity; its maximum
    uint16_t peak_seen;        // most live at an acquire or release
    bool is_at_peak;
    unsigned long first; // tick of the first acquire, 0 before
    unsigned long peak_since, at_peak, longest_idle;
#endif
};

/// The events of HUTCH_TRACE. `index` is the slot; HUTCH_NONE in the last three.
enum hutch_trace_event {
    HUTCH_TRACE_ACQUIRE, // also a claim; a run is one event for each of its slots
    HUTCH_TRACE_RELEASE,
    HUTCH_TRACE_REFUSE, // an acquire found no slot
    HUTCH_TRACE_WAIT,   // a task begins to wait for room
    HUTCH_TRACE_WAKE,   // a release wakes waiting tasks
};

#ifndef HUTCH_TRACE
#    define HUTCH_TRACE(event, pool, index) ((void)0)
#elif HUTCH_CFG_STATS < 2
#    error "HUTCH_TRACE needs HUTCH_CFG_STATS 2: pools are traced where that counts"
#endif

HUTCH_BEGIN_DECLS

/// Returns the time for notes and statistics. The default returns 0. Define it in your program to replace
/// that: `HUTCH_TICK() { return frames; }`. It must not use pools: an acquire or release calls it, also
/// inside the critical section, and would be called by it again.
/// @return the time in any unit, such as frames or milliseconds
/// @time   of your function
/// @isr    called in every context that uses pools
/// @fault  none
unsigned long hutch_tick(void);

/// Begins the program's clock, once in a program, at file scope; see HUTCH_ON_FAULT.
#define HUTCH_TICK()                                                         \
    HUTCH_OF_PROGRAM_(unsigned long hutch_tick_of_program(void), hutch_tick) \
    HUTCH_C_LINKAGE unsigned long hutch_tick(void)

HUTCH_SEEK_IN_PROGRAM_(hutch_tick);

/// Inside the lock: slot `mask` of leaf word `k` was acquired; if `mask` is 0, an acquire was refused.
void hutch_stats_note_acquired(const struct hutch_pool *pool, unsigned k, hutch_word_t mask)
    HUTCH_ABI(hutch_stats_note_acquired);

/// Inside the lock: `count` slots from `first` on were claimed, as by claim or acquire_run; if `count` is 0,
/// that was refused.
void hutch_stats_note_claimed(const struct hutch_pool *pool, unsigned first, unsigned count)
    HUTCH_ABI(hutch_stats_note_claimed);

/// Inside the lock: an acquire was refused.
void hutch_stats_note_refused(const struct hutch_pool *pool) HUTCH_ABI(hutch_stats_note_refused);

/// Lock-free pools: `count` slots were acquired, or, if it is negative, are about to be released; an acquire
/// was refused.
void hutch_stats_note_lockfree(const struct hutch_pool *pool, int count) HUTCH_ABI(hutch_stats_note_lockfree);
void hutch_stats_note_lockfree_refused(const struct hutch_pool *pool)
    HUTCH_ABI(hutch_stats_note_lockfree_refused);

/// With HUTCH_CFG_STATS 2, outside the lock: slot `index` was released.
void hutch_stats_note_released(const struct hutch_pool *pool, unsigned index)
    HUTCH_ABI(hutch_stats_note_released);
#if HUTCH_CFG_STATS >= 2
HUTCH_INLINE bool hutch_stats_released(const struct hutch_pool *self, unsigned index, bool is_done)
{
    if (is_done) {
        hutch_stats_note_released(self, index);
    }
    return is_done;
}
#    define HUTCH_STATS_RELEASED(pool, index, is_done) hutch_stats_released((pool)->self, index, is_done)
#else
#    define HUTCH_STATS_RELEASED(pool, index, is_done) (is_done)
#endif

HUTCH_END_DECLS

#endif
