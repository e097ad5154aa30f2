// SPDX-License-Identifier: MIT
// core_take.h - the core's acquire: from the lock to the slot's address.
#ifndef HUTCH_CORE_TAKE_H
#define HUTCH_CORE_TAKE_H

#include "core_call.h"
#include "core_free.h"
#include "core_slot.h"
#include "core_ways.h"
#include "counters.h"

/// Takes the lowest free slot.
/// @param  leaf  receives its leaf word's number
/// @param  how   HIDDEN leaves it invisible; otherwise it is visible in the same moment
/// @return as hutch_tracker_take_first: 0 when the pool is full
HUTCH_INLINE hutch_word_t hutch_core_take(const struct hutch_pool *pool, unsigned *leaf, enum hutch_take how)
{
    if (hutch_is_free(pool)) {
        return hutch_free_acquire(pool, 1, leaf, how);
    }
    hutch_word_t *words = hutch_live_of(pool);
    if (HUTCH_LEAF_WORDS((unsigned)pool->capacity) > 1 && hutch_is_locking(pool) && !hutch_is_folded(pool)) {
        HUTCH_LOAD_NOW(words); // one word: the address is next to that of the slots, and may stay unknown
    }
    const hutch_port_state_t saved = hutch_lock(pool);
    const hutch_word_t taken = hutch_tracker_take_first(words, pool->capacity, leaf);
    if (HUTCH_CFG_STATS && taken == 0) {
        hutch_core_note_refused(pool);
    } else if (HUTCH_CFG_STATS) {
        hutch_core_note_acquired(pool, hutch_tracker_taken(pool->capacity, *leaf, taken));
    }
    if ((HUTCH_CFG_STATS >= 2 || pool->policy != NULL) && taken != 0) {
        hutch_core_note_taken(pool, hutch_tracker_taken(pool->capacity, *leaf, taken));
    }
    if (pool->marks != NULL && ((unsigned)how & HUTCH_TAKE_HIDDEN) == 0) {
        hutch_word_t *const visible = hutch_visible_of(pool) + *leaf; // SDCC takes no call on the left of |=
        *visible = (hutch_word_t)(*visible | (taken & (hutch_word_t)(0u - taken)));
    }
    hutch_unlock(pool, saved);
    return taken;
}

#if HUTCH_HAS_FIRST_ZERO
/// Is it a pool with a summary that may leave early when it is full: nothing else to be noted?
HUTCH_INLINE bool hutch_core_leaves_early(const struct hutch_pool *pool)
{
    return HUTCH_TOP_WORDS((unsigned)pool->capacity) && hutch_is_folded(pool) && !HUTCH_CFG_STATS &&
           pool->marks == NULL && !hutch_is_free(pool);
}

/// Takes the lowest free slot of such a pool.
/// @return its number; HUTCH_NONE when the pool is full
HUTCH_INLINE unsigned hutch_core_acquire_or_leave(const struct hutch_pool *pool)
{
    const unsigned capacity = pool->capacity, leaves = HUTCH_LEAF_WORDS(capacity),
                   mids = HUTCH_MID_WORDS(capacity);
    hutch_word_t *const words = hutch_live_of(pool);
    unsigned leaf;
    const hutch_port_state_t saved = hutch_lock(pool);
    if (!HUTCH_LIKELY(words[leaves + mids] != hutch_full_word(0, mids ? mids : leaves))) {
        hutch_unlock(pool, saved);
        return HUTCH_NONE;
    }
    const hutch_word_t taken = hutch_tracker_take_first(words, capacity, &leaf);
    hutch_unlock(pool, saved);
    HUTCH_ASSUME(taken != 0);
    return hutch_tracker_taken(capacity, leaf, taken);
}
#else
#    define hutch_core_leaves_early(pool) false
#    define hutch_core_acquire_or_leave(pool) HUTCH_NONE
#endif

/// Takes the lowest free slot, whatever the pool's policy says.
/// @return its number; HUTCH_NONE when the pool is full
HUTCH_INLINE unsigned hutch_core_acquire_free(const struct hutch_pool *pool, enum hutch_take how)
{
    if (HUTCH_CFG_CHECK >= 2) {
        return hutch_debug_acquire(pool, how, HUTCH_CALLER());
    }
    if (HUTCH_PORT_HAS_PLAIN && hutch_is_plain(pool)) {
        const unsigned index = hutch_port_take(pool->live, pool->capacity);
        if (HUTCH_CFG_STATS && index == HUTCH_NONE) {
            hutch_core_note_refused(pool);
        } else if (HUTCH_CFG_STATS) {
            hutch_core_note_acquired(pool, index);
        }
        return index;
    }
    if (hutch_core_leaves_early(pool)) {
        return hutch_core_acquire_or_leave(pool);
    }
    unsigned leaf;
    const hutch_word_t taken = hutch_core_take(pool, &leaf, how);
    return taken != 0 ? hutch_tracker_taken(pool->capacity, leaf, taken) : HUTCH_NONE;
}

/// Takes a slot, the lowest free one unless the pool has a policy.
/// @return its number; HUTCH_NONE when there is none
HUTCH_INLINE unsigned hutch_core_acquire(const struct hutch_pool *pool, enum hutch_take how)
{
    return pool->policy != NULL ? hutch_call_acquire(pool, how) : hutch_core_acquire_free(pool, how);
}

/// Takes a slot, the lowest free one unless the pool has a policy.
/// @return its address, in the pool that this one spills to perhaps; NULL when there is none
HUTCH_INLINE void *hutch_core_acquire_object(const struct hutch_pool *pool, enum hutch_take how)
{
    if (pool->policy != NULL) {
        return hutch_call_acquire_object(pool, how);
    }
    if (HUTCH_CFG_CHECK >= 2) {
        return hutch_core_at(pool, hutch_debug_acquire(pool, how, HUTCH_CALLER()));
    }
    if (HUTCH_PORT_HAS_PLAIN && hutch_is_plain(pool)) {
        return hutch_core_at(pool, hutch_core_acquire_free(pool, how));
    }
#if HUTCH_HAS_WAYS
    if (hutch_core_is_scanned(pool)) {
        return hutch_core_acquire_scanned(pool);
    }
    if (hutch_core_is_summed(pool)) {
        return hutch_core_acquire_summed(pool);
    }
#endif
    if (hutch_core_leaves_early(pool)) {
        const unsigned index = hutch_core_acquire_or_leave(pool);
        return index != HUTCH_NONE ? hutch_core_address(pool, index) : NULL;
    }
    unsigned char *slots = pool->slots;
    unsigned leaf;
    const hutch_word_t taken = hutch_core_take(pool, &leaf, how);
    if (!hutch_is_folded(pool)) {
        HUTCH_OPAQUE(slots); // in a register before the branch: the store may then step it there for nothing
    }
    return taken != 0 ? slots + hutch_core_offset(pool, hutch_tracker_taken(pool->capacity, leaf, taken))
                      : NULL;
}

#endif
