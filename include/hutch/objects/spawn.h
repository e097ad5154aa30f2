// SPDX-License-Identifier: MIT
// spawn.h - acquire and release with hooks: construct once, spawn, despawn; and clear, which despawns all.
//
//   spawn     acquire the slot, construct hook (first spawn in that slot only), spawn hook, make visible
//   despawn   hide, despawn hook, free the slot
//
// Walks, is_live and refs ignore a hidden object, also in an interrupt during its hook. Hooks run outside the
// lock and are never called with NULL. They may spawn and despawn other objects, but not their own; what a
// despawn hook spawns may outlive hutch_clear.
//
// Three bits per slot, in one array: [visible words][constructed words][persistent words]
#ifndef HUTCH_SPAWN_H
#define HUTCH_SPAWN_H

#include "../core/core.h"

HUTCH_BEGIN_DECLS

/// Runs the construct hook for a hidden slot, unless that was done before.
void hutch_spawn_construct(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_spawn_construct);

HUTCH_END_DECLS

/// Runs the hooks of a slot that was acquired and is hidden.
/// @param  index  its number: only the construct hook needs it
HUTCH_INLINE void hutch_core_set_up(const struct hutch_pool *pool, void *object, unsigned index,
                                    const void *args)
{
    const struct hutch_hooks *const hooks = pool->options->hooks;
    if (hooks != NULL && hooks->construct != NULL) {
        hutch_spawn_construct(pool->self, index);
    }
    if (hooks != NULL && hooks->spawn != NULL) {
        (hooks->spawn)(object, args);
    }
}

/// Acquires an object and runs its hooks.
/// @param  mode  HUTCH_MODE_HIDDEN, or HUTCH_MODE_HIDDEN | HUTCH_MODE_URGENT
/// @return the object, visible now; NULL if the pool is full
HUTCH_INLINE void *hutch_core_spawn_mode(const struct hutch_pool *pool, const void *args, unsigned mode)
{
    if (HUTCH_IS_SMALL(pool)) {
        void *const object = hutch_small_acquire(pool);
        if (object != NULL && pool->has_marks) {
            hutch_core_set_up(pool, object, hutch_slot_index(pool, object), args);
            hutch_small_show(object, pool->slots, pool->visible, HUTCH_SHAPE(pool));
        }
        return object;
    }
    unsigned index = HUTCH_NONE;
    const struct hutch_pool *owner = pool;
    if (pool->options->policy == NULL) {
        index = hutch_core_acquire_mode(pool, mode);
    } else {
        owner = hutch_policed_acquire_any(pool, mode, &index);
    }
    if (index == HUTCH_NONE) {
        return NULL;
    }
    void *const object = hutch_slot_address(owner, index);
    if (owner->has_marks) {
        hutch_core_set_up(owner, object, index, args);
        HUTCH_ENGINE(show, owner, index);
    }
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

// ------------------------------------------------------------------------------------ releasing live objects

/// Releases the object in slot `index`, which is in range, with its despawn hook if the pool has hooks.
/// @return true; false if the slot is free or its object is being spawned or despawned: nothing changes then
HUTCH_INLINE bool hutch_core_release_with_hook(const struct hutch_pool *pool, unsigned index)
{
    HUTCH_ASSERT(29, index < pool->capacity);
    const struct hutch_hooks *const hooks = pool->options->hooks;
    if (!pool->has_marks) { // hooks: a counted pool's
        if (hooks != NULL && hooks->despawn != NULL && hutch_core_is_live_at(pool, index)) {
            (hooks->despawn)(hutch_slot_address(pool, index));
        }
        return hutch_core_release_slot(pool, index, false);
    }
    if (!HUTCH_ENGINE(hide, pool, index)) {
        return false;
    }
    if (hooks != NULL && hooks->despawn != NULL) {
        (hooks->despawn)(hutch_slot_address(pool, index));
    }
    return hutch_core_release_slot(pool, index, true);
}

/// Releases the object in slot `index`, which a walk has just visited, unless it was released meanwhile.
HUTCH_INLINE bool hutch_core_release_if_live(const struct hutch_pool *pool, unsigned index)
{
    return hutch_core_is_live_at(pool, index) && hutch_core_release_with_hook(pool, index);
}

/// Releases every live object: slot by slot, with despawn hooks, if more than the bitmap is kept for each
/// slot; else one word per critical section.
HUTCH_INLINE void hutch_core_clear(const struct hutch_pool *pool)
{
    if (HUTCH_CLEARS_BY_SLOT || pool->generations != NULL || pool->options->policy != NULL ||
        pool->options->hooks != NULL) {
        for (unsigned index = hutch_core_next_index(pool, 0); index != HUTCH_NONE;
             index = hutch_core_next_index(pool, index + 1u)) {
            hutch_core_release_with_hook(pool, index);
        }
        return;
    }
#if HUTCH_CFG_CHECK < 2 // the debug engine has no clear_word
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        HUTCH_ENGINE(clear_word, pool, k);
        HUTCH_WAKE(pool, true);
    }
#endif
}

HUTCH_INLINE bool hutch_core_despawn(const struct hutch_pool *pool, const void *object)
{
    if (HUTCH_IS_SMALL(pool) && HUTCH_HAS_HOOKS(pool)) {
        return hutch_small_despawn(pool, object) ||
               (HUTCH_CFG_NAMES &&
                hutch_core_bad_pointer(pool, HUTCH_NONE, object, HUTCH_FAULT_DOUBLE_RELEASE));
    }
    const unsigned index = hutch_slot_index(pool, object);
    if (HUTCH_LIKELY(index != HUTCH_NONE) && HUTCH_LIKELY(hutch_core_release_with_hook(pool, index))) {
        return true;
    }
    const struct hutch_policy *const policy = pool->options->policy;
    return index == HUTCH_NONE && HUTCH_SPILLS_(policy)
               ? (policy->calls->release_object)(pool->self, object, true)
               : hutch_core_bad_pointer(pool, index, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

#endif
