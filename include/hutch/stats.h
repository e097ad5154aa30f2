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

#include "core/atomic.h"
#include "core/bits.h"

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

#endif
