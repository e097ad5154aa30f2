// SPDX-License-Identifier: MIT
// bitmap.h - which slots are live: a bitmap with summary levels. Works on slot numbers; no pool, no lock.
//
// A set bit is LIVE, so zeroed memory is an empty bitmap. Bits past the capacity are always 0; if a wild
// write sets some, no slot past the capacity is returned. With W bits a word:
//
//   up to 3 words        [leaf 0][leaf 1][leaf 2]                 read one by one: faster than a summary
//   up to W words        [leaf 0] ... [leaf n-1][top]             top bit k: leaf k is all ones
//   up to W*W words      [leaf 0] ... [leaf n-1][mid 0] ... [top] mid bit k: leaf k is all ones
//                                                                 top bit j: mid j is all ones
//
// The last leaf has no summary bit, so a search ends there at the latest, and full always means all ones: how
// many slots the last leaf has does not matter to the others.
//
// Slot i is bit i % W of leaf i / W, bit 0 being the lowest. `capacity` is a constant in typed functions, so
// levels that a bitmap does not have cost nothing.
#ifndef HUTCH_BITMAP_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_BITMAP_H

#include "atomic.h"
#include "bits.h"

#define HUTCH_SCAN_WORDS_MAX 3

// The number of words of each level: constant expressions, for the storage.
#define HUTCH_WORDS(bits) (((bits) + HUTCH_WORD_BITS - 1) / HUTCH_WORD_BITS)
#define HUTCH_LEAF_WORDS(capacity) HUTCH_WORDS(capacity)
#define HUTCH_MID_WORDS(capacity)                        \
    (HUTCH_PORT_SCANS                                ? 0 \
     : HUTCH_LEAF_WORDS(capacity) <= HUTCH_WORD_BITS ? 0 \
                                                     : HUTCH_WORDS(HUTCH_LEAF_WORDS(capacity)))
#define HUTCH_TOP_WORDS(capacity) \
    (HUTCH_PORT_SCANS ? 0 : HUTCH_LEAF_WORDS(capacity) > HUTCH_SCAN_WORDS_MAX ? 1 : 0)
#define HUTCH_BITMAP_WORDS(capacity) \
    (HUTCH_LEAF_WORDS(capacity) + HUTCH_MID_WORDS(capacity) + HUTCH_TOP_WORDS(capacity))

#if HUTCH_WORD_BITS == 8
#    define HUTCH_CAPACITY_MAX 512 // W * W * W
#elif HUTCH_WORD_BITS == 16
#    define HUTCH_CAPACITY_MAX 4096
#else
#    define HUTCH_CAPACITY_MAX 32768
#endif

/// Records in the summaries that leaf word `k` has room again. The last word has no bit there: no effect.
HUTCH_INLINE void hutch_bitmap_note_room(hutch_word_t *words, unsigned capacity, unsigned k)
{
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity), mids = HUTCH_MID_WORDS(capacity);
    hutch_word_t *const top = words + leaves + mids;
    hutch_word_t *const above = mids != 0 ? words + leaves + k / HUTCH_WORD_BITS : top;
    HUTCH_ASSERT(5, k < leaves && words[k] != hutch_bits_full(k, capacity));
    *above = (hutch_word_t)(*above & (hutch_word_t)~hutch_bits_mask(k));
    if (mids != 0) {
        *top = (hutch_word_t)(*top & (hutch_word_t)~hutch_bits_mask(k / HUTCH_WORD_BITS));
    }
}

/// Returns true if the bitmap has no summary, and leaf word `k` has room and is not the last.
HUTCH_INLINE bool hutch_bitmap_scan_ends(const hutch_word_t *words, unsigned capacity, unsigned k)
{
    return !HUTCH_TOP_WORDS(capacity) && k + 1u < HUTCH_LEAF_WORDS(capacity) &&
           (hutch_word_t)(words[k] + 1u) != 0;
}

