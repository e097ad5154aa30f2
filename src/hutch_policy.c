// SPDX-License-Identifier: MIT
// hutch_policy.c - what a pool with a policy does when there is no room; linked only if a pool names one.
//
// Counting slots and acquiring or releasing one must be one critical section. So the functions here enter the
// pool's critical section, and the engine's own nests in it.

#include "hutch_unfolded.h"

#include "hutch/core/generic.h"
#include "hutch/core/ref.h"
#include "hutch/core/hooks.h"
#include "hutch/policy.h"

// How many victims an acquire chooses at most. An attempt fails, and evicts nothing, if another context has
// used the pool since the choice.
enum { eviction_attempts_max = 4 };

// --------------------------------------------------------------------------------------------------- acquire

// Evicts the victim and acquires a slot, unless the pool has handed out a slot since the victim was chosen:
// its slot may hold another object by now. In between it is nobody else's: it is hidden, or the pool is
// locked.
// @param  acquired_before  `state->acquired` before the victim was chosen
static unsigned evict(const struct hutch_pool *pool, unsigned victim, unsigned acquired_before, unsigned mode)
{
    const struct hutch_hooks *const hooks = pool->options->hooks;
    const struct hutch_policy *const policy = pool->options->policy;
    const bool hides = HUTCH_HAS_HOOKS(pool);
    unsigned index = HUTCH_NONE;
    bool is_low = false;
    hutch_port_state_t saved = hutch_locked_enter(pool);
    bool is_ours = policy->state->acquired == acquired_before && hutch_core_is_live_at(pool, victim) &&
                   (hides || hooks == NULL); // a counted object with a hook has holders
    if (is_ours && hides) {
        is_ours = HUTCH_ENGINE_HIDE(pool, victim);
        hutch_locked_exit(pool, saved);
        if (is_ours && hooks != NULL && hooks->despawn != NULL) {
            hooks->despawn(hutch_slot_address(pool, victim));
        }
        saved = hutch_locked_enter(pool);
    }
    if (is_ours && hutch_bitmap_is_live(pool->live, victim) && HUTCH_ENGINE_RELEASE(pool, victim, hides)) {
        policy->state->released++;
        index = hutch_core_take_allowed(pool, mode | HUTCH_MODE_URGENT, &is_low); // one for one
    }
    hutch_locked_exit(pool, saved);
    if (is_low) {
        hutch_core_call_back(pool, policy->on_low);
    }
    return index;
}

// Returns the victim that the policy chooses; no slot of the pool if there is none.
static unsigned choose_victim(const struct hutch_pool *pool)
{
    if (HUTCH_CFG_CHECK >= 2 && !hutch_debug_begin_callback(pool)) {
        return HUTCH_NONE;
    }
    const unsigned victim = pool->options->policy->evict(pool);
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_end_callback(pool);
    }
    if (victim >= pool->capacity && victim != HUTCH_NONE) {
        hutch_core_bad_index(pool, victim, HUTCH_FAULT_BAD_INDEX);
    }
    return victim;
}

// Acquires a free slot, or else the slot of a victim.
static unsigned find(const struct hutch_pool *pool, unsigned mode)
{
    const struct hutch_policy *const policy = pool->options->policy;
    for (unsigned attempts = policy->evict != NULL ? (unsigned)eviction_attempts_max : 0u;; attempts--) {
        bool is_low = false;
        unsigned index = hutch_core_take_allowed(pool, mode, &is_low);
        if (is_low) {
            hutch_core_call_back(pool, policy->on_low);
        }
        if (index != HUTCH_NONE || attempts == 0) {
            return index;
        }
        const unsigned acquired_before = HUTCH_LOAD(policy->state->acquired);
        const unsigned victim = choose_victim(pool);
        if (victim >= pool->capacity) {
            attempts = 1; // the last: the callback may have released objects
        } else {
            index = evict(pool, victim, acquired_before, mode);
        }
        if (index != HUTCH_NONE) {
            return index;
        }
    }
}

