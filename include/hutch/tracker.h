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
// The lowest zero of a word w is (w + 1) & ~w, as a mask: it is taken without knowing its number, and the
// search for the number stays outside the critical section. Everything here folds when the capacity is a
// constant: no level that is not there costs anything.
#ifndef HUTCH_TRACKER_H
#define HUTCH_TRACKER_H

#include "atomic.h"
#include "compiler.h"
#include "config.h"

#if HUTCH_CFG_WORD_BITS == 8
typedef uint8_t hutch_word_t;
#elif HUTCH_CFG_WORD_BITS == 16
typedef uint16_t hutch_word_t;
#elif HUTCH_CFG_WORD_BITS == 32
typedef uint32_t hutch_word_t;
#else
typedef uint64_t hutch_word_t;
#endif

#define HUTCH_WORD_BITS HUTCH_CFG_WORD_BITS
#define HUTCH_WORD_ALL ((hutch_word_t) ~(hutch_word_t)0)
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

// -------------------------------------------------------------------------------------------------- one word

extern const uint8_t hutch_first_set_table[32]; // de Bruijn sequence 0x077CB531, see src/tracker.c

/// The number of the only set bit of a word, by means that every C compiler has. Tested over all inputs.
/// 32 bits: multiply by a de Bruijn sequence and look up (Leiserson, Prokop, Randall 1998): one multiply and
/// one load where a binary search takes five branches. 8 and 16 bits: a search, for CPUs without a
/// multiplier.
HUTCH_INLINE unsigned hutch_first_set_one_portable(hutch_word_t bit)
{
#if HUTCH_CFG_WORD_BITS <= 16
    unsigned index = 0;
#    if HUTCH_CFG_WORD_BITS == 16
    if ((bit & 0xFFu) == 0) {
        bit = (hutch_word_t)(bit >> 8);
        index = 8;
    }
#    endif
    if ((bit & 0x0Fu) == 0) {
        bit = (hutch_word_t)(bit >> 4);
        index += 4;
    }
    if ((bit & 0x03u) == 0) {
        bit = (hutch_word_t)(bit >> 2);
        index += 2;
    }
    return (bit & 0x01u) == 0 ? index + 1 : index;
#elif HUTCH_CFG_WORD_BITS == 32
    return hutch_first_set_table[(uint32_t)(bit * UINT32_C(0x077CB531)) >> 27];
#else
    const uint32_t low = (uint32_t)bit;
    const uint32_t half = (uint32_t)(low | (uint32_t)(bit >> 32));
    return (low != 0 ? 0u : 32u) + hutch_first_set_table[(uint32_t)(half * UINT32_C(0x077CB531)) >> 27];
#endif
}

/// The number of the only set bit of a word: the port's way where it has one.
HUTCH_INLINE unsigned hutch_first_set_one(hutch_word_t bit)
{
#ifdef HUTCH_PORT_FIRST_SET
    return HUTCH_PORT_FIRST_SET(bit);
#else
    return hutch_first_set_one_portable(bit);
#endif
}

/// The number of the lowest set bit of a word that is not 0.
HUTCH_INLINE unsigned hutch_first_set(hutch_word_t word)
{
#ifdef HUTCH_PORT_FIRST_SET
    return HUTCH_PORT_FIRST_SET(word);
#else
    return hutch_first_set_one_portable((hutch_word_t)(word & (hutch_word_t)(0u - word)));
#endif
}

/// How many bits are set. Own arithmetic: the compiler's builtin is a library call where the CPU has no such
/// instruction.
HUTCH_INLINE unsigned hutch_count_set(hutch_word_t word)
{
    const hutch_word_t fives = (hutch_word_t)(HUTCH_WORD_ALL / 3u),
                       threes = (hutch_word_t)(HUTCH_WORD_ALL / 5u);
    const hutch_word_t nibbles = (hutch_word_t)(HUTCH_WORD_ALL / 17u),
                       ones = (hutch_word_t)(HUTCH_WORD_ALL / 255u);
    word = (hutch_word_t)(word - ((word >> 1) & fives));
    word = (hutch_word_t)((word & threes) + ((word >> 2) & threes));
    word = (hutch_word_t)((word + (word >> 4)) & nibbles);
    return (unsigned)((hutch_word_t)(word * ones) >> (HUTCH_WORD_BITS - 8));
}

/// The mask of slot `index` in its word.
HUTCH_INLINE hutch_word_t hutch_bit(unsigned index)
{
    return (hutch_word_t)((hutch_word_t)1 << (index % HUTCH_WORD_BITS));
}

/// What word `word_index` of a level of `bits` bits holds when every bit of it is set.
HUTCH_INLINE hutch_word_t hutch_full_word(unsigned word_index, unsigned bits)
{
    const unsigned tail = bits % HUTCH_WORD_BITS;
    if (tail == 0 || word_index != bits / HUTCH_WORD_BITS) {
        return HUTCH_WORD_ALL;
    }
    return (hutch_word_t)(hutch_bit(tail) - 1u);
}

