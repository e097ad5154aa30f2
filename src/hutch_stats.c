// SPDX-License-Identifier: MIT
// hutch_stats.c - what a pool counts, and how large it should have been. Empty without HUTCH_CFG_STATS.

#include "hutch_unfolded.h"

#include "hutch/core/generic.h"
#include "hutch/core/lockfree.h"
#include "hutch/core/locked.h"
#include "hutch/stats.h"

#if HUTCH_CFG_STATS

// Returns the number of live objects. Debug builds keep the count.
HUTCH_NOINLINE static unsigned live_objects(const struct hutch_pool *pool)
{
#    if HUTCH_CFG_CHECK >= 2
    return pool->debug->live;
#    else
    return hutch_bitmap_count(pool->live, pool->capacity);
#    endif
}

// ---------------------------------------------------------------------------------------------------- sizing

#    if HUTCH_CFG_STATS >= 2

// Returns the tick, but 1 for 0: in idle_since 0 is a slot that was never used.
static unsigned long now(void)
{
    const unsigned long tick = hutch_tick();
    return tick != 0 ? tick : 1;
}

// Updates how long the largest number of slots so far has been live.
static void update_at_peak(const struct hutch_pool *pool, unsigned long tick)
{
    struct hutch_stats *const stats = pool->stats;
    const unsigned live = live_objects(pool);
    if (stats->is_at_peak && live != stats->peak_seen) {
        stats->at_peak += tick - stats->peak_since;
    }
    if (live > stats->peak_seen) {
        stats->peak_seen = (uint16_t)live;
        stats->at_peak = 0;
        stats->is_at_peak = false;
    }
    if (!stats->is_at_peak) {
        stats->peak_since = tick;
    }
    stats->is_at_peak = live == stats->peak_seen;
}

static void size_acquired(const struct hutch_pool *pool, unsigned first, unsigned count)
{
    struct hutch_stats *const stats = pool->stats;
    const unsigned long tick = now();
    if (stats->first == 0) {
        stats->first = tick;
    }
    for (unsigned index = first; index < first + count; index++) {
        const unsigned long since = pool->idle_since[index];
        if (since != 0 && tick - since > stats->longest_idle) {
            stats->longest_idle = tick - since;
        }
        pool->idle_since[index] = tick;
        HUTCH_TRACE(HUTCH_TRACE_ACQUIRE, pool, index);
    }
    update_at_peak(pool, tick);
}

// Starts the observation again: objects that are live count as acquired now.
static void restart_sizing(const struct hutch_pool *pool)
{
    struct hutch_stats *const stats = pool->stats;
    const unsigned long tick = now();
    stats->missed = stats->shortage = stats->peak_seen = 0;
    stats->first = stats->peak_since = stats->at_peak = stats->longest_idle = 0;
    for (unsigned index = 0; index < pool->capacity; index++) {
        const bool is_live = hutch_bitmap_is_live(pool->live, index);
        pool->idle_since[index] = is_live ? tick : 0;
        stats->first = is_live ? tick : stats->first;
    }
    update_at_peak(pool, tick);
}

static void size_refused(const struct hutch_pool *pool)
{
    struct hutch_stats *const stats = pool->stats;
    if (stats->missed < pool->capacity) { // a task that polls a full pool would count without end
        stats->missed++;
    }
    if (stats->missed > stats->shortage) {
        stats->shortage = stats->missed;
    }
    HUTCH_TRACE(HUTCH_TRACE_REFUSE, pool, HUTCH_NONE);
}

void hutch_stats_note_released(const struct hutch_pool *pool, unsigned index)
{
    const unsigned long tick = now();
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    update_at_peak(pool, tick);
    pool->stats->missed = 0;
    pool->idle_since[index] = tick;
    HUTCH_TRACE(HUTCH_TRACE_RELEASE, pool, index);
    hutch_locked_exit(pool, saved);
}

static void count_slots(const struct hutch_pool *pool, struct hutch_advice *advice, unsigned long tick)
{
    for (unsigned index = 0; index < pool->capacity; index++) {
        const unsigned long since = pool->idle_since[index];
        if (since == 0) {
            advice->never_used++;
        } else if (!hutch_bitmap_is_live(pool->live, index) && tick - since > advice->longest_idle) {
            advice->longest_idle = tick - since;
        }
    }
}

