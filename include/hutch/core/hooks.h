// SPDX-License-Identifier: MIT
// hooks.h - releases live objects with their despawn hook: clear, release_if.
#ifndef HUTCH_HOOKS_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_HOOKS_H

#include "core.h"
#include "generic.h"

/// True if hutch_core_clear releases slot by slot: the build keeps more than a bit per slot, or nobody knows
/// when it is compiled what the pool keeps. Then it links what hutch_release links, and little more.
#define HUTCH_CLEARS_BY_SLOT(pool) \
    (HUTCH_CFG_CHECK >= 2 || HUTCH_CFG_STATS >= 2 || (HUTCH_SERVES_ANY && !HUTCH_FOLDS((pool)->capacity)))

/// Releases the object in slot `index`, which is in range, with its despawn hook if the pool has hooks.
/// @return true; false if the slot is free or its object is being spawned or despawned: nothing changes then
HUTCH_INLINE bool hutch_core_release_with_hook(const struct hutch_pool *pool, unsigned index)
{
    HUTCH_ASSERT(29, index < pool->capacity);
    const struct hutch_hooks *const hooks = pool->options->hooks;
    const bool is_hidden = HUTCH_HAS_HOOKS(pool);
    if (is_hidden && !HUTCH_ENGINE_HIDE(pool, index)) {
        return false;
    }
    // A counted pool has hooks, too, but hides nothing.
    if (hooks != NULL && hooks->despawn != NULL && (is_hidden || hutch_bitmap_is_live(pool->live, index))) {
        (hooks->despawn)(hutch_slot_address(pool, index));
    }
    return hutch_core_release_slot(pool, index, is_hidden);
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
    if (HUTCH_CLEARS_BY_SLOT(pool) || HUTCH_KEEPS_MORE(pool) || pool->options->policy != NULL ||
        pool->options->hooks != NULL) {
        for (unsigned index = 0; index < pool->capacity; index++) {
            if (hutch_bitmap_is_live(pool->visible, index)) {
                hutch_core_release_with_hook(pool, index);
            }
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

#endif
