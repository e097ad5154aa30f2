// SPDX-License-Identifier: MIT
// policy.c - what pools with a policy do when there is no room; linked only when a pool names one.
//
// The port's section goes around the pool's own, which nests: counting and taking are one moment, also in
// debug builds. A pool without a lock has one context, and needs none.

// Debug builds note who called the pool, not these functions: see core_call.h. Before the first include.
#define HUTCH_CALLER() HUTCH_BEGINNER

#include "unfolded.h"

#include "hutch/policy.h"
#include "hutch/core.h"
#include "hutch/generic.h"
#include "hutch/spawn.h"

// How often an acquire looks for a victim when interrupts take the slots that it has freed.
enum { tries_max = 4 };

static hutch_port_state_t enter(const struct hutch_pool *pool)
{
    return pool->lock != HUTCH_LOCK_NONE ? hutch_cores_enter() : (hutch_port_state_t)0;
}

static void leave(const struct hutch_pool *pool, hutch_port_state_t saved)
{
    if (pool->lock != HUTCH_LOCK_NONE) {
        hutch_cores_exit(saved);
    }
}

// How many slots are free; `enough` at most are counted. Above three words full ones are skipped by their
// summary: each word that is looked at has a free slot.
HUTCH_NOINLINE static unsigned count_free(const struct hutch_pool *pool, unsigned enough)
{
    const unsigned capacity = pool->capacity, leaves = HUTCH_LEAF_WORDS(capacity);
    const bool has_summary = HUTCH_TOP_WORDS(capacity) != 0;
    const hutch_word_t *const full = pool->live + leaves;
    unsigned free = 0;
    for (unsigned k = 0; k < leaves && free < enough; k++) {
        if (has_summary && full[k / HUTCH_WORD_BITS] == HUTCH_WORD_ALL) {
            k |= HUTCH_WORD_BITS - 1;
        } else if (!has_summary || (full[k / HUTCH_WORD_BITS] & hutch_summary_bit(k)) == 0) {
            free += hutch_count_set((hutch_word_t)(~pool->live[k] & hutch_full_word(k, capacity)));
        }
    }
    return free;
}

// ------------------------------------------------------------------------------------------------ making
// room

// The core's operations, each once: they are long where the pool is known at run time only.
HUTCH_NOINLINE static unsigned take_free(const struct hutch_pool *pool, enum hutch_take how)
{
    return hutch_core_acquire_free(pool, how);
}

HUTCH_NOINLINE static bool give(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    return hutch_core_release_one(pool, index, is_hidden);
}

// Takes a free slot if the caller may have it.
static unsigned take(const struct hutch_pool *pool, enum hutch_take how)
{
    const struct hutch_policy *const policy = pool->policy;
    if (policy == NULL) {
        return take_free(pool, how);
    }
    const unsigned kept = ((unsigned)how & HUTCH_TAKE_URGENT) != 0 ? 0u : policy->reserve;
    const unsigned enough = kept > policy->low ? kept + 1u : policy->low + 2u;
    unsigned index = HUTCH_NONE;
    const hutch_port_state_t saved = enter(pool);
    const unsigned free = count_free(pool, enough);
    if (free > kept) {
        index = take_free(pool, how);
    }
    leave(pool, saved);
    if (index != HUTCH_NONE && policy->on_low != NULL && free == policy->low + 1u) {
        policy->on_low(pool);
    }
    return index;
}

// Lets the chosen victim go unless an interrupt has used the pool meanwhile: its slot may be another
// object's.
static void let_go(const struct hutch_pool *pool, unsigned victim, unsigned taken_before)
{
    const volatile struct hutch_turns *const turns = pool->policy->turns;
    bool is_hidden = false;
    const hutch_port_state_t saved = enter(pool);
    if (turns->taken == taken_before && pool->marks != NULL) {
        is_hidden = hutch_core_hide(pool, victim);
    } else if (turns->taken == taken_before) {
        give(pool, victim, false);
    }
    leave(pool, saved);
    if (is_hidden) {
        if (pool->hooks != NULL && pool->hooks->despawn != NULL) {
            pool->hooks->despawn(hutch_core_address(pool, victim));
        }
        give(pool, victim, true);
    }
}

// Takes a free slot, or that of a victim.
HUTCH_NOINLINE static unsigned find(const struct hutch_pool *pool, enum hutch_take how)
{
    const struct hutch_policy *const policy = pool->policy;
    unsigned index = take(pool, how);
    for (unsigned i = 0; index == HUTCH_NONE && policy != NULL && policy->evict != NULL && i < tries_max;
         i++) {
        const unsigned taken_before = ((const volatile struct hutch_turns *)policy->turns)->taken;
        const unsigned victim = policy->evict(pool);
        if (victim < pool->capacity) {
            let_go(pool, victim, taken_before);
        }
        index = take(pool, how); // the callback may have released somebody itself
        if (victim >= pool->capacity) {
            break;
        }
    }
    return index;
}

