// SPDX-License-Identifier: MIT
// tracker.h - the free tracker: a bitmap with summary levels. Knows slots by number only; no pool, no lock.
//
// A set bit is LIVE, so zeroed memory is an empty pool. Bits past the capacity are always 0. With W bits a
// word:
//
//   up to 3 words        [leaf 0][leaf 1][leaf 2]                 scanned; measured faster than a summary
//   up to W words        [leaf 0] ... [leaf n-1][summary]         summary bit k: "leaf k is full"
//   up to W*W words      [leaf 0] ... [leaf n-1][mid 0] ... [top] mid bit k: "leaf k is full"
//                                                                 top bit j: "mid j is full"
//
// Slot i is bit i % W of its leaf, from the lowest. In a summary the first is the lowest bit, too, or the
// highest where the CPU counts leading zeros: hutch_summary_bit.
//
// The lowest zero of a word w is (w + 1) & ~w, as a mask: it is taken without knowing its number, and the
// search for the number stays outside the critical section. Everything here folds when the capacity is a
// constant: no level that is not there costs anything.
#ifndef HUTCH_TRACKER_H
#define HUTCH_TRACKER_H

#include "atomic.h"
#include "compiler.h"
#include "config.h"
#include "word.h"

#define HUTCH_SCAN_WORDS_MAX 3

// Words that n bits need, and the words of each level of a capacity. Constant expressions: they size the
// storage.
#define HUTCH_WORDS(n) (((n) + HUTCH_WORD_BITS - 1) / HUTCH_WORD_BITS)
#define HUTCH_LEAF_WORDS(capacity) HUTCH_WORDS(capacity)
#define HUTCH_MID_WORDS(capacity) \
    (HUTCH_LEAF_WORDS(capacity) > HUTCH_WORD_BITS ? HUTCH_WORDS(HUTCH_LEAF_WORDS(capacity)) : 0)
#define HUTCH_TOP_WORDS(capacity) (HUTCH_LEAF_WORDS(capacity) > HUTCH_SCAN_WORDS_MAX ? 1 : 0)
#define HUTCH_TRACKER_WORDS(capacity) \
    (HUTCH_LEAF_WORDS(capacity) + HUTCH_MID_WORDS(capacity) + HUTCH_TOP_WORDS(capacity))

#if HUTCH_CFG_WORD_BITS == 8
#    define HUTCH_CAPACITY_MAX 512 // three levels of 8 bits
#elif HUTCH_CFG_WORD_BITS == 16
#    define HUTCH_CAPACITY_MAX 4096
#else
#    define HUTCH_CAPACITY_MAX 32768
#endif

// ---------------------------------------------------------------------------------------------- one summary

// A summary's bits: one for each word below it, set when that one is full. Where the CPU counts leading zeros
// in one instruction the first word has the highest bit.
#if defined(HUTCH_PORT_LEADING_ZEROS) && HUTCH_CFG_WORD_BITS == 32
#    define HUTCH_COUNTS_ZEROS 1
#else
#    define HUTCH_COUNTS_ZEROS 0
#endif
#if HUTCH_COUNTS_ZEROS
#    define HUTCH_SUMMARY_FIRST ((hutch_word_t) ~(HUTCH_WORD_ALL >> 1))
#    define HUTCH_SUMMARY_FROM(first, k) ((hutch_word_t)HUTCH_PORT_ROTATED(first, k))
#else
#    define HUTCH_SUMMARY_FIRST ((hutch_word_t)1)
#    ifdef HUTCH_PORT_BIT
#        define HUTCH_SUMMARY_FROM(first, k) hutch_bit(k)
#        define HUTCH_ONE_ANEW(one) ((void)(one))
#    else
#        define HUTCH_SUMMARY_FROM(first, k) ((hutch_word_t)((first) << (k)))
#    endif
#endif

#ifndef HUTCH_ONE_ANEW
#    define HUTCH_ONE_ANEW(one) HUTCH_LOAD_NOW(one)
#endif

/// The bit of word `k` in the summary above it.
HUTCH_INLINE hutch_word_t hutch_summary_bit(unsigned k)
{
#if HUTCH_COUNTS_ZEROS
    return HUTCH_SUMMARY_FROM(HUTCH_SUMMARY_FIRST, k);
#else
    return hutch_bit(k);
#endif
}

