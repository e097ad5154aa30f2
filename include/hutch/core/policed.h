// SPDX-License-Identifier: MIT
// policed.h - what acquire and release do in a pool with a policy.
#ifndef HUTCH_POLICED_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_POLICED_H

#include "engine.h"
#include "policy_fields.h"

/// The number of free slots, inside the critical section.
#define HUTCH_POLICY_AVAILABLE_(pool, policy) \
    ((pool)->capacity - ((policy)->state->acquired - (policy)->state->released))

/// Counts and stamps slot `index`, inside the critical section. The functions that choose a victim read both
/// values without it.
#define HUTCH_POLICY_STAMP_(policy, index)                                   \
    do {                                                                     \
        const unsigned acquired_ = (policy)->state->acquired + 1u;           \
        HUTCH_STORE((policy)->state->acquired, acquired_);                   \
        if ((policy)->stamps != NULL && (index) < (policy)->stamps_length) { \
            HUTCH_STORE((policy)->stamps[index], acquired_);                 \
        }                                                                    \
    } while (0)

/// True if the compiler sees the policy's fields, so that acquire and release are inlined until there is no
/// room; else they are calls through `calls`.
#define HUTCH_POLICY_FOLDS_(policy) (HUTCH_CFG_CHECK < 2 && HUTCH_FOLDS((policy)->reserve))

/// True if the compiler sees that nothing more can be done when there is no room, so that src/hutch_policy.c
/// need not be called.
#define HUTCH_POLICY_ENDS_HERE_(policy) \
    (!HUTCH_CFG_STATS && HUTCH_POLICY_FOLDS_(policy) && (policy)->evict == NULL && (policy)->spill == NULL)

/// True if there is a policy, and it has a pool to spill to.
#define HUTCH_SPILLS_(policy) ((policy) != NULL && (policy)->spill != NULL)

/// Calls a function of the pool's policy, outside the critical section. Debug builds report one that causes
/// its own call, before the stack ends.
HUTCH_INLINE void hutch_core_call_back(const struct hutch_pool *pool,
                                       void (*callback)(const struct hutch_pool *pool))
{
    if (HUTCH_CFG_CHECK < 2 || hutch_debug_begin_callback(pool->self)) {
        (callback)(pool->self);
        if (HUTCH_CFG_CHECK >= 2) {
            hutch_debug_end_callback(pool->self);
        }
    }
}

/// Acquires a free slot as the pool's policy allows, and counts it: not from the reserve, unless the caller
/// is urgent. Inside the critical section, in which the engine's nests.
/// @param  is_low  receives true if on_low must be called, after the critical section
HUTCH_INLINE unsigned hutch_core_take_allowed(const struct hutch_pool *pool, unsigned mode, bool *is_low)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const unsigned kept = (mode & HUTCH_MODE_URGENT) != 0 ? 0u : policy->reserve;
    const unsigned available = HUTCH_POLICY_AVAILABLE_(pool, policy);
    unsigned index = HUTCH_NONE;
    if (kept == 0 || available > kept) {
        index = HUTCH_ENGINE_ACQUIRE(pool, mode | HUTCH_MODE_UNCOUNTED);
    }
    if (index != HUTCH_NONE) {
        HUTCH_POLICY_STAMP_(policy, index);
    }
    *is_low = index != HUTCH_NONE && policy->on_low != NULL && available == policy->low + 1u;
    return index;
}

/// The same in a critical section of its own.
HUTCH_INLINE unsigned hutch_core_acquire_allowed(const struct hutch_pool *pool, unsigned mode)
{
    bool is_low = false;
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const unsigned index = hutch_core_take_allowed(pool, mode, &is_low);
    hutch_locked_exit(pool, saved);
    if (is_low) {
        hutch_core_call_back(pool, pool->options->policy->on_low);
    }
    return index;
}

/// Acquires a slot of a pool with a policy.
HUTCH_INLINE unsigned hutch_policed_acquire(const struct hutch_pool *pool, unsigned mode)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const unsigned index = HUTCH_POLICY_FOLDS_(policy) ? hutch_core_acquire_allowed(pool, mode) : HUTCH_NONE;
    const bool is_done = HUTCH_LIKELY(index != HUTCH_NONE) || HUTCH_POLICY_ENDS_HERE_(policy);
    return is_done ? index : (policy->calls->acquire)(pool->self, mode);
}

/// Acquires a slot of this pool, or of the pool that its policy spills to.
/// @param  index  receives the slot; HUTCH_NONE if there is none
/// @return the pool of that slot
HUTCH_INLINE const struct hutch_pool *hutch_policed_acquire_any(const struct hutch_pool *pool, unsigned mode,
                                                                unsigned *index)
{
    const struct hutch_policy *const policy = pool->options->policy;
    *index = hutch_policed_acquire(pool, HUTCH_SPILLS_(policy) ? mode | HUTCH_MODE_UNCOUNTED : mode);
    return *index == HUTCH_NONE && HUTCH_SPILLS_(policy) ? (policy->calls->spill)(pool->self, mode, index)
                                                         : pool;
}

/// Frees slot `index` of a pool with a policy, counts it in the same critical section, and calls on_room if
/// ordinary acquires were refused before. If HUTCH_CFG_CHECK is 0, a release of a free slot is done, too.
HUTCH_INLINE bool hutch_core_release_counted(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const unsigned available = HUTCH_POLICY_AVAILABLE_(pool, policy);
    const hutch_word_t *const word = &pool->live[index / HUTCH_WORD_BITS], before = *word;
    const bool is_done = hutch_core_release_in_engine(pool, index, is_hidden);
    const bool is_freed = *word != before;
    policy->state->released += is_freed ? 1u : 0u;
    hutch_locked_exit(pool, saved);
    if (is_freed && policy->on_room != NULL && available == policy->reserve) {
        hutch_core_call_back(pool, policy->on_room);
    }
    return is_done;
}

/// Leaves the critical section in which `freed` slots of a pool with a policy became free: counts them, and
/// calls on_room if an ordinary acquire would have been refused before and has room now.
HUTCH_INLINE void hutch_core_leave_with_room(const struct hutch_pool *pool, hutch_port_state_t saved,
                                             unsigned freed)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const unsigned before = HUTCH_POLICY_AVAILABLE_(pool, policy);
    policy->state->released += freed;
    hutch_locked_exit(pool, saved);
    if (policy->on_room != NULL && before <= policy->reserve && before + freed > policy->reserve) {
        hutch_core_call_back(pool, policy->on_room);
    }
}

/// Frees slot `index` of a pool with a policy.
HUTCH_INLINE bool hutch_policed_release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    return HUTCH_POLICY_FOLDS_(pool->options->policy)
               ? hutch_core_release_counted(pool, index, is_hidden)
               : (pool->options->policy->calls->release)(pool->self, index, is_hidden);
}

#endif
