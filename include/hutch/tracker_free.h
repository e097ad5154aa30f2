// SPDX-License-Identifier: MIT
// tracker_free.h - the free tracker without a lock: every change is one atomic step on one leaf word.
//
// One word: its compare-and-swap is the whole operation. The word is all the state that its slots have, so
// "the same value" means "the same state": there is no ABA.
//
// Several words: the leaves are the only truth. A summary that is written after its leaf hides free slots for
// as long as its writer is interrupted, so there is none; in its place stands a hint, the word to look into
// first. "Full" is answered only when a whole round found nothing and nobody released meanwhile:
//
//   look      q = releases;  each leaf: a free bit? take it by compare-and-swap
//   none?     releases == q: full.  else: again
//   release   clear the bit;  releases + 1
//
// Without that question an acquire could miss a slot that moves behind it: freed in a word that it has
// passed, while the free one before it is taken. HUTCH_CFG_SPURIOUS_FULL leaves it out. The counter is one
// for all pools: another pool's release costs a round, and no pool pays RAM.
//
// Progress: an attempt fails only because another one succeeded. So some caller always gets on (lock-free),
// but a given one may go round again each time (not wait-free). On one core, each interrupt that uses the
// pool costs the caller below it at most one attempt or one round, and the most urgent one is never
// disturbed. A caller that is stopped between its steps holds up nobody.
#ifndef HUTCH_TRACKER_FREE_H
#define HUTCH_TRACKER_FREE_H

#include "atomic.h"
#include "tracker.h"

HUTCH_BEGIN_DECLS
extern unsigned hutch_free_releases HUTCH_ABI(hutch_free_releases); // of all pools of several words
HUTCH_END_DECLS

HUTCH_INLINE bool hutch_free_has_hint(unsigned capacity)
{
    return HUTCH_TOP_WORDS(capacity) != 0;
}

/// The word that acquire looks into first. It may be any: only time depends on it.
HUTCH_INLINE hutch_word_t *hutch_free_hint(hutch_word_t *words, unsigned capacity)
{
    return words + HUTCH_LEAF_WORDS(capacity) + HUTCH_MID_WORDS(capacity);
}

/// The lowest `length` neighbouring zeros of a word as a mask; 0 when there are none, or they do not fit.
HUTCH_INLINE hutch_word_t hutch_free_find_run(hutch_word_t word, hutch_word_t full, unsigned length)
{
    hutch_word_t starts = (hutch_word_t)(full & (hutch_word_t)~word);
    hutch_word_t run = 1;
    for (unsigned k = 1; k < length; k++) {
        starts = (hutch_word_t)(starts & (starts >> 1)); // a start of k + 1 zeros
        run = (hutch_word_t)((hutch_word_t)(run << 1) | 1u);
    }
    if (starts == 0) {
        return 0;
    }
    return (hutch_word_t)((hutch_word_t)run << hutch_first_set(starts));
}

/// Takes `length` neighbouring slots of leaf word `k`.
/// @return their bits; 0 when there is no such place
HUTCH_INLINE hutch_word_t hutch_free_take_in(hutch_word_t *words, unsigned capacity, unsigned k,
                                             unsigned length)
{
    const bool is_one = HUTCH_LEAF_WORDS(capacity) == 1;
    const hutch_word_t full = hutch_full_word(k, capacity);
    hutch_word_t before = HUTCH_READ_ORDERED(words[k], is_one ? __ATOMIC_RELAXED : HUTCH_ORDER_LOOK);
    for (;;) {
        const hutch_word_t bits = length == 1 ? (hutch_word_t)(hutch_lowest_zero(before) & full)
                                              : hutch_free_find_run(before, full, length);
        const hutch_word_t after = (hutch_word_t)(before | bits);
        if (bits == 0) {
            return 0;
        }
        if (is_one ? HUTCH_SWAP(words[k], before, after, HUTCH_ORDER_TAKE)
                   : HUTCH_SWAP(words[k], before, after, HUTCH_ORDER_TAKE_SEVERAL)) {
            return bits;
        }
    }
}