/// Returns the first leaf word that has room, by the summaries; the last word if no other has room, or
/// without summaries.
HUTCH_INLINE unsigned hutch_bitmap_find_room(const hutch_word_t *words, unsigned capacity)
{
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity), mids = HUTCH_MID_WORDS(capacity);
    const hutch_word_t *const mid = words + leaves;
    if (!HUTCH_TOP_WORDS(capacity)) {
        return HUTCH_PORT_SCAN(words, leaves); // leaves - 1, unless the port scans
    }
    // mid[mids] is the top word. The lowest zero of w is the lowest set bit of w + 1. The last word below has
    // no bit in w; it is set here, so that a damaged summary does not lead past that word.
    const hutch_word_t last = hutch_bits_mask((mids != 0 ? mids : leaves) - 1u);
    const unsigned k = hutch_bits_first_set((hutch_word_t)((hutch_word_t)(mid[mids] + 1u) | last));
    if (mids != 0) {
        const hutch_word_t rooms =
            (hutch_word_t)((hutch_word_t)(mid[k] + 1u) | hutch_bits_mask(HUTCH_WORD_BITS - 1u));
        const unsigned leaf = k * HUTCH_WORD_BITS + hutch_bits_first_set(rooms);
        return leaf < leaves ? leaf : leaves - 1u;
    }
    return k;
}

/// Makes the lowest free slot live, in leaf word `k`, which hutch_bitmap_find_room or hutch_bitmap_scan_ends
/// found. A full word is stored unchanged.
/// @return the slot's mask in that word; 0 if the word was full
HUTCH_INLINE hutch_word_t hutch_bitmap_acquire(hutch_word_t *words, unsigned capacity, unsigned k)
{
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity), mids = HUTCH_MID_WORDS(capacity);
    const hutch_word_t before = words[k], full = hutch_bits_full(k, capacity);
    HUTCH_ASSERT(4, before != HUTCH_WORD_ALL || k + 1u == leaves); // the summaries are right
    HUTCH_ASSERT(6, (before & (hutch_word_t)~full) == 0);          // bits past the capacity are 0
    // + 1 carries to the lowest zero; `& full` drops a carry past the capacity, so a full word is unchanged.
    const hutch_word_t after = (hutch_word_t)(before | ((hutch_word_t)(before + 1u) & full));
    if (HUTCH_TOP_WORDS(capacity) && after == HUTCH_WORD_ALL && k + 1u != leaves) {
        // Word k was the first with room, so its bit is the lowest zero of the word above.
        hutch_word_t *const top = words + leaves + mids;
        hutch_word_t *const above = mids != 0 ? words + leaves + k / HUTCH_WORD_BITS : top;
        hutch_bits_set_lowest_zero(above);
        if (mids != 0 && *above == HUTCH_WORD_ALL) {
            hutch_bits_set_lowest_zero(top);
        }
    }
    HUTCH_STORE(words[k], after); // last: stored earlier, it would make the compiler load the summary again
    return (hutch_word_t)(after - before);
}

/// Makes slot `mask` of leaf word `k` live.
/// @return true; false if it was live already: nothing changes then
HUTCH_INLINE bool hutch_bitmap_claim(hutch_word_t *words, unsigned capacity, unsigned k, hutch_word_t mask)
{
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity), mids = HUTCH_MID_WORDS(capacity);
    const hutch_word_t before = words[k], after = (hutch_word_t)(before | mask);
    HUTCH_ASSERT(7, (mask & (hutch_word_t)~hutch_bits_full(k, capacity)) == 0);
    HUTCH_STORE(words[k], after);
    if (HUTCH_TOP_WORDS(capacity) && k + 1u != leaves && after == HUTCH_WORD_ALL) {
        hutch_word_t *const top = words + leaves + mids;
        hutch_word_t *const above = mids != 0 ? words + leaves + k / HUTCH_WORD_BITS : top;
        *above = (hutch_word_t)(*above | hutch_bits_mask(k));
        if (mids != 0 && *above == HUTCH_WORD_ALL) {
            *top = (hutch_word_t)(*top | hutch_bits_mask(k / HUTCH_WORD_BITS));
        }
    }
    return (before & mask) == 0;
}

