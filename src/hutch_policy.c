// SPDX-License-Identifier: MIT
// hutch_policy.c - what a pool with a policy does when there is no room; linked only if a pool names one.
//
// Counting slots and acquiring or releasing one must be one critical section. So the functions here enter the
// pool's critical section, and the engine's own nests in it.

#include "hutch_unfolded.h"

#include "hutch/generic.h"
#include "hutch/ref.h"
#include "hutch/spawn.h"

// How many victims an acquire chooses at most. An attempt fails, and evicts nothing, if another context has
// used the pool since the choice.
enum { eviction_attempts_max = 4 };

// --------------------------------------------------------------------------------------------------- acquire
// The operations of the core, each compiled once: for a pool known only at run time they are large.

HUTCH_NOINLINE static unsigned acquire_allowed(const struct hutch_pool *pool, unsigned mode)
{
    return pool->options->policy != NULL ? hutch_core_acquire_allowed(pool, mode)
                                         : HUTCH_ENGINE(acquire, pool, mode);
}

HUTCH_NOINLINE static bool claim_free(const struct hutch_pool *pool, unsigned index, unsigned mode)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const bool is_done = HUTCH_ENGINE(claim, pool, index, mode);
    if (is_done) {
        HUTCH_POLICY_STAMP_(policy, index);
    }
    return is_done;
}

// Inside the critical section: frees the slot of a victim and acquires it, so that no other context can take
// it.
static bool hand_over(const struct hutch_pool *pool, unsigned victim, bool is_hidden, unsigned mode)
{
    HUTCH_ASSERT(37, victim < pool->capacity);
    if (!hutch_bitmap_is_live(pool->live, victim) || !hutch_core_release_in_engine(pool, victim, is_hidden)) {
        return false; // free already
    }
    pool->options->policy->state->released++;
    return claim_free(pool, victim, mode);
}

// Inside the critical section, after an eviction, which leaves the number of free slots unchanged: true if
// exactly `low` slots are free.
static bool is_low(const struct hutch_pool *pool)
{
    const struct hutch_policy *const policy = pool->options->policy;
    return policy->on_low != NULL && HUTCH_POLICY_AVAILABLE_(pool, policy) == policy->low;
}

// Evicts the victim and acquires its slot, unless the pool has handed out a slot since the victim was chosen:
// its slot may hold another object by now.
// @param  acquired_before  `state->acquired` before the victim was chosen
static bool evict(const struct hutch_pool *pool, unsigned victim, unsigned acquired_before, unsigned mode)
{
    const struct hutch_hooks *const hooks = pool->options->hooks;
    const struct hutch_policy_state *const state = pool->options->policy->state;
    bool is_hidden = false, is_done = false, calls_low = false;
    hutch_port_state_t saved = hutch_locked_enter(pool);
    if (state->acquired == acquired_before && hutch_core_is_live_at(pool, victim)) {
        if (pool->has_marks) {
            is_hidden = HUTCH_ENGINE(hide, pool, victim);
        } else {
            is_done = hand_over(pool, victim, false, mode);
            calls_low = is_done && is_low(pool);
        }
    }
    hutch_locked_exit(pool, saved);
    if (is_hidden) {
        if (hooks != NULL && hooks->despawn != NULL) {
            hooks->despawn(hutch_slot_address(pool, victim));
        }
        saved = hutch_locked_enter(pool);
        is_done = hand_over(pool, victim, true, mode);
        calls_low = is_done && is_low(pool);
        hutch_locked_exit(pool, saved);
    }
    if (calls_low) {
        pool->options->policy->on_low(pool);
    }
    return is_done;
}

// Acquires a free slot, or else the slot of a victim.
HUTCH_NOINLINE static unsigned find(const struct hutch_pool *pool, unsigned mode)
{
    const struct hutch_policy *const policy = pool->options->policy;
    unsigned index = acquire_allowed(pool, mode);
    for (unsigned i = 0;
         index == HUTCH_NONE && policy != NULL && policy->evict != NULL && i < eviction_attempts_max; i++) {
        const unsigned acquired_before = HUTCH_LOAD(policy->state->acquired);
        const unsigned victim = policy->evict(pool);
        if (victim < pool->capacity && evict(pool, victim, acquired_before, mode)) {
            return victim;
        }
        index = acquire_allowed(pool, mode); // the callback may have released objects
        if (victim >= pool->capacity) {
            break;
        }
    }
    return index;
}

HUTCH_NOINLINE static void count_refused(const struct hutch_pool *pool)
{
    if (HUTCH_CFG_STATS) {
        const hutch_port_state_t saved = hutch_locked_enter(pool);
        hutch_stats_note_refused(pool);
        hutch_locked_exit(pool, saved);
    }
}

