// SPDX-License-Identifier: MIT
// hutch_check.c - checks the invariants of a whole pool: descriptor, bits past the capacity, marks, summary
// levels, policy.

#include "hutch_unfolded.h"

#include "hutch/core/core.h"
#include "hutch/core/generic.h"

static bool damaged_at(const struct hutch_pool *pool, const void *address, unsigned index, unsigned code)
{
    const bool has_name = pool->identity != NULL && pool->identity->name != NULL;
    return hutch_fault_report(has_name ? pool->identity->name : "(no name)", address, index, code);
}

static bool damaged(const struct hutch_pool *pool, const hutch_word_t *word, unsigned code)
{
    return damaged_at(pool, word, word != NULL ? (unsigned)(word - pool->live) : HUTCH_NONE, code);
}

static bool is_a_lock(const struct hutch_pool *pool)
{
    const unsigned lock = pool->options->lock;
#if HUTCH_CFG_WAIT
    if (pool->options->wait != NULL && lock != HUTCH_LOCK_IRQ) {
        return false;
    }
#endif
#if HUTCH_CFG_CORES
    if (lock == HUTCH_LOCK_CORES) {
        return true;
    }
#endif
#if HUTCH_HAS_LOCK_FREE
    if (lock == HUTCH_LOCK_FREE) {
        return true;
    }
#endif
    return lock == HUTCH_LOCK_NONE || lock == HUTCH_LOCK_IRQ;
}

// A pool without marks that has hooks is a counted one.
static bool hooks_can_run(const struct hutch_pool *pool)
{
    const struct hutch_hooks *const hooks = pool->options->hooks;
    return hooks == NULL || HUTCH_HAS_HOOKS(pool) || (hooks->construct == NULL && hooks->spawn == NULL);
}

static bool descriptor_is_sound(const struct hutch_pool *pool)
{
    const uintptr_t stride = pool->stride_bytes;
    return pool->live != NULL && pool->options != NULL && pool->identity != NULL &&
           pool->identity->name != NULL && pool->capacity <= HUTCH_CAPACITY_MAX &&
           pool->capacity == pool->options->capacity && pool->stride_shift < HUTCH_POINTER_BITS &&
           (uintptr_t)(stride >> pool->stride_shift << pool->stride_shift) == stride &&
           (uintptr_t)((stride >> pool->stride_shift) * pool->inverse) == 1 && is_a_lock(pool) &&
           hooks_can_run(pool);
}

// Returns true if the summary level at `summary` marks exactly the full words of the level at `below`, which
// has `words_below` words, the last of which is never marked. Reports each wrong summary word.
static bool summary_is_sound(const struct hutch_pool *pool, const hutch_word_t *summary,
                             const hutch_word_t *below, unsigned words_below)
{
    bool is_sound = true;
    for (unsigned j = 0; j < HUTCH_WORDS(words_below); j++) {
        hutch_word_t expected = 0;
        for (unsigned k = j * HUTCH_WORD_BITS; k + 1 < words_below && k < (j + 1) * HUTCH_WORD_BITS; k++) {
            if (below[k] == HUTCH_WORD_ALL) {
                expected = (hutch_word_t)(expected | hutch_bits_mask(k));
            }
        }
        if (summary[j] != expected) {
            is_sound = damaged(pool, &summary[j], HUTCH_FAULT_SUMMARY);
        }
    }
    return is_sound;
}

// Returns true if the leaf words at `words` have no bit past the capacity, and none that `limit` has not.
static bool leaves_are_sound(const struct hutch_pool *pool, const hutch_word_t *words,
                             const hutch_word_t *limit)
{
    const unsigned leaves = HUTCH_LEAF_WORDS((unsigned)pool->capacity);
    bool is_sound = true;
    for (unsigned k = 0; k < leaves; k++) {
        if ((words[k] & (hutch_word_t)~hutch_bits_full(k, pool->capacity)) != 0) {
            is_sound = damaged_at(pool, &words[k], k, HUTCH_FAULT_TAIL_BITS);
        } else if ((words[k] & (hutch_word_t)~limit[k]) != 0) {
            is_sound = damaged_at(pool, &words[k], k, HUTCH_FAULT_BITMAP);
        }
    }
    return is_sound;
}

