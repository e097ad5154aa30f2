// SPDX-License-Identifier: MIT
// core.h - the dispatcher: every operation of a pool, over its descriptor.
//
// Every way to acquire or release goes through here, in every build: typed or generic, folded or not. So what
// is added to hutch_core_acquire_object or hutch_core_release_slot holds for all of them.
//
// Both go through policed.h to the engine, which each of them expands in one place: gcc optimises the body of
// each function here by itself before it folds one. What a release adds, from the inside out:
//   HUTCH_ENGINE_RELEASE           clears the bit: engine.h
//   hutch_core_release_counted     the policy
//   hutch_core_release_slot        a task that waits
//   hutch_core_release_with_hook   the despawn hook: hooks.h
//
// A function hutch_core_verb has the parameters, the result and the faults of hutch_verb; the contracts are
// in generic.h. Typed functions pass a constant descriptor and fold; src/hutch_generic.c passes a pointer.
// Functions out of line receive pool->self, so that a pool has one address in all files.
#ifndef HUTCH_CORE_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_CORE_H

#include "misuse.h"
#include "policed.h"
#include "waiting.h"

// --------------------------------------------------------------------------------------------------- acquire

HUTCH_INLINE void *hutch_core_acquire_object(const struct hutch_pool *pool, unsigned mode)
{
    if (HUTCH_IS_SMALL_HERE(pool)) {
        return hutch_small_acquire_shown(pool);
    }
    const struct hutch_policy *const policy = pool->options->policy;
    if (policy != NULL && !HUTCH_POLICY_FOLDS_(policy)) {
        return (policy->calls->acquire_object)(pool->self, mode);
    }
    unsigned index = HUTCH_NONE;
    if (HUTCH_IN_PROGRAM) {
        bool is_low = false;
        index = hutch_core_take_allowed(pool, mode, &is_low);
        if (is_low) {
            hutch_core_call_back(pool, policy->on_low);
        }
        if (index == HUTCH_NONE && policy != NULL && !HUTCH_POLICY_ENDS_HERE_(policy)) {
            return (policy->calls->acquire_object)(pool->self, mode);
        }
    } else {
        index = HUTCH_ENGINE_ACQUIRE(pool, mode);
    }
    HUTCH_ASSERT(25, index == HUTCH_NONE || index < pool->capacity);
    return index != HUTCH_NONE ? hutch_slot_address(pool, index) : NULL;
}

HUTCH_INLINE unsigned hutch_core_acquire_index(const struct hutch_pool *pool)
{
    return hutch_core_acquire_mode(pool, HUTCH_MODE_USUAL);
}

/// Acquires slot `index`, which is in range: also from the reserve, and calls nothing.
HUTCH_INLINE bool hutch_core_claim_mode(const struct hutch_pool *pool, unsigned index, unsigned mode)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const hutch_port_state_t saved = policy != NULL ? hutch_locked_enter(pool) : (hutch_port_state_t)0;
    const bool is_done = HUTCH_ENGINE(claim, pool, index, mode);
    if (policy != NULL && is_done) {
        HUTCH_POLICY_STAMP_(policy, index);
    }
    if (policy != NULL) {
        hutch_locked_exit(pool, saved);
    }
    return is_done;
}

HUTCH_INLINE bool hutch_core_claim_index(const struct hutch_pool *pool, unsigned index)
{
    return index < pool->capacity ? hutch_core_claim_mode(pool, index, HUTCH_MODE_USUAL)
                                  : hutch_core_bad_index(pool, index, HUTCH_FAULT_BAD_INDEX);
}

HUTCH_INLINE void *hutch_core_claim(const struct hutch_pool *pool, unsigned index)
{
    return hutch_core_claim_index(pool, index) ? hutch_slot_address(pool, index) : NULL;
}

// --------------------------------------------------------------------------------------------------- release

/// Frees slot `index`, through the pool's policy if there is one, and wakes a waiting task.
HUTCH_INLINE bool hutch_core_release_slot(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const bool is_done = policy != NULL && !HUTCH_POLICY_FOLDS_(policy)
                             ? (policy->calls->release)(pool->self, index, is_hidden)
                         : HUTCH_IN_PROGRAM ? hutch_core_release_counted(pool, index, is_hidden)
                                            : HUTCH_ENGINE_RELEASE(pool, index, is_hidden);
    HUTCH_WAKE(pool, is_done);
    return is_done;
}

