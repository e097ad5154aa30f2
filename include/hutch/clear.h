// SPDX-License-Identifier: MIT
// clear.h - releases what has been found live, with the hooks of pools that have any: one object, or all of
// them.
#ifndef HUTCH_CLEAR_H
#define HUTCH_CLEAR_H

#include "core.h"

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
