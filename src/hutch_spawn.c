// SPDX-License-Identifier: MIT
// hutch_spawn.c - the public functions of pools with hooks, and what is never inlined: construct, prespawn,
// persist.

#define HUTCH_NEVER_ANY
#include "hutch_unfolded.h"

#include "hutch/core/generic.h"
#include "hutch/core/ref.h"
#include "hutch/spawn.h"

// Sets or clears a mark of a slot, under the lock or atomically: its word holds the marks of other slots.
static void set_mark(const struct hutch_pool *pool, hutch_word_t *marks, unsigned index, bool is_set)
{
    hutch_word_t *const word = marks + index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
#if HUTCH_HAS_LOCK_FREE
    if (hutch_is_lock_free(pool)) {
        (void)(is_set ? HUTCH_FETCH_OR(*word, mask, HUTCH_ORDER_SHOW)
                      : HUTCH_FETCH_AND(*word, (hutch_word_t)~mask, __ATOMIC_RELAXED));
        return;
    }
#endif
    const hutch_port_state_t saved = hutch_core_lock(pool);
    hutch_locked_mark(word, 0, mask, is_set);
    hutch_core_unlock(pool, saved);
}

// In fence mode each object has new memory, so each is constructed, and prespawn does nothing.
void hutch_spawn_construct(const struct hutch_pool *pool, unsigned index)
{
    hutch_word_t *const constructed = HUTCH_MARK_WORDS(pool, HUTCH_MARK_CONSTRUCTED);
    if (HUTCH_CFG_FENCE || !hutch_bitmap_is_live(constructed, index)) {
        pool->options->hooks->construct(hutch_slot_address(pool, index));
        set_mark(pool, constructed, index, true);
    }
}

static bool hutch_core_prespawn(const struct hutch_pool *pool, unsigned count)
{
    const struct hutch_hooks *const hooks = pool->options->hooks;
    const bool is_needed =
        !HUTCH_CFG_FENCE && HUTCH_HAS_HOOKS(pool) && hooks != NULL && hooks->construct != NULL;
    if (count > pool->capacity) {
        return hutch_core_bad_index(pool, count, HUTCH_FAULT_PRESPAWN);
    }
    if (!HUTCH_MAY_USE(pool, HUTCH_NONE)) {
        return false;
    }
    for (unsigned index = 0; is_needed && index < count; index++) {
        // A live object was constructed already, or acquired without hooks.
        if (!hutch_bitmap_is_live(pool->live, index)) {
            hutch_spawn_construct(pool, index);
        }
    }
    return true;
}

// The test and the mark are one critical section: otherwise an interrupt could release the object in between,
// and the next object in the slot would be persistent. A lock-free pool clears the mark again if the object
// was released meanwhile.
static bool mark_persistent(const struct hutch_pool *pool, unsigned index, bool is_persistent)
{
    bool is_live;
#if HUTCH_HAS_LOCK_FREE
    if (hutch_is_lock_free(pool)) {
        const hutch_ref_t before = hutch_ref_make(pool, index, 0);
        is_live = hutch_core_is_live_at(pool, index);
        if (is_live) {
            set_mark(pool, HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT), index, is_persistent);
            is_live = hutch_ref_make(pool, index, 0) == before;
        }
        if (!is_live && is_persistent) {
            set_mark(pool, HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT), index, false);
        }
        return is_live;
    }
#endif
    const hutch_port_state_t saved = hutch_core_lock(pool);
    is_live = hutch_core_is_live_at(pool, index);
    if (is_live) {
        hutch_locked_mark(HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT), index / HUTCH_WORD_BITS,
                          hutch_bits_mask(index), is_persistent);
    }
    hutch_core_unlock(pool, saved);
    return is_live;
}

bool hutch_persist_(const struct hutch_pool *pool, const void *object, bool persistent)
{
    const unsigned index = hutch_slot_index(pool, object);
    bool is_done = false;
    PUBLIC_BEGIN
    if (!HUTCH_HAS_HOOKS(pool) || !hutch_core_is_live_at(pool, index)) {
        hutch_core_bad_pointer(pool, index, object, HUTCH_FAULT_USE_AFTER_RELEASE);
    } else if (HUTCH_MAY_USE(pool, index)) {
        is_done = mark_persistent(pool, index, persistent) ||
                  hutch_core_bad_pointer(pool, index, object, HUTCH_FAULT_USE_AFTER_RELEASE);
    }
    PUBLIC_END
    return is_done;
}

// clang-format off
PUBLIC_OBJECTS(void *, hutch_spawn_, spawn, (const struct hutch_pool *pool, const void *args), (pool, args))
PUBLIC_OBJECTS(void *, hutch_spawn_urgent_, spawn_urgent, (const struct hutch_pool *pool, const void *args), (pool, args))
PUBLIC(bool, hutch_prespawn_, prespawn, (const struct hutch_pool *pool, unsigned count), (pool, count))
PUBLIC_OBJECTS(bool, hutch_despawn_, despawn, (const struct hutch_pool *pool, const void *object), (pool, object))
// clang-format on
