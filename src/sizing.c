// SPDX-License-Identifier: MIT
// sizing.c - watches how a pool is used, and works out how large it should have been. Empty below
// HUTCH_CFG_STATS 2.

#include "hutch/sizing.h"
#include "hutch/core.h"

#if HUTCH_CFG_STATS >= 2

// 0 is a slot that was never used: the tick 0 counts as 1.
static unsigned long now(void)
{
    const unsigned long tick = hutch_tick();
    return tick != 0 ? tick : 1;
}

void hutch_core_sizing_taken(const struct hutch_pool *pool, unsigned index)
{
    struct hutch_stats *const stats = hutch_stats_of(pool);
    struct hutch_sizing *const sizing = &stats->sizing;
    const unsigned long tick = now();
    if (sizing->first == 0) {
        sizing->first = tick;
    }
    if (pool->idle_since[index] == 0) {
        pool->idle_since[index] = tick;
    } else if (tick - pool->idle_since[index] > sizing->longest_idle) {
        sizing->longest_idle = tick - pool->idle_since[index];
    }
    sizing->live++;
    if (sizing->live > sizing->peak) {
        sizing->peak = sizing->live;
        sizing->at_peak = 0;
    }
    if (sizing->live == sizing->peak) {
        sizing->peak_since = tick;
    }
}

void hutch_core_sizing_given(const struct hutch_pool *pool, unsigned index)
{
    struct hutch_sizing *const sizing = &hutch_stats_of(pool)->sizing;
    const unsigned long tick = now();
    if (sizing->live == sizing->peak) {
        sizing->at_peak += tick - sizing->peak_since;
    }
    sizing->live--;
    sizing->missed = 0;
    pool->idle_since[index] = tick;
}

void hutch_core_sizing_refused(const struct hutch_pool *pool)
{
    struct hutch_sizing *const sizing = &hutch_stats_of(pool)->sizing;
    if (sizing->missed != (uint16_t)-1) {
        sizing->missed++;
    }
    if (sizing->missed > sizing->shortage) {
        sizing->shortage = sizing->missed;
    }
}

static void count_slots(const struct hutch_pool *pool, struct hutch_advice *advice, unsigned long tick)
{
    for (unsigned index = 0; index < pool->capacity; index++) {
        const unsigned long since = pool->idle_since[index];
        if (since == 0) {
            advice->never_used++;
        } else if (!hutch_tracker_is_live(pool->live, index) && tick - since > advice->longest_idle) {
            advice->longest_idle = tick - since;
        }
    }
}

unsigned hutch_sizing(const struct hutch_pool *pool, struct hutch_advice *advice)
{
    const struct hutch_sizing *const sizing = &hutch_stats_of(pool)->sizing;
    const unsigned long tick = now();
    const unsigned wanted = (unsigned)sizing->peak + sizing->shortage;
    advice->peak = sizing->peak;
    advice->shortage = sizing->shortage;
    advice->never_used = 0;
    advice->longest_idle = sizing->longest_idle;
    advice->observed = sizing->first != 0 ? tick - sizing->first : 0;
    advice->at_peak =
        sizing->at_peak + (sizing->live == sizing->peak && sizing->peak != 0 ? tick - sizing->peak_since : 0);
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

#else
typedef int sizing_is_empty_in_this_build;
#endif
