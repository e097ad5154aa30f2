// SPDX-License-Identifier: MIT
// tracker_run.h - the free tracker's operations on neighbouring slots, and its count of live ones.
#ifndef HUTCH_TRACKER_RUN_H
#define HUTCH_TRACKER_RUN_H

#include "tracker.h"

/// The first place where `length` neighbouring slots are free.
/// Steps over whole stretches of live and of free slots, so its time is bounded by the changes between the
/// two.
/// @return the first slot's number; HUTCH_NONE when there is no such place
HUTCH_INLINE unsigned hutch_tracker_find_run(const hutch_word_t *words, unsigned capacity, unsigned length)
{
    unsigned start = 0, at = 0;
    while (at < capacity && at - start < length) {
        const unsigned shift = at % HUTCH_WORD_BITS;
        hutch_word_t rest = words[at / HUTCH_WORD_BITS];
        HUTCH_SHIFT_DOWN(hutch_word_t, rest, shift);
        const unsigned to_word_end = HUTCH_WORD_BITS - shift;
        const hutch_word_t flipped = (hutch_word_t)~rest;
        if ((rest & 1u) != 0) {
            const unsigned live = flipped == 0 ? to_word_end : hutch_first_set(flipped);
            at += live < to_word_end ? live : to_word_end;
            start = at;
        } else {
            at += rest == 0 ? to_word_end : hutch_first_set(rest);
        }
    }
    // The last word's free tail counts as room in the loop above; it is none.
    return start <= capacity && length <= capacity - start && at - start >= length ? start : HUTCH_NONE;
}

/// The bits of word `k` that belong to the slots first .. first + length - 1.
HUTCH_INLINE hutch_word_t hutch_run_mask(unsigned k, unsigned first, unsigned length)
{
    const unsigned from = k * HUTCH_WORD_BITS > first ? 0 : first % HUTCH_WORD_BITS;
    const unsigned left = first + length - k * HUTCH_WORD_BITS;
    const hutch_word_t below =
        left >= HUTCH_WORD_BITS ? HUTCH_WORD_ALL : (hutch_word_t)(hutch_bit(left) - 1u);
    return (hutch_word_t)(below & (hutch_word_t)(HUTCH_WORD_ALL << from));
}

/// Are all slots of a run live?
HUTCH_INLINE bool hutch_tracker_run_is_live(const volatile hutch_word_t *words, unsigned first,
                                            unsigned length)
{
    for (unsigned k = first / HUTCH_WORD_BITS; k * HUTCH_WORD_BITS < first + length; k++) {
        const hutch_word_t mask = hutch_run_mask(k, first, length);
        if ((HUTCH_READ(words[k]) & mask) != mask) {
            return false;
        }
    }
    return true;
}

/// Makes all slots of a run live, or free.
HUTCH_INLINE void hutch_tracker_set_run(hutch_word_t *words, unsigned capacity, unsigned first,
                                        unsigned length, bool live)
{
    // The first bound alone would do; the second tells the compiler that no store leaves a constant bitmap.
    for (unsigned k = first / HUTCH_WORD_BITS;
         k * HUTCH_WORD_BITS < first + length && k < HUTCH_LEAF_WORDS(capacity); k++) {
        const hutch_word_t mask = hutch_run_mask(k, first, length);
        const hutch_word_t leaf =
            live ? (hutch_word_t)(words[k] | mask) : (hutch_word_t)(words[k] & (hutch_word_t)~mask);
        hutch_tracker_store(words, capacity, k, leaf);
    }
}

/// How many slots are live. One read a word, so with interrupts it is the sum of moments, not one moment.
HUTCH_INLINE unsigned hutch_tracker_count(const volatile hutch_word_t *words, unsigned capacity)
{
    unsigned count = 0;
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS(capacity); k++) {
        count += hutch_count_set(HUTCH_READ(words[k]));
    }
    return count;
}

#endif