unsigned hutch_sizing(const struct hutch_pool *pool, struct hutch_advice *advice)
{
    const struct hutch_stats *const stats = pool->stats;
    const unsigned long tick = now();
    const unsigned wanted = (unsigned)stats->peak_seen + stats->shortage;
    advice->peak = stats->peak_seen;
    advice->shortage = stats->shortage;
    advice->never_used = 0;
    advice->longest_idle = stats->longest_idle;
    advice->observed = stats->first != 0 ? tick - stats->first : 0;
    advice->at_peak =
        stats->at_peak + (stats->is_at_peak && stats->peak_seen != 0 ? tick - stats->peak_since : 0);
    count_slots(pool, advice, tick);
    advice->suggested = wanted;
    if (advice->observed != 0 && advice->at_peak >= advice->observed / 16) {
        advice->suggested += (wanted + 7) / 8;
    }
    if (advice->suggested > HUTCH_CAPACITY_MAX) {
        advice->suggested = HUTCH_CAPACITY_MAX;
    }
    return advice->suggested;
}

#    endif

// -------------------------------------------------------------------------------------------------- counters

void hutch_stats_note_refused(const struct hutch_pool *pool)
{
    if (pool->stats->refused != (unsigned)-1) {
        pool->stats->refused++;
    }
#    if HUTCH_CFG_STATS >= 2
    size_refused(pool);
#    endif
}

// Updates the peak by counting the live objects.
static void count_peak(const struct hutch_pool *pool)
{
    const unsigned live = live_objects(pool);
    HUTCH_ASSERT(33, live <= pool->capacity);
    if (live > pool->stats->peak) {
        pool->stats->peak = (hutch_stat_t)live;
    }
}

// While every acquire takes the lowest free slot, all slots below it are live, so its index gives the peak. A
// claim or a run breaks that order: `top` is then 0, and every acquire counts the live objects.
void hutch_stats_note_acquired(const struct hutch_pool *pool, unsigned k, hutch_word_t mask)
{
    struct hutch_stats *const stats = pool->stats;
    if (mask == 0) {
        hutch_stats_note_refused(pool);
        return;
    }
    const unsigned index = k * HUTCH_WORD_BITS + hutch_bits_number(mask);
    HUTCH_ASSERT(34, index < pool->capacity);
    if (index >= stats->top) {
        if (stats->top == stats->peak) {
            stats->top = stats->peak = (hutch_stat_t)(index + 1u);
        } else {
            count_peak(pool);
        }
    }
#    if HUTCH_CFG_STATS >= 2
    size_acquired(pool, index, 1);
#    endif
}

void hutch_stats_note_claimed(const struct hutch_pool *pool, unsigned first, unsigned count)
{
    (void)first;
    if (count == 0) {
        hutch_stats_note_refused(pool);
        return;
    }
    count_peak(pool);
    pool->stats->top = 0;
#    if HUTCH_CFG_STATS >= 2
    size_acquired(pool, first, count);
#    endif
}

// Sets `top` above every live slot and equal to the peak, or to 0: see hutch_stats_note_acquired.
void hutch_stats_reset(const struct hutch_pool *pool)
{
    struct hutch_stats *const stats = pool->stats;
    unsigned end = 0; // one past the highest live slot
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const unsigned live = live_objects(pool);
    for (unsigned index = 0; index < pool->capacity; index++) {
        end = hutch_bitmap_is_live(pool->live, index) ? index + 1u : end;
    }
    stats->peak = (hutch_stat_t)live;
    stats->refused = 0;
    if (!hutch_is_lock_free(pool)) {
        stats->top = (hutch_stat_t)(end == live ? live : 0);
    }
#    if HUTCH_CFG_STATS >= 2
    restart_sizing(pool);
#    endif
    hutch_locked_exit(pool, saved);
}

// ------------------------------------------------------------------------------------------------- lock-free
// Here `top` is the number of live slots, because acquires do not always take the lowest free slot. It rises
// after an acquire and falls before a release, so neither it nor the peak exceeds what is live.

#    if HUTCH_HAS_LOCK_FREE
void hutch_stats_note_lockfree(const struct hutch_pool *pool, int count)
{
    struct hutch_stats *const stats = pool->stats;
    const hutch_stat_t more = (hutch_stat_t)count;
    const hutch_stat_t live = (hutch_stat_t)(HUTCH_FETCH_ADD(stats->top, more, __ATOMIC_RELAXED) + more);
    hutch_stat_t peak = HUTCH_ATOMIC_LOAD(stats->peak, __ATOMIC_RELAXED);
    while (count > 0 && live > peak && !HUTCH_CAS_WEAK(stats->peak, peak, live, __ATOMIC_RELAXED)) {}
}

void hutch_stats_note_lockfree_refused(const struct hutch_pool *pool)
{
    if (HUTCH_ATOMIC_LOAD(pool->stats->refused, __ATOMIC_RELAXED) != (unsigned)-1) {
        (void)HUTCH_FETCH_ADD(pool->stats->refused, 1u, __ATOMIC_RELAXED);
    }
}
#    endif

#else
typedef int hutch_stats_is_empty_in_this_build;
#endif