/// A summary whose first word with room, word `k`, has got full: one below W, unless the search ended behind
/// the last.
HUTCH_INLINE hutch_word_t hutch_summary_with(hutch_word_t summary, unsigned k)
{
    return HUTCH_HAS_FIRST_ZERO ? hutch_with_lowest_zero(summary)
                                : (hutch_word_t)(summary | HUTCH_SUMMARY_FROM(HUTCH_SUMMARY_FIRST, k));
}

/// What summary word `j` over `words` words holds when each of those is full.
HUTCH_INLINE hutch_word_t hutch_full_summary(unsigned j, unsigned words)
{
#if HUTCH_COUNTS_ZEROS
    const unsigned tail = words % HUTCH_WORD_BITS;
    return tail == 0 || j != words / HUTCH_WORD_BITS ? HUTCH_WORD_ALL
                                                     : (hutch_word_t) ~(HUTCH_WORD_ALL >> tail);
#else
    return hutch_full_word(j, words);
#endif
}

// Where all words below a summary are full, its search ends
//   ON_NEXT  on the word behind the last of them, the summary itself: full, too, if that has W bits to use
//   ON_SOME  on some word below it: full. So by the table of 32 bits, which answers 0 for none
// There the store of an acquire writes what was there, so that it need not ask before.
#if HUTCH_COUNTS_ZEROS
#    define HUTCH_ROOM_ENDS_ON_NEXT 1
#    define HUTCH_ROOM_ENDS_ON_SOME 0
#else
#    define HUTCH_ROOM_ENDS_ON_NEXT 0
#    define HUTCH_ROOM_ENDS_ON_SOME HUTCH_HAS_SERIES
#endif

/// The first of the `words` words below summary word 0 that has room.
/// @param  series  HUTCH_SERIES
/// @return its number; when all are full, see above
HUTCH_INLINE unsigned hutch_first_room(uint32_t series, hutch_word_t summary, unsigned words)
{
#if HUTCH_COUNTS_ZEROS
    (void)series;
    (void)words;
    return HUTCH_PORT_LEADING_ZEROS((hutch_word_t)~summary);
#else
    hutch_word_t zero = hutch_zero_of(summary, (hutch_word_t)(summary + 1u));
    if (HUTCH_ROOM_ENDS_ON_SOME) {
        zero = (hutch_word_t)(zero & hutch_full_word(0, words));
    }
    return hutch_first_set_by(series, zero);
#endif
}

// ------------------------------------------------------------------------------------------------ all levels
// Functions that only read take volatile words: they run outside the lock, and an interrupt may change a word
// between two reads.

/// Makes the lowest free slot of a leaf word live.
/// @return a word whose lowest set bit is the slot's, and which holds that bit only unless the CPU searches
///         or the port finds the lowest zero; 0 when all slots of the leaf are live already
HUTCH_INLINE hutch_word_t hutch_tracker_take_in(hutch_word_t *words, unsigned capacity, unsigned k)
{
    // No branch: in a full word the store writes what was there.
    const hutch_word_t before = words[k];
    const hutch_word_t carried = (hutch_word_t)((hutch_word_t)(before + 1u) & hutch_full_word(k, capacity));
    hutch_word_t after = (hutch_word_t)(before | carried);
    HUTCH_NO_BIC(after);
    words[k] = after;
    return HUTCH_HAS_FIRST_ZERO ? (hutch_word_t)((hutch_word_t)~before & hutch_full_word(k, capacity))
           : HUTCH_SEARCHES     ? carried
                                : (hutch_word_t)(after ^ before);
}

