// SPDX-License-Identifier: MIT
// core.h - every operation of a pool, written once over its descriptor. Typed functions pass a constant
// descriptor and the compiler folds it; the generic functions of src/ pass a pointer. Nothing here reports a
// fault: it answers false.
#ifndef HUTCH_CORE_H
#define HUTCH_CORE_H

#include "core_call.h"
#include "core_free.h"
#include "core_slot.h"
#include "core_take.h"
#include "counters.h"
#include "debug.h"
#include "fault.h"
#include "generic.h"
#include "pool.h"
#include "ref.h"
#include "tracker.h"
#include "tracker_run.h"

// -------------------------------------------------------------------------------------- claim and release

/// The number of the leaf word that slot `index` is in: a byte, shifted as one, where a CPU reckons in bytes.
#ifdef HUTCH_PORT_EIGHTH
HUTCH_INLINE unsigned hutch_core_word(const struct hutch_pool *pool, unsigned index)
{
    const unsigned capacity = pool->capacity;
    return hutch_is_folded(pool) && HUTCH_LEAF_WORDS(capacity) > 1 && capacity <= 256
               ? HUTCH_PORT_EIGHTH(index)
               : index / HUTCH_WORD_BITS;
}
#else
#    define hutch_core_word(pool, index) ((index) / HUTCH_WORD_BITS)
#endif

/// Where slot `index` is in a bitmap, computed before the critical section that needs it.
/// @param  words  the bitmap's words
/// @param  k      receives its leaf word's number
/// @param  bit    receives its bit in there
/// @return the words
HUTCH_INLINE hutch_word_t *hutch_core_place(const struct hutch_pool *pool, hutch_word_t *words,
                                            unsigned index, unsigned *k, hutch_word_t *bit)
{
    *k = hutch_core_word(pool, index);
#if defined(HUTCH_PORT_BIT_AT) && HUTCH_CFG_WORD_BITS == 32
    *bit = HUTCH_PORT_BIT_AT(index, HUTCH_LEAF_WORDS((unsigned)pool->capacity));
#else
    *bit = hutch_bit(index);
#endif
    if (hutch_is_locking(pool)) {
        HUTCH_LOAD_NOW(*bit);
        if (HUTCH_LEAF_WORDS((unsigned)pool->capacity) > 1 && !hutch_is_folded(pool)) {
            HUTCH_LOAD_NOW(*k);
            HUTCH_LOAD_NOW(words);
        }
    }
    return words;
}

/// Takes slot `index`.
/// @return false, and nothing changed, when it is live; the caller knows that it is in range
HUTCH_INLINE bool hutch_core_claim(const struct hutch_pool *pool, unsigned index)
{
    if (HUTCH_CFG_CHECK >= 2) {
        return hutch_debug_claim(pool, index, HUTCH_CALLER());
    }
    if (hutch_is_free(pool)) {
        return hutch_free_claim(pool, index);
    }
    hutch_word_t bit;
    unsigned k;
    hutch_word_t *const words = hutch_core_place(pool, hutch_live_of(pool), index, &k, &bit);
    const hutch_port_state_t saved = hutch_lock(pool);
    const hutch_word_t before = hutch_tracker_take(words, pool->capacity, k, bit);
    if (HUTCH_CFG_STATS && (before & bit) == 0) {
        hutch_core_note_out_of_order(pool);
    } else if (HUTCH_CFG_STATS) {
        hutch_core_note_refused(pool);
    }
    if (pool->marks != NULL && (before & bit) == 0) {
        hutch_word_t *const visible = hutch_visible_of(pool) + k;
        *visible = (hutch_word_t)(*visible | bit);
    }
    if ((before & bit) == 0) {
        hutch_core_note_taken(pool, index);
    }
    hutch_unlock(pool, saved);
    return (before & bit) == 0;
}

/// A freed slot keeps its construction only. Inside the lock.
HUTCH_INLINE void hutch_core_forget_marks(const struct hutch_pool *pool, unsigned index)
{
    const unsigned k = hutch_core_word(pool, index);
    const hutch_word_t others = (hutch_word_t)~hutch_bit(index);
    hutch_word_t *const visible = hutch_visible_of(pool) + k;
    hutch_word_t *const persistent = hutch_marks_of(pool, HUTCH_MARK_PERSISTENT) + k;
    *visible = (hutch_word_t)(*visible & others);
    *persistent = (hutch_word_t)(*persistent & others);
}

