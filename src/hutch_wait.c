// SPDX-License-Identifier: MIT
// hutch_wait.c - sleeping until a pool has room. Empty in builds without HUTCH_CFG_WAIT.
//
// The loop of tries is in wait.h, where each try folds; this file has what comes between two tries.

#include "hutch_unfolded.h"

#include "hutch/wait.h"

#if HUTCH_CFG_WAIT

#    if HUTCH_CFG_CHECK >= 2
#        include "hutch_debug_pool.h"
#    endif

// The longest single sleep: a quarter of the range of the kernel clock, so that the time passed is computed
// correctly even if the task runs late, and that no sum in a kernel overflows.
static uint32_t ticks_at_once(void)
{
    const hutch_port_time_t range = (hutch_port_time_t) ~(hutch_port_time_t)0;
    return (uint32_t)(range / 4u & UINT32_MAX / 4u); // at most 2^30 - 1
}

// `waiting` is changed in the port's critical section, not under the pool's lock: debug builds count its
// depth.
static bool begin_wait(const struct hutch_pool *pool, struct hutch_wait *wait)
{
    struct hutch_waiters *const waiters = wait->waiters;
#    if HUTCH_CFG_CHECK >= 2
    wait->caller = hutch_debug_site();
#    endif
    wait->since = hutch_port_now();
    wait->nap = 0;
    wait->is_woken = false;
    if (!HUTCH_WAIT_IS_MADE(&waiters->wake)) {
        wait->end = HUTCH_WAIT_NONE;
        return false;
    }
    const hutch_port_state_t saved = hutch_port_enter();
    HUTCH_STORE(waiters->waiting, waiters->waiting + 1u);
    hutch_port_exit(saved);
    wait->is_counted = true;
    HUTCH_TRACE(HUTCH_TRACE_WAIT, pool, HUTCH_NONE);
    (void)pool; // without a trace
    return true;
}

// Returns true if the wait goes on. The clock is read just before the next sleep, so that as few ticks as
// possible are slept again.
static bool has_time(struct hutch_wait *wait)
{
    hutch_port_time_t passed = 0;
    if (wait->ticks != HUTCH_FOREVER) {
        const hutch_port_time_t now = hutch_port_now();
        passed = (hutch_port_time_t)(now - wait->since);
        wait->since = now;
        wait->ticks -= passed < wait->ticks ? (uint32_t)passed : wait->ticks;
    }
    if (wait->ticks == 0) {
        wait->end = HUTCH_WAIT_TIME;
        return false;
    }
    if (!wait->is_woken && passed < wait->nap) {
        wait->end = HUTCH_WAIT_ABORTED;
        return false;
    }
    return true;
}

static void sleep_once(struct hutch_wait *wait)
{
    const uint32_t most = ticks_at_once();
    wait->nap = wait->ticks > most && wait->ticks != HUTCH_FOREVER ? most : wait->ticks;
    wait->is_woken = hutch_port_wait(&wait->waiters->wake, wait->nap);
#    if HUTCH_CFG_CHECK >= 2
    hutch_debug_leave(wait->caller); // other tasks have changed it meanwhile
#    endif
}

static bool may_sleep(const struct hutch_pool *pool, const struct hutch_wait *wait)
{
    bool is_task = true;
#    ifdef HUTCH_PORT_IN_INTERRUPT
    is_task = !HUTCH_PORT_IN_INTERRUPT();
#    endif
    return is_task && wait->waiters != NULL && !HUTCH_IS_REFUSED(pool);
}

unsigned hutch_wait_uncount(struct hutch_waiters *waiters)
{
    const hutch_port_state_t saved = hutch_port_enter();
    const unsigned others = waiters->waiting - 1u;
    HUTCH_ASSERT(42, waiters->waiting != 0);
    HUTCH_STORE(waiters->waiting, others);
    hutch_port_exit(saved);
    return others;
}

static void give_up(const struct hutch_pool *pool, struct hutch_wait *wait)
{
    if (wait->is_counted) {
        (void)hutch_wait_uncount(wait->waiters);
        wait->is_counted = false;
    }
    const bool is_for_room = wait->waiters != NULL && wait->waiters == pool->options->wait;
    if (HUTCH_CFG_STATS && is_for_room && !HUTCH_IS_REFUSED(pool)) {
        const hutch_port_state_t saved = hutch_port_enter();
        hutch_stats_note_refused(pool);
        hutch_port_exit(saved);
    }
}

bool hutch_wait_again(const struct hutch_pool *pool, struct hutch_wait *wait)
{
    if (wait->is_counted) {
        if (has_time(wait)) {
            sleep_once(wait);
            return true; // also after the time-out: a slot may have become free at the same moment
        }
    } else if (!may_sleep(pool, wait)) {
        wait->end = HUTCH_WAIT_NONE;
    } else if (wait->ticks == 0) {
        wait->end = HUTCH_WAIT_TIME;
    } else if (begin_wait(pool, wait)) {
        return true;
    }
    give_up(pool, wait);
    return false;
}

// Inside the critical section.
static bool has_room(const struct hutch_pool *pool)
{
    const unsigned capacity = pool->capacity;
    if (hutch_bitmap_scan_ends(pool->live, capacity, 0) || hutch_bitmap_scan_ends(pool->live, capacity, 1)) {
        return true;
    }
    const unsigned k = hutch_bitmap_find_room(pool->live, capacity);
    return pool->live[k] != hutch_bits_full(k, capacity);
}

// Tests for room in a critical section of its own, not in that of `waiting`: both stay short.
static void pass_on(const struct hutch_pool *pool)
{
    const hutch_port_state_t saved = hutch_port_enter();
    const bool is_room = has_room(pool);
    hutch_port_exit(saved);
    if (is_room) {
        hutch_port_wake(&pool->options->wait->wake);
    }
}

void hutch_wait_finish(const struct hutch_pool *pool)
{
    if (hutch_wait_uncount(pool->options->wait) != 0) {
        pass_on(pool);
    }
}

void hutch_wake_(const struct hutch_pool *pool)
{
    HUTCH_WAKE(pool, true);
}

#    if HUTCH_CFG_CHECK >= 2
void *hutch_acquire_wait(const struct hutch_pool *pool, uint32_t ticks, enum hutch_wait_end *why)
{
    void *object = NULL;
    PUBLIC_BEGIN
    if (hutch_debug_has_objects(pool)) {
        object = hutch_core_acquire_wait(pool, ticks, why);
    } else if (why != NULL) {
        *why = HUTCH_WAIT_NONE;
    }
    PUBLIC_END
    return object;
}
#    endif

// clang-format off
#    if HUTCH_CFG_CHECK < 2
PUBLIC(void *, hutch_acquire_wait, acquire_wait, (const struct hutch_pool *pool, uint32_t ticks, enum hutch_wait_end *why), (pool, ticks, why))
#    endif
PUBLIC(unsigned, hutch_acquire_index_wait_, acquire_index_wait, (const struct hutch_pool *pool, uint32_t ticks, enum hutch_wait_end *why), (pool, ticks, why))
// clang-format on

#else
typedef int hutch_wait_is_empty_in_this_build;
#endif
