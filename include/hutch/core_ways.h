// SPDX-License-Identifier: MIT
// core_ways.h - the core's acquire for pools of several words, with a way out for each outcome: for speed.
//
// An acquire that has one way out asks again, behind its critical section, what it knew inside: which word it
// took from, whether there was one. These know by where they are. They note nothing, so pools that count take
// the way of core_take.h; so do programs that are compiled for size, for each way out is 20 bytes or more.
#ifndef HUTCH_CORE_WAYS_H
#define HUTCH_CORE_WAYS_H

#include "core_free.h"
#include "core_slot.h"

#if defined(__SDCC) || defined(__OPTIMIZE_SIZE__)
#    define HUTCH_HAS_WAYS 0
#else
#    define HUTCH_HAS_WAYS 1

HUTCH_INLINE bool hutch_core_has_ways(const struct hutch_pool *pool)
{
    return !HUTCH_CFG_STATS && pool->marks == NULL && !hutch_is_free(pool);
}

/// Two or three words, read one after the other?
HUTCH_INLINE bool hutch_core_is_scanned(const struct hutch_pool *pool)
{
    return HUTCH_LEAF_WORDS((unsigned)pool->capacity) > 1 && !HUTCH_TOP_WORDS((unsigned)pool->capacity) &&
           hutch_core_has_ways(pool);
}

/// Words with one summary? With a table of zeros there is a shorter way: hutch_core_leaves_early.
HUTCH_INLINE bool hutch_core_is_summed(const struct hutch_pool *pool)
{
    return !HUTCH_HAS_FIRST_ZERO && HUTCH_TOP_WORDS((unsigned)pool->capacity) &&
           !HUTCH_MID_WORDS((unsigned)pool->capacity) && hutch_core_has_ways(pool);
}

/// Inside the lock: takes the lowest free slot of word `k` and leaves the lock, unless another word is next.
HUTCH_INLINE bool hutch_core_take_scanned(const struct hutch_pool *pool, hutch_word_t *words, unsigned k,
                                          hutch_port_state_t saved, void **object)
{
    const bool is_last = k + 1 == HUTCH_LEAF_WORDS((unsigned)pool->capacity);
    if (!is_last && (hutch_word_t)(words[k] + 1u) == 0) { // its sum is needed anyway
        return false;
    }
    const hutch_word_t taken = hutch_tracker_take_in(words, pool->capacity, k);
    hutch_unlock(pool, saved);
    HUTCH_ASSUME(is_last || taken != 0);
    *object = taken == 0 ? NULL
                         : pool->slots + (size_t)k * HUTCH_WORD_BITS * pool->stride_bytes +
                               hutch_core_offset(pool, hutch_tracker_taken(HUTCH_WORD_BITS, 0, taken));
    return true;
}

/// Takes the lowest free slot of such a pool. Each word has a way out of its own: its number is a constant.
HUTCH_INLINE void *hutch_core_acquire_scanned(const struct hutch_pool *pool)
{
    const unsigned leaves = HUTCH_LEAF_WORDS((unsigned)pool->capacity);
    hutch_word_t *const words = hutch_live_of(pool);
    void *object = NULL;
    const hutch_port_state_t saved = hutch_lock(pool);
    if (hutch_core_take_scanned(pool, words, 0, saved, &object) ||
        (leaves == 3 && hutch_core_take_scanned(pool, words, 1, saved, &object))) {
        return object;
    }
    hutch_core_take_scanned(pool, words, leaves - 1, saved, &object);
    return object;
}

/// Is it worth looking whether leaf word `k` is full, or none at all? The sign of most says no, for which the
/// flags do that were set with it.
HUTCH_INLINE bool hutch_may_be_full(hutch_word_t leaf, unsigned k, unsigned capacity)
{
    return (leaf >> (HUTCH_WORD_BITS - 1)) != 0 ||
           (capacity % HUTCH_WORD_BITS != 0 && k == capacity / HUTCH_WORD_BITS);
}

/// Takes the lowest free slot of such a pool. A leaf that gets full has a way out of its own.
HUTCH_INLINE void *hutch_core_acquire_summed(const struct hutch_pool *pool)
{
    const unsigned capacity = pool->capacity, leaves = HUTCH_LEAF_WORDS(capacity);
    uint32_t series = HUTCH_SERIES;
    hutch_word_t *words = hutch_live_of(pool);
    if (HUTCH_HAS_SERIES) {
        HUTCH_LOAD_NOW(series);
    }
    HUTCH_LOAD_NOW(words);
    const hutch_port_state_t saved = hutch_lock(pool);
    const hutch_word_t summary = words[leaves];
    if (!HUTCH_ROOM_ENDS_ON_NEXT && !HUTCH_ROOM_ENDS_ON_SOME && summary == hutch_full_summary(0, leaves)) {
        hutch_unlock(pool, saved);
        return NULL;
    }
    const unsigned k = hutch_first_room(series, summary, leaves);
    const hutch_word_t before = words[k];
    hutch_word_t after = hutch_with_lowest_zero(before);
    HUTCH_NO_BIC(after);
    if (hutch_may_be_full(after, k, capacity)) {
        if (!HUTCH_ROOM_ENDS_ON_NEXT) {
            words[k] = after;
        }
        HUTCH_LOAD_NOW(after); // or the compiler makes one question of that and this
        if (after == hutch_full_word(k, capacity)) {
            unsigned place = leaves;
            if (HUTCH_ROOM_ENDS_ON_NEXT) {
                words[k] = after;
                words[place] = hutch_summary_with(summary, k);
            } else {
                HUTCH_LOAD_NOW(place); // two registers less on the way that is taken
                if (leaves != HUTCH_WORD_BITS && before == after) {
                    hutch_unlock(pool, saved);
                    return NULL;
                }
                words[place] = hutch_with_lowest_zero(words[place]);
            }
        } else if (HUTCH_ROOM_ENDS_ON_NEXT) {
            if (leaves != HUTCH_WORD_BITS && k == leaves) { // the summary, not all of whose bits are used
                hutch_unlock(pool, saved);
                return NULL;
            }
            words[k] = after;
        }
        hutch_unlock(pool, saved);
        if (leaves == HUTCH_WORD_BITS && before == after) {
            return NULL;
        }
    } else {
        words[k] = after; // here, and not above: so the flags are asked that it has set
        hutch_unlock(pool, saved);
    }
    const hutch_word_t taken = (hutch_word_t)(HUTCH_SEARCHES ? before + 1u : after ^ before);
    HUTCH_ASSUME(taken != 0);
    return pool->slots + hutch_core_offset(pool, hutch_tracker_taken_by(series, capacity, k, taken));
}

#endif

#endif
