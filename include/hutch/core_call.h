// SPDX-License-Identifier: MIT
// core_call.h - hands an operation to the pool's policy; in debug builds with who asked for it.
//
// A policy's functions are in src/, and take and give slots on behalf of whoever called the pool. A debug
// build says so to the pool (hutch_debug_begin), and what they do until the end is noted as that caller's.
#ifndef HUTCH_CORE_CALL_H
#define HUTCH_CORE_CALL_H

#include "debug.h"
#include "policy.h"
#include "pool.h"

/// Around a loop that acquires or releases: what HUTCH_HERE said of all of it, said again for each step.
HUTCH_INLINE void hutch_call_hear(struct hutch_site *here)
{
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_hear(here);
    }
}

HUTCH_INLINE void hutch_call_repeat(const struct hutch_site *here)
{
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_repeat(here);
    }
}

HUTCH_INLINE unsigned hutch_call_acquire(const struct hutch_pool *pool, enum hutch_take how)
{
    struct hutch_site before;
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_begin(pool, &before, HUTCH_CALLER());
    }
    const unsigned index = pool->policy->calls->acquire(pool, how);
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_end(pool, &before);
    }
    return index;
}

HUTCH_INLINE void *hutch_call_acquire_object(const struct hutch_pool *pool, enum hutch_take how)
{
    struct hutch_site before;
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_begin(pool, &before, HUTCH_CALLER());
    }
    void *const object = pool->policy->calls->acquire_object(pool, how);
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_end(pool, &before);
    }
    return object;
}

HUTCH_INLINE bool hutch_call_release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    struct hutch_site before;
    if (HUTCH_CFG_CHECK >= 2) { // the end of a despawn is its beginner's
        const void *const caller = HUTCH_CALLER();
        hutch_debug_begin(pool, &before, is_hidden ? HUTCH_BEGINNER : caller);
    }
    const bool ok = pool->policy->calls->release(pool, index, is_hidden);
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_end_release(pool, &before, ok);
    }
    return ok;
}

HUTCH_INLINE bool hutch_call_release_ref(const struct hutch_pool *pool, hutch_ref_t ref)
{
    struct hutch_site before;
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_begin(pool, &before, HUTCH_CALLER());
    }
    const bool ok = pool->policy->calls->release_ref(pool, ref);
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_end_release(pool, &before, ok);
    }
    return ok;
}

#endif