/// Frees slot `index` of a tracked pool, inside the lock. A hidden slot is freed by the end of its despawn
/// only.
/// @return 0, and nothing changed, when the slot is free already, or hidden and not to be, or the reverse
HUTCH_INLINE hutch_word_t hutch_core_give(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    const unsigned k = hutch_core_word(pool, index);
    const hutch_word_t bit = hutch_bit(index);
    if (((is_hidden ? hutch_live_of(pool) : hutch_visible_of(pool))[k] & bit) == 0 ||
        hutch_ref_is_retired(pool, index) || (is_hidden && (hutch_visible_of(pool)[k] & bit) != 0)) {
        return 0;
    }
    if (pool->marks != NULL) {
        hutch_core_forget_marks(pool, index);
    }
    if (hutch_ref_step(pool, index)) {
        hutch_tracker_give(hutch_live_of(pool), pool->capacity, k, bit, false);
    }
    if (HUTCH_CFG_STATS >= 2) {
        hutch_core_sizing_given(pool, index);
    }
    return bit;
}

/// Says so if a released slot has retired. Outside the lock.
HUTCH_INLINE void hutch_core_tell_retired(const struct hutch_pool *pool, unsigned index)
{
    if (HUTCH_CFG_RETIRE && hutch_ref_is_retired(pool, index)) {
        hutch_fault_index(pool->name, index, HUTCH_FAULT_RETIRED);
    }
}

/// Frees slot `index`, a hidden one or one that can be seen, whatever the pool's policy says.
/// @return false, and nothing changed, when it is free already; the caller knows that it is in range
HUTCH_INLINE bool hutch_core_release_one(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    if (HUTCH_CFG_CHECK >= 2) {
        return hutch_debug_release(pool, index, is_hidden, HUTCH_CALLER());
    }
    if (HUTCH_PORT_HAS_PLAIN && hutch_is_plain(pool)) {
        return hutch_port_give(pool->live, index, pool->capacity) || HUTCH_CFG_CHECK == 0;
    }
    if (hutch_is_free(pool)) {
        const bool ok = is_hidden ? hutch_free_finish(pool, index) : hutch_free_release(pool, index);
        if (ok) {
            hutch_core_tell_retired(pool, index);
        }
        return ok;
    }
    const bool asks_inside = HUTCH_ASKS_INSIDE && HUTCH_CFG_CHECK >= 1;
    hutch_word_t bit, given;
    unsigned k;
    hutch_word_t *const words = hutch_core_place(pool, hutch_live_of(pool), index, &k, &bit);
    const hutch_port_state_t saved = hutch_lock(pool);
    if (pool->generations != NULL) {
        given = hutch_core_give(pool, index, is_hidden);
    } else {
        if (asks_inside && (words[k] & bit) == 0) {
            hutch_unlock(pool, saved);
            return false;
        }
        given = hutch_tracker_give(words, pool->capacity, k, bit, asks_inside);
        if (HUTCH_CFG_STATS >= 2 && (given & bit) != 0) {
            hutch_core_sizing_given(pool, index);
        }
    }
    hutch_unlock(pool, saved);
    if (HUTCH_CFG_RETIRE && (given & bit) != 0) {
        hutch_core_tell_retired(pool, index);
    }
    return HUTCH_CFG_CHECK == 0 || (asks_inside && pool->generations == NULL) || (given & bit) != 0;
}

/// Frees slot `index`, a hidden one or one that can be seen, and tells the pool's policy.
/// @return false, and nothing changed, when it is free already; the caller knows that it is in range
HUTCH_INLINE bool hutch_core_release_slot(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    return pool->policy != NULL ? hutch_call_release(pool, index, is_hidden)
                                : hutch_core_release_one(pool, index, is_hidden);
}

/// After a release, outside the lock: serves those who wait. Answers what it was given.
HUTCH_INLINE bool hutch_core_after_release(const struct hutch_pool *pool, bool ok)
{
#if HUTCH_CFG_WAIT
    if (ok && pool->wait != NULL && HUTCH_LOAD_FIRST(pool->wait) != NULL) {
        hutch_core_serve(pool);
    }
#else
    (void)pool;
#endif
    return ok;
}

HUTCH_INLINE bool hutch_core_release(const struct hutch_pool *pool, unsigned index)
{
    return hutch_core_after_release(pool, hutch_core_release_slot(pool, index, false));
}