static void count_refused(const struct hutch_pool *pool, unsigned mode)
{
    if (HUTCH_CFG_STATS && (mode & HUTCH_MODE_UNCOUNTED) == 0) {
        const hutch_port_state_t saved = hutch_locked_enter(pool);
        hutch_stats_note_refused(pool);
        hutch_locked_exit(pool, saved);
    }
}

// A context that must not use the pool evicts nothing, does not spill and is not counted as refused.
static unsigned acquire(const struct hutch_pool *pool, unsigned mode)
{
    if (!HUTCH_MAY_USE(pool, HUTCH_NONE)) {
        return HUTCH_NONE;
    }
    const unsigned index = find(pool, mode);
    if (index == HUTCH_NONE) {
        count_refused(pool, mode);
    }
    return index;
}

unsigned hutch_evict_oldest_(const struct hutch_pool *pool)
{
    const struct hutch_policy *const policy = pool->options->policy;
    unsigned oldest = HUTCH_NONE, age_max = 0;
    for (unsigned index = hutch_core_next_index(pool, 0); index != HUTCH_NONE;
         index = hutch_core_next_index(pool, index + 1)) {
        const unsigned age = index < policy->stamps_length
                                 ? HUTCH_LOAD(policy->state->acquired) - HUTCH_LOAD(policy->stamps[index])
                                 : 0u;
        if (oldest == HUTCH_NONE || age > age_max) {
            oldest = index;
            age_max = age;
        }
    }
    return oldest;
}

// ----------------------------------------------------------------------------------------------------- spill

// Returns the pool that the policy spills to if it can hold an object of this pool, else NULL. It must not
// spill further: two pools that spill to each other would never come to an end.
static const struct hutch_pool *spill_of(const struct hutch_pool *pool)
{
    const struct hutch_pool *const spare = pool->options->policy->spill;
    const bool is_fit = spare->slots != NULL && spare->stride_bytes >= pool->stride_bytes &&
                        (spare->options->policy == NULL || spare->options->policy->spill == NULL);
    return is_fit ? spare : NULL;
}

static const struct hutch_pool *spill(const struct hutch_pool *pool, unsigned mode, unsigned *index)
{
    if (HUTCH_IS_REFUSED(pool)) { // acquire has reported it
        return pool;
    }
    const struct hutch_pool *const owner = spill_of(pool);
    if (owner != NULL) {
        *index = owner->options->policy != NULL ? acquire(owner, mode | HUTCH_MODE_UNCOUNTED)
                                                : HUTCH_ENGINE_ACQUIRE(owner, mode | HUTCH_MODE_UNCOUNTED);
    }
    if (*index == HUTCH_NONE) {
        count_refused(pool, mode);
    }
    return owner;
}

static void *acquire_object(const struct hutch_pool *pool, unsigned mode)
{
    const bool can_spill = pool->options->policy->spill != NULL;
    unsigned index = acquire(pool, can_spill ? mode | HUTCH_MODE_UNCOUNTED : mode);
    if (index == HUTCH_NONE && can_spill) {
        pool = spill(pool, mode, &index);
    }
    return index != HUTCH_NONE ? hutch_slot_address(pool, index) : NULL;
}

static bool end_object(const struct hutch_pool *pool, const void *object, bool is_despawn)
{
    const struct hutch_pool *owner = pool, *const spare = pool->options->policy->spill;
    unsigned index = hutch_slot_index(pool, object);
    if (index == HUTCH_NONE && spare != NULL) {
        const unsigned spare_index = hutch_slot_index(spare, object);
        owner = spare_index != HUTCH_NONE ? spare : pool;
        index = spare_index;
    }
    const bool is_done = index != HUTCH_NONE && (is_despawn ? hutch_core_release_with_hook(owner, index)
                                                            : hutch_core_release_slot(owner, index, false));
    return is_done || hutch_core_bad_pointer(owner, index, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

const struct hutch_policy_calls hutch_policy_calls = {acquire, hutch_core_release_counted, spill,
                                                      acquire_object, end_object};