/// Makes the lowest free slot live. Which it was, the caller asks hutch_tracker_taken outside the critical
/// section.
/// @param  leaf  receives the leaf word's number
/// @return as hutch_tracker_take_in: 0 when every slot is live
HUTCH_INLINE hutch_word_t hutch_tracker_take_first(hutch_word_t *words, unsigned capacity, unsigned *leaf)
{
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity), mids = HUTCH_MID_WORDS(capacity);
    unsigned k = 0;
    if (!HUTCH_TOP_WORDS(capacity)) {
        while (k + 1 < leaves && words[k] == HUTCH_WORD_ALL) {
            k++;
        }
        *leaf = k;
        return hutch_tracker_take_in(words, capacity, k);
    }

    hutch_word_t *const top = words + leaves + mids;
    const hutch_word_t top_before = *top;
    const unsigned below = mids ? mids : leaves;
    const bool may_be_none =
        leaves == HUTCH_WORD_BITS && (HUTCH_ROOM_ENDS_ON_SOME || HUTCH_ROOM_ENDS_ON_NEXT);
    *leaf = 0;
    if (!may_be_none && !HUTCH_LIKELY(top_before != hutch_full_summary(0, below))) {
        return 0;
    }
    const unsigned j = hutch_first_room(HUTCH_SERIES, top_before, HUTCH_WORD_BITS);
    hutch_word_t mid_before = 0;
    k = j;
    if (mids) {
        mid_before = words[leaves + j];
        k = j * HUTCH_WORD_BITS + hutch_first_room(HUTCH_SERIES, mid_before, HUTCH_WORD_BITS);
    }
    *leaf = k;
    const hutch_word_t before = words[k];
    hutch_word_t after = hutch_with_lowest_zero(before);
    HUTCH_NO_BIC(after);
    words[k] = after;
    if (!HUTCH_LIKELY(after != hutch_full_word(k, capacity))) {
        if (!mids) {
            *top = hutch_summary_with(top_before, k);
        } else {
            const hutch_word_t mid = hutch_summary_with(mid_before, k % HUTCH_WORD_BITS);
            words[leaves + j] = mid;
            if (mid == hutch_full_summary(j, leaves)) {
                *top = hutch_summary_with(top_before, j);
            }
        }
    }
    const hutch_word_t taken = HUTCH_HAS_FIRST_ZERO ? (hutch_word_t)~before
                               : HUTCH_SEARCHES     ? (hutch_word_t)(before + 1u)
                                                    : (hutch_word_t)(after ^ before);
    HUTCH_ASSUME(may_be_none || taken != 0); // else the summary has said so
    return taken;
}

/// The number of the slot that hutch_tracker_take_first took: one byte where a CPU reckons in bytes.
/// @param  series  HUTCH_SERIES
HUTCH_INLINE unsigned hutch_tracker_taken_by(uint32_t series, unsigned capacity, unsigned leaf,
                                             hutch_word_t taken)
{
#ifdef HUTCH_PORT_EIGHTFOLD
    if (__builtin_constant_p(capacity) && HUTCH_LEAF_WORDS(capacity) > 1 && capacity <= 128) {
        return (uint8_t)(HUTCH_PORT_EIGHTFOLD((uint8_t)leaf) + (uint8_t)hutch_first_set_one(taken));
    }
#endif
    return HUTCH_WORD_BITS == 8 && capacity <= 256
               ? (uint8_t)((uint8_t)(leaf * 8u) + (uint8_t)hutch_first_set_by(series, taken))
               : leaf * HUTCH_WORD_BITS + hutch_first_set_by(series, taken);
}

HUTCH_INLINE unsigned hutch_tracker_taken(unsigned capacity, unsigned leaf, hutch_word_t taken)
{
    return hutch_tracker_taken_by(HUTCH_SERIES, capacity, leaf, taken);
}

/// One word, read in one step.
/// @param  ordered  what its last writer did before shows, too
HUTCH_INLINE hutch_word_t hutch_tracker_read(const volatile hutch_word_t *word, bool ordered)
{
    return ordered ? HUTCH_READ_ORDERED(*word, HUTCH_ORDER_SEE) : HUTCH_READ(*word);
}

/// Is slot `index` live?
HUTCH_INLINE bool hutch_tracker_is_live(const volatile hutch_word_t *words, unsigned index)
{
    return (hutch_tracker_read(&words[index / HUTCH_WORD_BITS], false) & hutch_bit(index)) != 0;
}

/// Stores a leaf word and keeps the summary levels true.
HUTCH_INLINE void hutch_tracker_store(hutch_word_t *words, unsigned capacity, unsigned k, hutch_word_t leaf)
{
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity), mids = HUTCH_MID_WORDS(capacity);
    words[k] = leaf;
    if (!HUTCH_TOP_WORDS(capacity)) {
        return;
    }
    bool full = leaf == hutch_full_word(k, capacity);
    hutch_word_t *const top = words + leaves + mids;
    if (mids) {
        const unsigned j = k / HUTCH_WORD_BITS;
        hutch_word_t *const mid = words + leaves + j;
        *mid =
            (hutch_word_t)(full ? *mid | hutch_summary_bit(k) : *mid & (hutch_word_t)~hutch_summary_bit(k));
        full = *mid == hutch_full_summary(j, leaves);
        k = j;
    }
    *top = (hutch_word_t)(full ? *top | hutch_summary_bit(k) : *top & (hutch_word_t)~hutch_summary_bit(k));
}