// Returns the pool that the policy spills to if it can hold an object of this pool, else NULL. It must not
// spill further: two pools that spill to each other would never come to an end.
static const struct hutch_pool *spill_of(const struct hutch_pool *pool)
{
    const struct hutch_pool *const spill = pool->options->policy->spill;
    const bool is_fit = spill != NULL && spill->slots != NULL && spill->stride_bytes >= pool->stride_bytes &&
                        (spill->options->policy == NULL || spill->options->policy->spill == NULL);
    return is_fit ? spill : NULL;
}

// A context that must not use the pool evicts nothing, does not spill and is not counted as refused.
static unsigned acquire(const struct hutch_pool *pool, unsigned mode)
{
    if (!HUTCH_MAY_USE(pool, HUTCH_NONE)) {
        return HUTCH_NONE;
    }
    const unsigned index = find(pool, mode);
    if (index == HUTCH_NONE && (mode & HUTCH_MODE_UNCOUNTED) == 0) {
        count_refused(pool);
    }
    return index;
}

static void *acquire_object(const struct hutch_pool *pool, unsigned mode)
{
    const struct hutch_pool *owner = pool;
    if (!HUTCH_MAY_USE(pool, HUTCH_NONE)) {
        return NULL;
    }
    unsigned index = find(pool, mode);
    if (index == HUTCH_NONE && spill_of(pool) != NULL) {
        owner = spill_of(pool);
        index = find(owner, mode);
    }
    if (index == HUTCH_NONE) {
        count_refused(pool);
        return NULL;
    }
    return hutch_slot_address(owner, index);
}

static bool claim(const struct hutch_pool *pool, unsigned index, unsigned mode)
{
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const bool is_done = claim_free(pool, index, mode);
    hutch_locked_exit(pool, saved);
    return is_done;
}

static unsigned acquire_run_by(const struct hutch_pool *pool, unsigned length, hutch_acquire_run_t engine)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const unsigned first = engine(pool, length);
    for (unsigned index = first; first != HUTCH_NONE && index < first + length; index++) {
        HUTCH_POLICY_STAMP_(policy, index);
    }
    hutch_locked_exit(pool, saved);
    return first;
}

unsigned hutch_evict_oldest(const struct hutch_pool *pool)
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

static const struct hutch_pool *spilled(const struct hutch_policy *policy, const void *object)
{
    const struct hutch_pool *const spill = policy->spill;
    return spill != NULL && hutch_slot_index(spill, object) != HUTCH_NONE ? spill : NULL;
}

static void *spawn_spilled(const struct hutch_pool *pool, const void *args, unsigned mode)
{
    if (HUTCH_IS_REFUSED(pool)) { // acquire has reported it
        return NULL;
    }
    const struct hutch_pool *const spill = spill_of(pool);
    void *const object = spill != NULL ? hutch_core_spawn_mode(spill, args, mode) : NULL;
    if (object == NULL) {
        count_refused(pool);
    }
    return object;
}

static bool despawn_spilled(const struct hutch_pool *pool, const void *object)
{
    const struct hutch_pool *const spill = spilled(pool->options->policy, object);
    return spill != NULL ? hutch_core_despawn(spill, object)
                         : hutch_core_bad_pointer(pool, HUTCH_NONE, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

// --------------------------------------------------------------------------------------------------- release

static bool release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    return hutch_core_release_counted(pool, index, is_hidden);
}

// Inside the critical section: counts the live slots of a run.
static unsigned live_in(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    unsigned live = 0;
    for (unsigned index = first; index < first + length; index++) {
        live += hutch_bitmap_is_live(pool->live, index) ? 1u : 0u;
    }
    return live;
}

// Leaves the critical section after a release, in which `freed` slots became free: counts them, and calls
// on_room if an ordinary acquire would have been refused before and has room now.
static void leave_with_room(const struct hutch_pool *pool, hutch_port_state_t saved, unsigned freed)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const unsigned before = HUTCH_POLICY_AVAILABLE_(pool, policy);
    policy->state->released += freed;
    hutch_locked_exit(pool, saved);
    if (policy->on_room != NULL && before <= policy->reserve && before + freed > policy->reserve) {
        policy->on_room(pool);
    }
}

static bool release_run_by(const struct hutch_pool *pool, unsigned first, unsigned length,
                           hutch_release_run_t engine)
{
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const unsigned before = live_in(pool, first, length);
    const bool is_done = engine(pool, first, length);
    leave_with_room(pool, saved, before - live_in(pool, first, length));
    return is_done;
}

static bool release_ref(const struct hutch_pool *pool, hutch_ref_t ref)
{
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const unsigned index = hutch_ref_find(pool, ref), length = index != HUTCH_NONE ? 1u : 0u;
    const unsigned before = live_in(pool, index, length);
    const bool is_done = hutch_core_release_ref_in_engine(pool, ref);
    leave_with_room(pool, saved, before - live_in(pool, index, length));
    return is_done;
}

const struct hutch_policy_calls hutch_policy_calls = {
    acquire, acquire_object,     claim,         release,        release_ref, release_run_by, acquire_run_by,
    spilled, hutch_core_release, spawn_spilled, despawn_spilled};