/// The word with its lowest zero set; the word itself when it has none.
HUTCH_INLINE hutch_word_t hutch_with_lowest_zero(hutch_word_t word)
{
    return (hutch_word_t)(word | (hutch_word_t)(word + 1u));
}

/// The lowest zero of a word, as a mask; 0 when the word has none. Two instructions, no search.
HUTCH_INLINE hutch_word_t hutch_lowest_zero(hutch_word_t word)
{
    return (hutch_word_t)((hutch_word_t)(word + 1u) & (hutch_word_t)~word);
}

// ------------------------------------------------------------------------------------------------ all levels
// Functions that only read take volatile words: they run outside the lock, and an interrupt may change a word
// between two reads.

/// Makes the lowest free slot live. Whether there was one, and which it was, the caller asks outside the
/// critical section, of hutch_tracker_bit and hutch_tracker_taken.
/// @param  before  receives the slot's leaf word as it was
/// @param  after   and as it is now: the same when every slot is live
/// @return the leaf word's number
HUTCH_INLINE unsigned hutch_tracker_take_first(hutch_word_t *words, unsigned capacity, hutch_word_t *before,
                                               hutch_word_t *after)
{
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity), mids = HUTCH_MID_WORDS(capacity);
    if (!HUTCH_TOP_WORDS(capacity)) {
        for (unsigned k = 0; k + 1 < leaves; k++) {
            *before = words[k];
            if (*before != HUTCH_WORD_ALL) {
                *after = hutch_with_lowest_zero(*before);
                words[k] = *after;
                return k;
            }
        }
        // No branch for the last word: in a full pool the store writes what was there.
        *before = words[leaves - 1];
        *after =
            (hutch_word_t)(*before | (hutch_lowest_zero(*before) & hutch_full_word(leaves - 1, capacity)));
        words[leaves - 1] = *after;
        return leaves - 1;
    }

    hutch_word_t *const top = words + leaves + mids;
    const hutch_word_t top_before = *top;
    *before = *after = 0;
    if (!HUTCH_LIKELY(top_before != hutch_full_word(0, mids ? mids : leaves))) {
        return 0;
    }
    unsigned k = hutch_first_set((hutch_word_t)~top_before);
    const unsigned j = k;
    hutch_word_t mid_before = 0;
    if (mids) {
        mid_before = words[leaves + j];
        k = j * HUTCH_WORD_BITS + hutch_first_set((hutch_word_t)~mid_before);
    }
    *before = words[k];
    *after = hutch_with_lowest_zero(*before);
    words[k] = *after;
    if (*after == hutch_full_word(k, capacity)) {
        if (!mids) {
            *top = hutch_with_lowest_zero(top_before);
        } else {
            words[leaves + j] = hutch_with_lowest_zero(mid_before);
            if (hutch_with_lowest_zero(mid_before) == hutch_full_word(j, leaves)) {
                *top = hutch_with_lowest_zero(top_before);
            }
        }
    }
    return k;
}

/// The bit of the slot that hutch_tracker_take_first took; 0 when every slot was live. In one word the same
/// expression has made `after`: there it costs nothing.
HUTCH_INLINE hutch_word_t hutch_tracker_bit(unsigned capacity, hutch_word_t before, hutch_word_t after)
{
    return (hutch_word_t)(HUTCH_LEAF_WORDS(capacity) == 1
                              ? hutch_lowest_zero(before) & hutch_full_word(0, capacity)
                              : after ^ before);
}

/// The number of the slot that hutch_tracker_take_first took.
HUTCH_INLINE unsigned hutch_tracker_taken(unsigned leaf_number, hutch_word_t taken)
{
    return leaf_number * HUTCH_WORD_BITS + hutch_first_set_one(taken);
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
        *mid = (hutch_word_t)(full ? *mid | hutch_bit(k) : *mid & (hutch_word_t)~hutch_bit(k));
        full = *mid == hutch_full_word(j, leaves);
        k = j;
    }
    *top = (hutch_word_t)(full ? *top | hutch_bit(k) : *top & (hutch_word_t)~hutch_bit(k));
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

/// Makes a slot free. No branch at the leaf; parameters as in hutch_tracker_take.
/// @return the leaf word as it was: without the bit, the slot was free already
HUTCH_INLINE hutch_word_t hutch_tracker_give(hutch_word_t *words, unsigned capacity, unsigned k,
                                             hutch_word_t bit)
{
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity), mids = HUTCH_MID_WORDS(capacity);
    const hutch_word_t leaf = words[k];
    words[k] = (hutch_word_t)(leaf & (hutch_word_t)~bit);
    if (HUTCH_TOP_WORDS(capacity) && leaf == hutch_full_word(k, capacity)) {
        hutch_word_t *const top = words + leaves + mids;
        if (mids) {
            const unsigned j = k / HUTCH_WORD_BITS;
            hutch_word_t *const mid = words + leaves + j;
            *mid = (hutch_word_t)(*mid & (hutch_word_t)~hutch_bit(k));
            *top =
                (hutch_word_t)(*top & (hutch_word_t)~hutch_bit(j)); // cheaper than asking whether it was set
        } else {
            *top = (hutch_word_t)(*top & (hutch_word_t)~hutch_bit(k));
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