/// Makes a slot live. No branch at the leaf: where it is live already the store writes what was there.
/// @param  k    the number of its leaf word, index / HUTCH_WORD_BITS
/// @param  bit  its bit in there, hutch_bit(index): the caller has both ready before the critical section
/// @return the leaf word as it was: with the bit, the slot was live already
HUTCH_INLINE hutch_word_t hutch_tracker_take(hutch_word_t *words, unsigned capacity, unsigned k,
                                             hutch_word_t bit)
{
    const hutch_word_t leaf = words[k];
    hutch_tracker_store(words, capacity, k, (hutch_word_t)(leaf | bit));
    return leaf;
}

/// Was leaf word `k` full? Where a branch asks for the sign that comes first: other constants are to be made.
HUTCH_INLINE bool hutch_was_full(hutch_word_t leaf, unsigned k, unsigned capacity)
{
#ifdef HUTCH_PORT_ASKS_SIGN
    if (capacity % HUTCH_WORD_BITS == 0) {
        if (HUTCH_LIKELY((leaf >> (HUTCH_WORD_BITS - 1)) == 0)) {
            return false;
        }
        HUTCH_LOAD_NOW(leaf); // or the compiler makes one question of both
    }
#endif
    return leaf == hutch_full_word(k, capacity);
}

/// Makes a slot free. No branch at the leaf; parameters as in hutch_tracker_take.
/// @param  is_live  the caller knows that it is live: then one instruction does where a CPU has no BIC
/// @return the leaf word as it was: without the bit, the slot was free already
HUTCH_INLINE hutch_word_t hutch_tracker_give(hutch_word_t *words, unsigned capacity, unsigned k,
                                             hutch_word_t bit, bool is_live)
{
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity), mids = HUTCH_MID_WORDS(capacity);
    const hutch_word_t leaf = words[k];
    words[k] = (hutch_word_t)(is_live ? leaf ^ bit : leaf & (hutch_word_t)~bit);
    if (HUTCH_TOP_WORDS(capacity) && hutch_was_full(leaf, k, capacity)) {
        hutch_word_t *const top = words + leaves + mids;
        if (mids) {
            const unsigned j = k / HUTCH_WORD_BITS;
            hutch_word_t *const mid = words + leaves + j;
            *mid = (hutch_word_t)(*mid & (hutch_word_t)~hutch_summary_bit(k));
            *top = (hutch_word_t)(*top & (hutch_word_t)~hutch_summary_bit(j)); // cheaper than asking for it
        } else {
            hutch_word_t first = HUTCH_SUMMARY_FIRST;
            HUTCH_ONE_ANEW(first); // not the leaf's: that would be kept for here
            *top = (hutch_word_t)(*top & (hutch_word_t)~HUTCH_SUMMARY_FROM(first, k));
        }
    }
    return leaf;
}

/// The first live slot at or after `from`.
/// @param  ordered  what the words' last writers did before shows, too: for pools without a lock
/// @return its number; HUTCH_NONE when there is none
HUTCH_INLINE unsigned hutch_tracker_next(const volatile hutch_word_t *words, unsigned capacity, unsigned from,
                                         bool ordered)
{
    if (from >= capacity) {
        return HUTCH_NONE;
    }
    unsigned k = from / HUTCH_WORD_BITS;
    hutch_word_t rest = (hutch_word_t)(hutch_tracker_read(&words[k], ordered) &
                                       (hutch_word_t)(HUTCH_WORD_ALL << (from % HUTCH_WORD_BITS)));
    while (rest == 0) {
        k++;
        if (k >= HUTCH_LEAF_WORDS(capacity)) {
            return HUTCH_NONE;
        }
        rest = hutch_tracker_read(&words[k], ordered);
    }
    return k * HUTCH_WORD_BITS + hutch_first_set(rest);
}

#endif
