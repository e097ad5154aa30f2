// SPDX-License-Identifier: MIT
// core_run.h - the core's operations on neighbouring slots.
#ifndef HUTCH_CORE_RUN_H
#define HUTCH_CORE_RUN_H

#include "core.h"

/// Marks a run visible, where slots are marked. Inside the lock.
HUTCH_INLINE void hutch_core_show_run(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    for (unsigned k = first / HUTCH_WORD_BITS; pool->marks != NULL && k * HUTCH_WORD_BITS < first + length;
         k++) {
        hutch_word_t *const visible = hutch_visible_of(pool) + k;
        *visible = (hutch_word_t)(*visible | hutch_run_mask(k, first, length));
    }
}

/// Takes the first `length` neighbouring free slots.
/// @return the first one's number; HUTCH_NONE when there is no such place, or length is 0
HUTCH_INLINE unsigned hutch_core_acquire_run(const struct hutch_pool *pool, unsigned length)
{
    if (HUTCH_CFG_CHECK >= 2) {
        return hutch_debug_acquire_run(pool, length, HUTCH_CALLER());
    }
    if (hutch_is_free(pool)) {
        return hutch_free_acquire_run(pool, length);
    }
    unsigned first = HUTCH_NONE;
    const hutch_port_state_t saved = hutch_lock(pool);
    if (length != 0 && length <= pool->capacity) {
        first = hutch_tracker_find_run(hutch_live_of(pool), pool->capacity, length);
    }
    if (first == HUTCH_NONE) {
        hutch_core_note_refused(pool);
    } else {
        hutch_tracker_set_run(hutch_live_of(pool), pool->capacity, first, length, true);
        hutch_core_show_run(pool, first, length);
        hutch_core_note_out_of_order(pool);
        for (unsigned index = first; (HUTCH_CFG_STATS >= 2 || pool->policy != NULL) && index < first + length;
             index++) {
            hutch_core_note_taken(pool, index);
        }
    }
    hutch_unlock(pool, saved);
    return first;
}

/// Is every slot of a run live, and none of them retired or hidden?
HUTCH_INLINE bool hutch_core_run_is_live(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    for (unsigned index = first; HUTCH_CFG_RETIRE && index < first + length; index++) {
        if (hutch_ref_is_retired(pool, index)) {
            return false;
        }
    }
    return hutch_tracker_run_is_live(hutch_visible_of(pool), first, length);
}

/// Frees a run of a pool with a policy, which hears of each slot.
HUTCH_INLINE bool hutch_core_release_run_singly(const struct hutch_pool *pool, unsigned first,
                                                unsigned length)
{
    const bool ok = hutch_core_run_is_live(pool, first, length);
    struct hutch_site here;
    if (HUTCH_CFG_CHECK >= 2 && ok) {
        hutch_debug_hear(&here);
    }
    for (unsigned index = first; ok && index < first + length; index++) {
        hutch_call_repeat(&here);
        if (!hutch_core_release_slot(pool, index, false) && HUTCH_CFG_CHECK >= 2) {
            return false; // and reported: this context must not
        }
    }
    return ok;
}

/// Frees a run, or the part of an acquired run that the caller names.
/// @return false, and nothing changed, unless every slot of it is in the pool and live
HUTCH_INLINE bool hutch_core_release_run(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    if (first >= pool->capacity || length == 0 || length > pool->capacity - first) {
        return false;
    }
    if (pool->policy != NULL) {
        return hutch_core_release_run_singly(pool, first, length);
    }
    if (HUTCH_CFG_CHECK >= 2) {
        return hutch_core_after_release(pool, hutch_debug_release_run(pool, first, length, HUTCH_CALLER()));
    }
    const hutch_port_state_t saved = hutch_lock(pool);
    const bool is_free = hutch_is_free(pool);
    const bool ok =
        is_free ? hutch_free_release_run(pool, first, length) : hutch_core_run_is_live(pool, first, length);
    for (unsigned index = first;
         HUTCH_CFG_STATS >= 2 && ok && pool->generations == NULL && index < first + length; index++) {
        hutch_core_sizing_given(pool, index);
    }
    if (ok && !is_free && pool->generations != NULL) {
        for (unsigned index = first; index < first + length; index++) {
            hutch_core_give(pool, index, false);
        }
    } else if (ok && !is_free) {
        hutch_tracker_set_run(hutch_live_of(pool), pool->capacity, first, length, false);
    }
    hutch_unlock(pool, saved);
    for (unsigned index = first; HUTCH_CFG_RETIRE && ok && index < first + length; index++) {
        hutch_core_tell_retired(pool, index);
    }
    return hutch_core_after_release(pool, ok);
}

#endif