// A live object was acquired no later than the latest acquire, so its stamp is at most the policy's count.
// Both wrap, so the difference must be below half of the range. Not tested where unsigned has 16 bits: there
// an old object may be further behind.
static bool stamps_are_sound(const struct hutch_pool *pool)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const unsigned half = (unsigned)-1 / 2u;
    bool is_sound = true;
    for (unsigned index = 0; sizeof(unsigned) > 2 && policy->stamps != NULL && index < pool->capacity;
         index++) {
        if (hutch_bitmap_is_live(pool->live, index) &&
            policy->state->acquired - policy->stamps[index] > half) {
            is_sound = damaged_at(pool, &policy->stamps[index], index, HUTCH_FAULT_POLICY);
        }
    }
    return is_sound;
}

// Returns true if the policy has counted the live slots rightly: that count decides what the reserve is.
static bool count_is_sound(const struct hutch_pool *pool)
{
    const struct hutch_policy_state *const state = pool->options->policy->state;
    return state->acquired - state->released == hutch_bitmap_count(pool->live, pool->capacity) ||
           damaged_at(pool, state, HUTCH_NONE, HUTCH_FAULT_POLICY);
}

// Returns true if the policy is as acquire requires: reserve and low mark below the capacity, a stamp for
// each slot, a spill pool that has large enough slots and spills to no other pool, and evict not in a counted
// pool with a hook.
static bool policy_is_sound(const struct hutch_pool *pool)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const struct hutch_pool *const spill = policy->spill;
    const void *wrong = NULL;
    if (policy->state == NULL) {
        wrong = &policy->state;
    } else if (policy->reserve >= pool->capacity) {
        wrong = &policy->reserve;
    } else if (policy->low >= pool->capacity) {
        wrong = &policy->low;
    } else if (policy->stamps != NULL && policy->stamps_length < pool->capacity) {
        wrong = &policy->stamps_length;
    } else if (spill != NULL && (spill == pool || pool->slots == NULL || spill->slots == NULL ||
                                 spill->stride_bytes < pool->stride_bytes ||
                                 (spill->options->policy != NULL && spill->options->policy->spill != NULL))) {
        wrong = &policy->spill;
    } else if (policy->evict != NULL && pool->options->hooks != NULL && !HUTCH_HAS_HOOKS(pool)) {
        wrong = &policy->evict;
    }
    if (wrong != NULL) {
        return damaged_at(pool, wrong, HUTCH_NONE, HUTCH_FAULT_POLICY);
    }
    return count_is_sound(pool) && stamps_are_sound(pool);
}

static bool hutch_core_check(const struct hutch_pool *pool)
{
    if (!descriptor_is_sound(pool)) {
        return damaged(pool, NULL, HUTCH_FAULT_DESCRIPTOR);
    }
    const unsigned capacity = pool->capacity;
    if (capacity == 0) { // of hutch_pool_over
        return true;
    }
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity), mids = HUTCH_MID_WORDS(capacity);
    bool is_sound = leaves_are_sound(pool, pool->live, pool->live);
    if (pool->has_marks) {
        is_sound = leaves_are_sound(pool, pool->visible, pool->live) && is_sound;
    }
    if (HUTCH_HAS_HOOKS(pool)) {
        const hutch_word_t *const constructed = HUTCH_MARK_WORDS(pool, HUTCH_MARK_CONSTRUCTED);
        is_sound = leaves_are_sound(pool, constructed, constructed) && is_sound;
        is_sound =
            leaves_are_sound(pool, HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT), pool->live) && is_sound;
    }
    if (HUTCH_TOP_WORDS(capacity) && !hutch_is_lock_free(pool)) {
        const hutch_word_t *const above = pool->live + leaves;
        is_sound = summary_is_sound(pool, above, pool->live, leaves) && is_sound;
        if (mids != 0) {
            is_sound = summary_is_sound(pool, above + mids, above, mids) && is_sound;
        }
    }
    if (pool->options->policy != NULL) {
        is_sound = policy_is_sound(pool) && is_sound;
    }
    if (HUTCH_CFG_CHECK >= 2) {
        is_sound = hutch_debug_check(pool) && is_sound;
    }
    return is_sound;
}

// clang-format off
PUBLIC(bool, hutch_check, check, (const struct hutch_pool *pool), (pool))
// clang-format on
