// SPDX-License-Identifier: MIT
// spawn.h - acquire with hooks: construct once, spawn, despawn. For pools made with HUTCH_POOL_SPAWNED.
//
//   spawn     acquire the slot, construct hook (first spawn in that slot only), spawn hook, make visible
//   despawn   hide, despawn hook, free the slot
//
// Walks, is_live and refs ignore a hidden object, also in an interrupt during its hook. Hooks run outside the
// lock and are never called with NULL. They may spawn and despawn other objects, but not their own.
//
// Three bits per slot, in one array: [visible words][constructed words][persistent words]
#ifndef HUTCH_SPAWN_H
#define HUTCH_SPAWN_H

#include "core.h"

HUTCH_BEGIN_DECLS

/// Runs the construct hook for a hidden slot, unless that was done before.
void hutch_spawn_construct(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_spawn_construct);

HUTCH_END_DECLS

/// Acquires an object and runs its hooks.
/// @param  mode  HUTCH_MODE_HIDDEN, or HUTCH_MODE_HIDDEN | HUTCH_MODE_URGENT
/// @return the object, visible now; NULL if the pool is full
HUTCH_INLINE void *hutch_core_spawn_mode(const struct hutch_pool *pool, const void *args, unsigned mode)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const bool is_uncounted = HUTCH_CFG_STATS && policy != NULL;
    const unsigned index = hutch_core_acquire_mode(pool, is_uncounted ? mode | HUTCH_MODE_UNCOUNTED : mode);
    if (index == HUTCH_NONE) {
        const bool is_end = policy == NULL || HUTCH_POLICY_ENDS_HERE_(policy);
        return is_end ? NULL : policy->calls->spawn_spilled(pool->self, args, mode);
    }
    const struct hutch_hooks *const hooks = pool->options->hooks;
    void *const object = hutch_slot_address(pool, index);
    if (!pool->has_marks) {
        return object;
    }
    if (hooks != NULL && hooks->construct != NULL) {
        hutch_spawn_construct(pool->self, index);
    }
    if (hooks != NULL && hooks->spawn != NULL) {
        hooks->spawn(object, args);
    }
    HUTCH_ENGINE(show, pool, index);
    return object;
}

HUTCH_INLINE void *hutch_core_spawn(const struct hutch_pool *pool, const void *args)
{
    return hutch_core_spawn_mode(pool, args, HUTCH_MODE_HIDDEN);
}

HUTCH_INLINE void *hutch_core_spawn_urgent(const struct hutch_pool *pool, const void *args)
{
    return hutch_core_spawn_mode(pool, args, HUTCH_MODE_HIDDEN | HUTCH_MODE_URGENT);
}

/// The steps of hutch::pool::create, in a pool with hooks and without a policy: acquires a slot that stays
/// hidden; shows its object, which is constructed; or frees the slot again.
HUTCH_INLINE unsigned hutch_core_create_begin(const struct hutch_pool *pool)
{
    return HUTCH_ENGINE(acquire, pool, HUTCH_MODE_HIDDEN);
}

HUTCH_INLINE void hutch_core_create_end(const struct hutch_pool *pool, unsigned index)
{
    HUTCH_ENGINE(show, pool, index);
}

HUTCH_INLINE void hutch_core_create_undo(const struct hutch_pool *pool, unsigned index)
{
    hutch_core_release_slot(pool, index, true);
}

HUTCH_INLINE bool hutch_core_despawn(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_slot_index(pool, object);
    if (HUTCH_LIKELY(index != HUTCH_NONE) && HUTCH_LIKELY(hutch_core_release_with_hook(pool, index))) {
        return true;
    }
    const struct hutch_policy *const policy = pool->options->policy;
    return index == HUTCH_NONE && HUTCH_SPILLS_(policy)
               ? policy->calls->despawn_spilled(pool->self, object)
               : hutch_core_bad_pointer(pool, index, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

#endif