/// Makes the slots `mask` of leaf word `k` free.
/// @return the mask of those that were live; 0 if all were free already: nothing changes then
HUTCH_INLINE hutch_word_t hutch_bitmap_release(hutch_word_t *words, unsigned capacity, unsigned k,
                                               hutch_word_t mask)
{
    const hutch_word_t before = words[k];
    HUTCH_ASSERT(8, mask != 0 && (mask & (hutch_word_t)~hutch_bits_full(k, capacity)) == 0);
    HUTCH_STORE(words[k], (hutch_word_t)(before & (hutch_word_t)~mask));
    if (HUTCH_TOP_WORDS(capacity) && !HUTCH_LIKELY(before != HUTCH_WORD_ALL)) {
        hutch_bitmap_note_room(words, capacity, k);
    }
    return (hutch_word_t)(before & mask);
}

/// Makes all slots of leaf word `k` free.
HUTCH_INLINE void hutch_bitmap_clear_word(hutch_word_t *words, unsigned capacity, unsigned k)
{
    HUTCH_ASSERT(9, k < HUTCH_LEAF_WORDS(capacity));
    HUTCH_STORE(words[k], 0);
    if (HUTCH_TOP_WORDS(capacity)) {
        hutch_bitmap_note_room(words, capacity, k);
    }
}

// The functions below only read, and run outside the lock, so another context may change a word between two
// reads. Therefore each word is read once.

HUTCH_INLINE bool hutch_bitmap_is_live(const hutch_word_t *words, unsigned index)
{
    return (HUTCH_LOAD(words[index / HUTCH_WORD_BITS]) & hutch_bits_mask(index)) != 0;
}

/// Returns the first live slot at or after `from`; HUTCH_NONE if there is none.
HUTCH_INLINE unsigned hutch_bitmap_next(const hutch_word_t *words, unsigned capacity, unsigned from)
{
    if (from >= capacity) {
        return HUTCH_NONE;
    }
    unsigned k = from / HUTCH_WORD_BITS;
    const hutch_word_t ahead = (hutch_word_t)(HUTCH_WORD_ALL << (from % HUTCH_WORD_BITS));
    hutch_word_t rest = (hutch_word_t)(HUTCH_LOAD(words[k]) & ahead);
    while (rest == 0) {
        k++;
        if (k >= HUTCH_LEAF_WORDS(capacity)) {
            return HUTCH_NONE;
        }
        rest = HUTCH_LOAD(words[k]);
    }
    const unsigned index = k * HUTCH_WORD_BITS + hutch_bits_first_set(rest);
    return index < capacity ? index : HUTCH_NONE; // a bit past the capacity: damage
}

/// Returns the last live slot below `end`; HUTCH_NONE if there is none.
HUTCH_INLINE unsigned hutch_bitmap_last(const hutch_word_t *words, unsigned end)
{
    for (unsigned k = HUTCH_LEAF_WORDS(end); k-- != 0;) {
        hutch_word_t word = (hutch_word_t)(HUTCH_LOAD(words[k]) & hutch_bits_full(k, end));
        while ((word & (hutch_word_t)(word - 1u)) != 0) {
            word = (hutch_word_t)(word & (hutch_word_t)(word - 1u)); // drops the lowest bit
        }
        if (word != 0) {
            return k * HUTCH_WORD_BITS + hutch_bits_number(word);
        }
    }
    return HUTCH_NONE;
}

/// Returns how many slots are live. The words are read one after another: if interrupts change some
/// meanwhile, the sum may never have been the number of live slots.
HUTCH_INLINE unsigned hutch_bitmap_count(const hutch_word_t *words, unsigned capacity)
{
    unsigned count = 0;
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS(capacity); k++) {
        count += hutch_bits_count(HUTCH_LOAD(words[k]));
    }
    return count <= capacity ? count : capacity; // more: bits past the capacity, damage
}

#endif