HUTCH_INLINE bool hutch_core_release_at(const struct hutch_pool *pool, unsigned index)
{
    if (HUTCH_LIKELY(index < pool->capacity)) {
        return HUTCH_LIKELY(hutch_core_release_slot(pool, index, false)) ||
               hutch_core_bad_index(pool, index, HUTCH_FAULT_DOUBLE_RELEASE);
    }
    return hutch_core_bad_index(pool, index, HUTCH_FAULT_BAD_INDEX);
}

HUTCH_INLINE bool hutch_core_release(const struct hutch_pool *pool, const void *object)
{
    if (HUTCH_IS_SMALL_HERE(pool)) { // without names, the engine reports
        return (pool->generations != NULL     ? hutch_small_release_with_refs(pool, object)
                : HUTCH_IS_SMALL_QUEUED(pool) ? hutch_small_release_shown(pool, object)
                                              : hutch_small_release(pool, object)) ||
               (HUTCH_CFG_NAMES && hutch_core_bad_pointer(pool, HUTCH_SMALL_INDEX(pool, object), object,
                                                          HUTCH_FAULT_DOUBLE_RELEASE));
    }
    const struct hutch_policy *const policy = pool->options->policy;
    if (policy != NULL && !HUTCH_POLICY_FOLDS_(policy)) {
        return (policy->calls->release_object)(pool->self, object, false);
    }
    const unsigned index = hutch_slot_index(pool, object);
    if (HUTCH_LIKELY(index != HUTCH_NONE) && HUTCH_LIKELY(hutch_core_release_slot(pool, index, false))) {
        return true;
    }
    // Whatever is wrong is passed on as a double release: the report finds out what it is.
    return index == HUTCH_NONE && policy != NULL && HUTCH_POLICY_FOLDS_(policy) && policy->spill != NULL
               ? (policy->calls->release_object)(pool->self, object, false)
               : hutch_core_bad_pointer(pool, index, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

// ---------------------------------------------------------------------------------------- tests and look-ups

HUTCH_INLINE unsigned hutch_core_index(const struct hutch_pool *pool, const void *object)
{
    return hutch_slot_index(pool, object);
}

HUTCH_INLINE void *hutch_core_at(const struct hutch_pool *pool, unsigned index)
{
    return index < pool->capacity ? hutch_slot_address(pool, index) : NULL;
}

HUTCH_INLINE bool hutch_core_is_live_at(const struct hutch_pool *pool, unsigned index)
{
    return index < pool->capacity && hutch_bitmap_is_live(pool->visible, index);
}

HUTCH_INLINE bool hutch_core_is_live(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_slot_index(pool, object);
    const struct hutch_policy *const policy = pool->options->policy;
    return index == HUTCH_NONE && HUTCH_SPILLS_(policy)
               ? hutch_core_is_live_at(policy->spill, hutch_slot_index(policy->spill, object))
               : hutch_core_is_live_at(pool, index);
}

HUTCH_INLINE unsigned hutch_core_next_index(const struct hutch_pool *pool, unsigned from)
{
    const unsigned index = hutch_bitmap_next(pool->visible, pool->capacity, from);
    HUTCH_ASSERT(27, index == HUTCH_NONE || (index >= from && index < pool->capacity));
    return index;
}

HUTCH_INLINE void *hutch_core_first(const struct hutch_pool *pool)
{
    return hutch_core_at(pool, hutch_core_next_index(pool, 0));
}

HUTCH_INLINE void *hutch_core_next(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_slot_index(pool, object);
    return index != HUTCH_NONE ? hutch_core_at(pool, hutch_core_next_index(pool, index + 1u)) : NULL;
}

HUTCH_INLINE unsigned hutch_core_last_index(const struct hutch_pool *pool)
{
    return hutch_bitmap_last(pool->visible, pool->capacity);
}

HUTCH_INLINE void *hutch_core_last(const struct hutch_pool *pool)
{
    return hutch_core_at(pool, hutch_core_last_index(pool));
}

HUTCH_INLINE unsigned hutch_core_live(const struct hutch_pool *pool)
{
    const unsigned count = hutch_bitmap_count(pool->live, pool->capacity);
    HUTCH_ASSERT(28, count <= pool->capacity);
    return count;
}

HUTCH_INLINE unsigned hutch_core_available(const struct hutch_pool *pool)
{
    return pool->capacity - hutch_bitmap_count(pool->live, pool->capacity);
}

HUTCH_INLINE unsigned hutch_core_capacity(const struct hutch_pool *pool)
{
    return pool->capacity;
}

#endif