/// Hides slot `index`: the first half of despawn. This one step decides who frees the slot.
/// @return false, and nothing changed, when it is free or hidden already
HUTCH_INLINE bool hutch_core_hide(const struct hutch_pool *pool, unsigned index)
{
    if (HUTCH_CFG_CHECK >= 2 && !hutch_debug_may_use(pool, index, HUTCH_CALLER())) {
        return false;
    }
    if (hutch_is_free(pool)) {
        return hutch_free_hide(pool, index);
    }
    hutch_word_t bit;
    unsigned k;
    hutch_word_t *const visible = hutch_core_place(pool, hutch_visible_of(pool), index, &k, &bit);
    const hutch_port_state_t saved = hutch_lock(pool);
    const hutch_word_t before = visible[k];
    visible[k] = (hutch_word_t)(before & (hutch_word_t)~bit);
    hutch_unlock(pool, saved);
    return (before & bit) != 0;
}

/// Frees a hidden slot: the second half of despawn.
HUTCH_INLINE bool hutch_core_release_hidden(const struct hutch_pool *pool, unsigned index)
{
    return hutch_core_after_release(pool, hutch_core_release_slot(pool, index, true));
}

/// The slot of a ref's object, or HUTCH_NONE.
HUTCH_INLINE unsigned hutch_core_find(const struct hutch_pool *pool, hutch_ref_t ref)
{
    unsigned index;
    if (HUTCH_CFG_CHECK >= 2 && !hutch_debug_ref_is_ours(pool, ref, HUTCH_CALLER())) {
        return HUTCH_NONE;
    }
    if (HUTCH_CFG_REF_BITS <= HUTCH_WORD_BITS || !hutch_is_locking(pool)) {
        index = hutch_ref_find(pool, ref);
    } else {
        const hutch_port_state_t saved = hutch_lock(pool); // the counter takes more than one load
        index = hutch_ref_find(pool, ref);
        hutch_unlock(pool, saved);
    }
    return index != HUTCH_NONE && pool->marks != NULL && !hutch_is_visible(pool, index) ? HUTCH_NONE : index;
}

/// Frees the slot of a ref's object. Ref and bit are looked at under one lock: no interrupt can put another
/// object there in between.
/// @return false, and nothing changed, when the object is gone
HUTCH_INLINE bool hutch_core_release_ref(const struct hutch_pool *pool, hutch_ref_t ref)
{
    if (pool->policy != NULL) {
        return hutch_core_after_release(pool, hutch_call_release_ref(pool, ref));
    }
    if (HUTCH_CFG_CHECK >= 2) {
        const unsigned index = hutch_core_find(pool, ref);
        return hutch_core_after_release(pool, index != HUTCH_NONE &&
                                                  hutch_debug_release(pool, index, false, HUTCH_CALLER()));
    }
    const hutch_port_state_t saved = hutch_lock(pool);
    const unsigned index = hutch_ref_find(pool, ref);
    const bool ok = index != HUTCH_NONE && (hutch_is_free(pool) ? hutch_free_release_ref(pool, index, ref)
                                                                : hutch_core_give(pool, index, false) != 0);
    hutch_unlock(pool, saved);
    if (ok) {
        hutch_core_tell_retired(pool, index);
    }
    return hutch_core_after_release(pool, ok);
}

/// The ref to the object in slot `index`; 0 when the slot is not live.
HUTCH_INLINE hutch_ref_t hutch_core_ref(const struct hutch_pool *pool, unsigned index)
{
    if (index >= pool->capacity) {
        return 0;
    }
    // The generation first: when the object goes in between, the ref is one to it and not to the slot's next.
    const hutch_ref_t ref = hutch_ref_make(pool, index, HUTCH_CFG_CHECK >= 2 ? hutch_debug_tag(pool) : 0);
    return hutch_core_is_live_at(pool, index) ? ref : 0;
}

/// Frees every live slot, one bitmap word at a time, so that interrupts are off for one word only; slot by
/// slot where there are generations to step.
HUTCH_INLINE void hutch_core_clear(const struct hutch_pool *pool)
{
    if (HUTCH_CFG_CHECK >= 2 || pool->generations != NULL || pool->policy != NULL) {
        struct hutch_site here;
        hutch_call_hear(&here);
        for (unsigned index = hutch_core_next(pool, 0); index < pool->capacity;
             index = hutch_core_next(pool, index + 1)) {
            hutch_call_repeat(&here);
            hutch_core_release(pool, index);
        }
        return;
    }
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        if (hutch_is_free(pool)) {
            hutch_free_clear_word(pool, k);
            continue;
        }
        const hutch_port_state_t saved = hutch_lock(pool);
        if (HUTCH_CFG_STATS >= 2) {
            hutch_core_sizing_given_word(pool, k);
        }
        hutch_tracker_store(hutch_live_of(pool), pool->capacity, k, 0);
        hutch_unlock(pool, saved);
        hutch_core_after_release(pool, true);
    }
}

#endif
