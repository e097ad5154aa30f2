// SPDX-License-Identifier: MIT
// hutch_generic.c - the functions over a descriptor: the core, compiled once for pools known at run time.

#include "hutch_unfolded.h"

#include "hutch/generic.h"
#include "hutch/ref.h"
#include "hutch/spawn.h"
#include "hutch/walk.h"

// clang-format off
PUBLIC(void *, acquire, (const struct hutch_pool *pool), (pool))
PUBLIC(unsigned, acquire_index, (const struct hutch_pool *pool), (pool))
PUBLIC(void *, acquire_urgent, (const struct hutch_pool *pool), (pool))
PUBLIC(unsigned, acquire_urgent_index, (const struct hutch_pool *pool), (pool))
PUBLIC(void *, claim, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC(bool, claim_index, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC(bool, release, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC(bool, release_at, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC(bool, is_live, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC(bool, is_live_at, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC(unsigned, index, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC(void *, at, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC(void *, first, (const struct hutch_pool *pool), (pool))
PUBLIC(void *, next, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC(unsigned, next_index, (const struct hutch_pool *pool, unsigned from), (pool, from))
PUBLIC(void *, last, (const struct hutch_pool *pool), (pool))
PUBLIC(unsigned, last_index, (const struct hutch_pool *pool), (pool))
PUBLIC(unsigned, live, (const struct hutch_pool *pool), (pool))
PUBLIC(unsigned, available, (const struct hutch_pool *pool), (pool))
PUBLIC(unsigned, capacity, (const struct hutch_pool *pool), (pool))
PUBLIC(hutch_ref_t, ref, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC(void *, deref, (const struct hutch_pool *pool, hutch_ref_t ref), (pool, ref))
PUBLIC(void *, expect, (const struct hutch_pool *pool, hutch_ref_t ref), (pool, ref))
PUBLIC(bool, release_ref, (const struct hutch_pool *pool, hutch_ref_t ref), (pool, ref))
PUBLIC(void *, spawn, (const struct hutch_pool *pool, const void *args), (pool, args))
PUBLIC(void *, spawn_urgent, (const struct hutch_pool *pool, const void *args), (pool, args))
PUBLIC(bool, despawn, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC(bool, let_go_if_live, (const struct hutch_pool *pool, const void *object), (pool, object))
// clang-format on

void hutch_clear(const struct hutch_pool *pool)
{
    PUBLIC_BEGIN
    hutch_core_clear(pool);
    PUBLIC_END
}

unsigned hutch_release_if(const struct hutch_pool *pool, bool (*should_go)(const void *object, void *context),
                          void *context)
{
    unsigned released = 0;
    PUBLIC_BEGIN
    for (void *object = hutch_core_first(pool); object != NULL; object = hutch_core_next(pool, object)) {
        if (should_go(object, context) && hutch_core_let_go_if_live(pool, object)) {
            released++;
        }
    }
    PUBLIC_END
    return released;
}

// These neither fail nor note anything, so a call site of HUTCH_HERE stays for what comes next.
hutch_port_state_t hutch_lock(const struct hutch_pool *pool)
{
    return hutch_core_lock(pool);
}

void hutch_unlock(const struct hutch_pool *pool, hutch_port_state_t saved)
{
    hutch_core_unlock(pool, saved);
}

struct hutch_walk *hutch_walk_start(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    return hutch_core_walk_start(pool, walk);
}

bool hutch_walk_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    return hutch_core_walk_to(pool, walk);
}

void hutch_walk_on(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_core_walk_on(pool, walk);
}

#if HUTCH_CFG_STATS
unsigned hutch_peak(const struct hutch_pool *pool)
{
    return pool->stats->peak;
}

unsigned hutch_refused(const struct hutch_pool *pool)
{
    return pool->stats->refused;
}
#endif