HUTCH_NOINLINE static void note_refused(const struct hutch_pool *pool)
{
    const hutch_port_state_t saved = enter(pool);
    hutch_core_note_refused(pool);
    leave(pool, saved);
}

// The pool that this one spills to, if an object fits there. It spills no further: two pools that name each
// other would never come to an end.
static const struct hutch_pool *spill_of(const struct hutch_pool *pool)
{
    const struct hutch_pool *const spill = pool->policy->spill;
    const bool is_fit = spill != NULL && spill->slots != NULL && spill->stride_bytes >= pool->stride_bytes &&
                        (spill->policy == NULL || spill->policy->spill == NULL);
    return is_fit ? spill : NULL;
}

// A context that must not use the pool evicts nobody, spills to no other pool and is not counted as refused.
static bool may_use(const struct hutch_pool *pool)
{
    return HUTCH_CFG_CHECK < 2 || hutch_debug_may_use(pool, HUTCH_NONE, HUTCH_CALLER());
}

static unsigned acquire(const struct hutch_pool *pool, enum hutch_take how)
{
    if (!may_use(pool)) {
        return HUTCH_NONE;
    }
    const unsigned index = find(pool, how);
    const bool may_spill = ((unsigned)how & HUTCH_TAKE_HIDDEN) != 0 && spill_of(pool) != NULL;
    if (index == HUTCH_NONE && !may_spill) {
        note_refused(pool);
    }
    return index;
}

static void *acquire_object(const struct hutch_pool *pool, enum hutch_take how)
{
    const struct hutch_pool *owner = pool;
    if (!may_use(pool)) {
        return NULL;
    }
    unsigned index = find(pool, how);
    if (index == HUTCH_NONE && spill_of(pool) != NULL) {
        struct hutch_site before;
        owner = spill_of(pool);
        if (HUTCH_CFG_CHECK >= 2) {
            hutch_debug_begin_for(owner, &before, pool);
        }
        index = find(owner, how);
        if (HUTCH_CFG_CHECK >= 2) {
            hutch_debug_end(owner, &before);
        }
    }
    if (index == HUTCH_NONE) {
        note_refused(pool);
        return NULL;
    }
    return hutch_core_address(owner, index);
}

static void *spawn_spilled(const struct hutch_pool *pool, const void *args, enum hutch_take how)
{
    const struct hutch_pool *const spill = spill_of(pool);
    void *object = NULL;
    struct hutch_site unheard;
    if (HUTCH_CFG_CHECK >= 2 && hutch_debug_is_refused(pool)) { // acquire has reported it
        hutch_debug_hear(&unheard);
        return NULL;
    }
    if (spill != NULL) {
        object = ((unsigned)how & HUTCH_TAKE_URGENT) != 0 ? hutch_spawn_urgent(spill, args)
                                                          : hutch_spawn(spill, args);
        if (object == NULL) {
            note_refused(pool);
        }
    }
    return object;
}

unsigned hutch_evict_oldest(const struct hutch_pool *pool)
{
    const struct hutch_policy *const policy = pool->policy;
    unsigned oldest = HUTCH_NONE, age_max = 0;
    for (unsigned index = hutch_core_next(pool, 0); index != HUTCH_NONE;
         index = hutch_core_next(pool, index + 1)) {
        const unsigned age =
            index < policy->stamps_length ? policy->turns->taken - policy->stamps[index] : 0u;
        if (oldest == HUTCH_NONE || age > age_max) {
            oldest = index;
            age_max = age;
        }
    }
    return oldest;
}

// ------------------------------------------------------------------------------------------------ release

// Inside the section: is an ordinary acquire refused?
static bool is_full(const struct hutch_pool *pool)
{
    return pool->policy->on_room != NULL &&
           count_free(pool, pool->policy->reserve + 1u) <= pool->policy->reserve;
}

static bool release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    const hutch_port_state_t saved = enter(pool);
    const bool was_full = is_full(pool);
    const bool ok = give(pool, index, is_hidden);
    const bool has_room = was_full && !is_full(pool);
    leave(pool, saved);
    if (has_room) {
        pool->policy->on_room(pool);
    }
    return ok;
}

static bool release_ref(const struct hutch_pool *pool, hutch_ref_t ref)
{
    const hutch_port_state_t saved = enter(pool);
    const bool was_full = is_full(pool);
    const unsigned index = hutch_core_find(pool, ref);
    const bool ok = index != HUTCH_NONE && give(pool, index, false);
    const bool has_room = was_full && !is_full(pool);
    leave(pool, saved);
    if (has_room) {
        pool->policy->on_room(pool);
    }
    return ok;
}

const struct hutch_policy_calls hutch_policy_calls = {acquire, acquire_object, spawn_spilled, release,
                                                      release_ref};
