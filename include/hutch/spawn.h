// SPDX-License-Identifier: MIT
// spawn.h - acquire with hooks: construct once, spawn, despawn. For pools made with HUTCH_POOL_SPAWNED.
//
//   spawn     acquire, construct (the slot's first time only), spawn hook, and only then visible
//   despawn   hidden, despawn hook, and only then free
//
// While an object is hidden, walks, is_live and refs pass over it, also in an interrupt that comes in
// between. Hooks run outside the lock and never on NULL; they may spawn and despawn other objects, and not
// their own.
//
// Three bits a slot, in one array: [visible words][constructed words][persistent words]
#ifndef HUTCH_SPAWN_H
#define HUTCH_SPAWN_H

#include "core.h"

HUTCH_BEGIN_DECLS

/// Runs the construct hook of a hidden slot unless that has been done.
void hutch_spawn_construct(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_spawn_construct);

HUTCH_END_DECLS

/// Releases the object in slot `index`, which is in range, with hooks where the pool has any.
/// @return false, and nothing changed, when the slot is free, or its object is being spawned or despawned
/// already
HUTCH_INLINE bool hutch_core_let_go(const struct hutch_pool *pool, unsigned index)
{
    const struct hutch_hooks *const hooks = pool->options->hooks;
    if (pool->marks == NULL) {
        return hutch_core_end(pool, index, false);
    }
    if (!HUTCH_ENGINE(hide, pool, index)) {
        return false;
    }
    if (hooks != NULL && hooks->despawn != NULL) {
        hooks->despawn(hutch_slot_address(pool, index));
    }
    return hutch_core_end(pool, index, true);
}

/// Releases an object that a walk has just visited, unless somebody has done so meanwhile.
HUTCH_INLINE bool hutch_core_let_go_if_live(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_slot_index(pool, object);
    return hutch_core_is_live_at(pool, index) && hutch_core_let_go(pool, index);
}

/// Acquires with hooks.
/// @param  mode  HUTCH_MODE_HIDDEN, or HUTCH_MODE_HIDDEN_URGENT
/// @return the object, visible from now on; NULL when the pool is full
HUTCH_INLINE void *hutch_core_spawn_mode(const struct hutch_pool *pool, const void *args, unsigned mode)
{
    const struct hutch_hooks *const hooks = pool->options->hooks;
    if (pool->marks == NULL) {
        return hutch_core_acquire_object(pool, mode);
    }
    const unsigned index = hutch_core_acquire_mode(pool, mode);
    if (index == HUTCH_NONE) {
        return pool->options->policy != NULL
                   ? pool->options->policy->calls->spawn_spilled(pool->self, args, mode)
                   : NULL;
    }
    void *const object = hutch_slot_address(pool, index);
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
    return hutch_core_spawn_mode(pool, args, HUTCH_MODE_HIDDEN_URGENT);
}

HUTCH_INLINE bool hutch_core_despawn(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_slot_index(pool, object);
    if (HUTCH_LIKELY(index != HUTCH_NONE) && HUTCH_LIKELY(hutch_core_let_go(pool, index))) {
        return true;
    }
    const struct hutch_pool *const spill = hutch_core_spilled(pool, index, object);
    return spill != NULL ? pool->options->policy->calls->despawn_object(spill, object)
                         : hutch_core_bad_pointer(pool, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

/// Releases every live object: a word at a time, so that interrupts are off for one word only; slot by slot
/// where more than the bitmap has to know.
HUTCH_INLINE void hutch_core_clear(const struct hutch_pool *pool)
{
    if (HUTCH_CLEARS_BY_SLOT || pool->generations != NULL || pool->options->policy != NULL) {
        for (unsigned index = hutch_core_next_index(pool, 0); index != HUTCH_NONE;
             index = hutch_core_next_index(pool, index + 1u)) {
            hutch_core_let_go(pool, index);
        }
        return;
    }
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        HUTCH_ENGINE(clear_word, pool, k);
        HUTCH_WAKE(pool, true);
    }
}

#endif
