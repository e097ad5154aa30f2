// SPDX-License-Identifier: MIT
// policed.h - acquire and release through the pool's policy, if it has one.
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

/// True if there is a policy, where the pool's own text is inlined; in src/ only policies call that.
#define HUTCH_IS_POLICED_(policy) (!HUTCH_IN_PROGRAM || (policy) != NULL)

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

/// Acquires a free slot as the pool's policy allows, if it has one, and counts it: not from the reserve,
/// unless the caller is urgent. One critical section, in which the engine's nests.
/// @param  is_low  receives true if on_low must be called, after the critical section
HUTCH_INLINE unsigned hutch_core_take_allowed(const struct hutch_pool *pool, unsigned mode, bool *is_low)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const bool is_policed = HUTCH_IS_POLICED_(policy);
    const hutch_port_state_t saved = is_policed ? hutch_locked_enter(pool) : (hutch_port_state_t)0;
    const unsigned kept = !is_policed || (mode & HUTCH_MODE_URGENT) != 0 ? 0u : policy->reserve;
    const unsigned available = is_policed ? HUTCH_POLICY_AVAILABLE_(pool, policy) : 0u;
    unsigned index = HUTCH_NONE;
    if (kept == 0 || available > kept) {
        index = HUTCH_ENGINE_ACQUIRE(pool, is_policed ? mode | HUTCH_MODE_UNCOUNTED : mode);
    }
    if (is_policed) {
        if (index != HUTCH_NONE) {
            HUTCH_POLICY_STAMP_(policy, index);
            *is_low = policy->on_low != NULL && available == policy->low + 1u;
        }
        hutch_locked_exit(pool, saved);
    }
    return index;
}

/// Acquires a slot, through the pool's policy if there is one. @return its number, or HUTCH_NONE
HUTCH_INLINE unsigned hutch_core_acquire_mode(const struct hutch_pool *pool, unsigned mode)
{
    const struct hutch_policy *const policy = pool->options->policy;
    if (policy != NULL && !HUTCH_POLICY_FOLDS_(policy)) {
        return (policy->calls->acquire)(pool->self, mode);
    }
    if (!HUTCH_IN_PROGRAM) {
        return HUTCH_ENGINE_ACQUIRE(pool, mode);
    }
    bool is_low = false;
    const unsigned index = hutch_core_take_allowed(pool, mode, &is_low);
    if (is_low) {
        hutch_core_call_back(pool, policy->on_low);
    }
    return policy == NULL || HUTCH_LIKELY(index != HUTCH_NONE) || HUTCH_POLICY_ENDS_HERE_(policy)
               ? index
               : (policy->calls->acquire)(pool->self, mode);
}

/// Frees slot `index`. In a pool with a policy counts it in the same critical section, and calls on_room if
/// ordinary acquires were refused before. If HUTCH_CFG_CHECK is 0, a release of a free slot is done, too.
HUTCH_INLINE bool hutch_core_release_counted(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const bool is_policed = HUTCH_IS_POLICED_(policy);
    const hutch_port_state_t saved = is_policed ? hutch_locked_enter(pool) : (hutch_port_state_t)0;
    const unsigned available = is_policed ? HUTCH_POLICY_AVAILABLE_(pool, policy) : 0u;
    const hutch_word_t *const word = &pool->live[index / HUTCH_WORD_BITS];
    const hutch_word_t before = is_policed ? *word : (hutch_word_t)0;
    const bool is_done = HUTCH_ENGINE_RELEASE(pool, index, is_hidden);
    if (is_policed) {
        const bool is_freed = *word != before;
        policy->state->released += is_freed ? 1u : 0u;
        hutch_locked_exit(pool, saved);
        if (is_freed && policy->on_room != NULL && available == policy->reserve) {
            hutch_core_call_back(pool, policy->on_room);
        }
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

#endif