/// Takes the first `length` neighbouring slots of one word that a round from the hint on finds.
/// @param  leaf  receives the leaf word's number
/// @return their bits; 0 when there was no such place in any word at one moment of the call
HUTCH_INLINE hutch_word_t hutch_free_take_first(hutch_word_t *words, unsigned capacity, unsigned length,
                                                unsigned *leaf)
{
    const unsigned leaves = HUTCH_LEAF_WORDS(capacity);
    *leaf = 0;
    if (leaves == 1) {
        return hutch_free_take_in(words, capacity, 0, length);
    }
    const bool has_hint = hutch_free_has_hint(capacity);
    const unsigned hint = has_hint ? (unsigned)HUTCH_READ(*hutch_free_hint(words, capacity)) : 0;
    const unsigned start = hint < leaves ? hint : 0;
    for (;;) {
        const unsigned releases = HUTCH_READ_ORDERED(hutch_free_releases, HUTCH_ORDER_COUNT);
        unsigned k = start;
        for (unsigned looked = 0; looked < leaves; looked++) {
            const hutch_word_t bits = hutch_free_take_in(words, capacity, k, length);
            if (bits != 0) {
                if (has_hint && k != hint) {
                    HUTCH_WRITE(*hutch_free_hint(words, capacity), (hutch_word_t)k);
                }
                *leaf = k;
                return bits;
            }
            k = k + 1 < leaves ? k + 1 : 0;
        }
        if (HUTCH_CFG_SPURIOUS_FULL ||
            HUTCH_READ_ORDERED(hutch_free_releases, HUTCH_ORDER_COUNT) == releases) {
            return 0;
        }
    }
}

/// Takes the slots `bits` of leaf word `k`, whoever has them.
/// @return the word as it was: a bit that was set already is somebody else's
HUTCH_INLINE hutch_word_t hutch_free_take(hutch_word_t *words, unsigned capacity, unsigned k,
                                          hutch_word_t bit)
{
    return HUTCH_LEAF_WORDS(capacity) == 1 ? HUTCH_FETCH_OR(words[0], bit, HUTCH_ORDER_TAKE)
                                           : HUTCH_FETCH_OR(words[k], bit, HUTCH_ORDER_TAKE_SEVERAL);
}

/// Says that slots of leaf word `k` are free now.
HUTCH_INLINE void hutch_free_released(hutch_word_t *words, unsigned capacity, unsigned k)
{
    if (HUTCH_LEAF_WORDS(capacity) > 1 && !HUTCH_CFG_SPURIOUS_FULL) {
        (void)HUTCH_FETCH_ADD(hutch_free_releases, 1u, HUTCH_ORDER_COUNT);
    }
    if (hutch_free_has_hint(capacity)) {
        HUTCH_WRITE(*hutch_free_hint(words, capacity), (hutch_word_t)k);
    }
}

/// Frees slots of leaf word `k`.
/// @return the word as it was: a bit that was clear already had been freed before
HUTCH_INLINE hutch_word_t hutch_free_give(hutch_word_t *words, unsigned capacity, unsigned k,
                                          hutch_word_t bits)
{
    const hutch_word_t others = (hutch_word_t)~bits;
    const hutch_word_t before = HUTCH_LEAF_WORDS(capacity) == 1
                                    ? HUTCH_FETCH_AND(words[k], others, HUTCH_ORDER_GIVE)
                                    : HUTCH_FETCH_AND(words[k], others, HUTCH_ORDER_GIVE_SEVERAL);
    if ((before & bits) != 0) {
        hutch_free_released(words, capacity, k);
    }
    return before;
}

/// Frees all slots of a mask of leaf word `k`, or none.
/// @return false, and nothing changed, unless all were live
HUTCH_INLINE bool hutch_free_give_all(hutch_word_t *words, unsigned capacity, unsigned k, hutch_word_t bits)
{
    hutch_word_t before = HUTCH_READ(words[k]);
    do {
        if ((before & bits) != bits) {
            return false;
        }
    } while (
        !(HUTCH_LEAF_WORDS(capacity) == 1
              ? HUTCH_SWAP(words[k], before, (hutch_word_t)(before & (hutch_word_t)~bits), HUTCH_ORDER_GIVE)
              : HUTCH_SWAP(words[k], before, (hutch_word_t)(before & (hutch_word_t)~bits),
                           HUTCH_ORDER_GIVE_SEVERAL)));
    hutch_free_released(words, capacity, k);
    return true;
}

/// Frees all slots of leaf word `k`.
/// @param  live  what the word is thought to be; receives what it was when that is wrong
/// @return false, and nothing changed, when it was
HUTCH_INLINE bool hutch_free_clear(hutch_word_t *words, unsigned capacity, unsigned k, hutch_word_t *live)
{
    if (!(HUTCH_LEAF_WORDS(capacity) == 1 ? HUTCH_SWAP(words[k], *live, 0, HUTCH_ORDER_GIVE)
                                          : HUTCH_SWAP(words[k], *live, 0, HUTCH_ORDER_GIVE_SEVERAL))) {
        return false;
    }
    hutch_free_released(words, capacity, k);
    return true;
}

#endif
