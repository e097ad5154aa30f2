// SPDX-License-Identifier: MIT
// core_free.h - the operations of a pool that chose HUTCH_LOCK_FREE: a few atomic steps each, in an order
// that leaves no moment in which another context sees something wrong.
//
//   acquire    live bit, then visible
//   release    generation, visible, live bit: each by one step that only one caller can win
//
// Where there is no HUTCH_LOCK_FREE, hutch_is_free is a constant false and none of this leaves code.
#ifndef HUTCH_CORE_FREE_H
#define HUTCH_CORE_FREE_H

#include "pool.h"
#include "ref.h"
#include "tracker_free.h"
#include "tracker_run.h"

// ------------------------------------------------------------------------------------------------ counters
// `top` counts the live slots here: the lowest slot is not always taken first. It is raised behind the
// acquire and lowered before the release, so it never exceeds what is live, and neither does the peak.

HUTCH_INLINE void hutch_free_note_refused(const struct hutch_pool *pool)
{
    struct hutch_stats *const stats = hutch_stats_of(pool);
    if (HUTCH_CFG_STATS && HUTCH_READ(stats->refused) != (unsigned)-1) {
        (void)HUTCH_FETCH_ADD(stats->refused, 1u, __ATOMIC_RELAXED);
    }
}

HUTCH_INLINE void hutch_free_note_taken(const struct hutch_pool *pool, unsigned count)
{
    struct hutch_stats *const stats = hutch_stats_of(pool);
    if (HUTCH_CFG_STATS) {
        const hutch_stat_t more = (hutch_stat_t)count;
        const hutch_stat_t live = (hutch_stat_t)(HUTCH_FETCH_ADD(stats->top, more, __ATOMIC_RELAXED) + more);
        hutch_stat_t peak = HUTCH_READ(stats->peak);
        while (live > peak && !HUTCH_SWAP(stats->peak, peak, live, __ATOMIC_RELAXED)) {}
    }
}

/// Before the release: `count` less. One that is refused gives them back, as -count.
HUTCH_INLINE void hutch_free_note_given(const struct hutch_pool *pool, unsigned count)
{
    struct hutch_stats *const stats = hutch_stats_of(pool);
    if (HUTCH_CFG_STATS) {
        (void)HUTCH_FETCH_ADD(stats->top, (hutch_stat_t)(0u - count), __ATOMIC_RELAXED);
    }
}

// -------------------------------------------------------------------------------------- taking

HUTCH_INLINE void hutch_free_show(const struct hutch_pool *pool, unsigned k, hutch_word_t bits)
{
    if (pool->marks != NULL) {
        (void)HUTCH_FETCH_OR(hutch_visible_of(pool)[k], bits, HUTCH_ORDER_SHOW);
    }
}

/// Takes `length` neighbouring slots of one word.
/// @param  leaf  receives the word's number
/// @return their bits; 0 when there is no such place
HUTCH_INLINE hutch_word_t hutch_free_acquire(const struct hutch_pool *pool, unsigned length, unsigned *leaf,
                                             enum hutch_take how)
{
    const hutch_word_t bits = hutch_free_take_first(pool->live, pool->capacity, length, leaf);
    if (bits == 0) {
        hutch_free_note_refused(pool);
        return 0;
    }
    hutch_free_note_taken(pool, length);
    if (((unsigned)how & HUTCH_TAKE_HIDDEN) == 0) {
        hutch_free_show(pool, *leaf, bits);
    }
    return bits;
}

/// Takes `length` neighbouring slots of one word.
/// @return the first one's number; HUTCH_NONE when no word has such a place, or length is 0 or above a word's
HUTCH_INLINE unsigned hutch_free_acquire_run(const struct hutch_pool *pool, unsigned length)
{
    unsigned leaf;
    if (length == 0 || length > HUTCH_WORD_BITS) {
        hutch_free_note_refused(pool);
        return HUTCH_NONE;
    }
    const hutch_word_t bits = hutch_free_acquire(pool, length, &leaf, HUTCH_TAKE_PLAIN);
    return bits != 0 ? leaf * HUTCH_WORD_BITS + hutch_first_set(bits) : HUTCH_NONE;
}

HUTCH_INLINE bool hutch_free_claim(const struct hutch_pool *pool, unsigned index)
{
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t bit = hutch_bit(index);
    if ((hutch_free_take(pool->live, pool->capacity, k, bit) & bit) != 0) {
        hutch_free_note_refused(pool);
        return false;
    }
    hutch_free_note_taken(pool, 1);
    hutch_free_show(pool, k, bit);
    return true;
}

// -------------------------------------------------------------------------------------- giving

/// The second half of release, by the one caller who may: the slot is its alone and cannot be seen.
HUTCH_INLINE bool hutch_free_finish(const struct hutch_pool *pool, unsigned index)
{
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t bit = hutch_bit(index);
    if (pool->marks != NULL) {
        (void)HUTCH_FETCH_AND(hutch_marks_of(pool, HUTCH_MARK_PERSISTENT)[k], (hutch_word_t)~bit,
                              __ATOMIC_RELAXED);
    }
    hutch_free_note_given(pool, 1);
    if (hutch_ref_is_retired(pool, index)) {
        return true; // stays live for ever
    }
    const bool was_live = (hutch_free_give(pool->live, pool->capacity, k, bit) & bit) != 0;
    if (!was_live) {
        hutch_free_note_given(pool, 0u - 1u);
    }
    return was_live || HUTCH_CFG_CHECK == 0;
}

/// The first half of release, in pools with generations or hooks: of all who try, one wins. It swaps the
/// generation for the value that no ref has, so that nobody else can, hides the object, and puts the next
/// generation there.
/// @param  counter  the generation of the object that is meant
HUTCH_INLINE bool hutch_free_win(const struct hutch_pool *pool, unsigned index, hutch_ref_t counter)
{
#if HUTCH_HAS_REF_SWAP
    const hutch_ref_t nobodys = hutch_ref_retired(pool);
    hutch_word_t *const visible = &hutch_visible_of(pool)[index / HUTCH_WORD_BITS];
    if (counter == nobodys || !hutch_is_visible(pool, index) ||
        !HUTCH_SWAP_ONCE(pool->generations[index], counter, nobodys, __ATOMIC_RELAXED)) {
        return false;
    }
    if (pool->marks != NULL) {
        (void)HUTCH_FETCH_AND(*visible, (hutch_word_t)~hutch_bit(index), __ATOMIC_RELAXED);
    }
    HUTCH_WRITE(pool->generations[index], hutch_ref_next(pool, counter));
    return true;
#else
    (void)pool;
    (void)index;
    (void)counter;
    return false; // hutch_is_free: not with refs
#endif
}

/// Hides slot `index`, and makes its refs stale: the first half of despawn.
HUTCH_INLINE bool hutch_free_hide(const struct hutch_pool *pool, unsigned index)
{
    return hutch_free_win(pool, index, HUTCH_READ(pool->generations[index]));
}

HUTCH_INLINE bool hutch_free_release(const struct hutch_pool *pool, unsigned index)
{
    return (pool->generations == NULL || hutch_free_hide(pool, index)) && hutch_free_finish(pool, index);
}

/// Frees the slot of a ref's object. The generation's step decides: whoever makes it had the right object,
/// and had it alone.
HUTCH_INLINE bool hutch_free_release_ref(const struct hutch_pool *pool, unsigned index, hutch_ref_t ref)
{
    return hutch_free_win(pool, index, (hutch_ref_t)((hutch_ref_t)(ref >> hutch_ref_low_bits(pool)) - 1u)) &&
           hutch_free_finish(pool, index);
}

/// Frees a run that lies within one word. With generations slot by slot: then another context may see a part
/// of it freed.
HUTCH_INLINE bool hutch_free_release_run(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    const unsigned k = first / HUTCH_WORD_BITS;
    bool ok = (first + length - 1u) / HUTCH_WORD_BITS == k;
    if (!ok) {
        return false;
    }
    if (pool->generations == NULL) {
        hutch_free_note_given(pool, length);
        ok = hutch_free_give_all(pool->live, pool->capacity, k, hutch_run_mask(k, first, length));
        if (!ok) {
            hutch_free_note_given(pool, 0u - length);
        }
        return ok;
    }
    ok = hutch_tracker_run_is_live(hutch_visible_of(pool), first, length);
    for (unsigned index = first; ok && index < first + length; index++) {
        ok = hutch_free_release(pool, index);
    }
    return ok;
}

/// Frees what is live of leaf word `k`, all at one moment, in a pool without generations.
HUTCH_INLINE void hutch_free_clear_word(const struct hutch_pool *pool, unsigned k)
{
    hutch_word_t live = HUTCH_READ(pool->live[k]);
    while (live != 0) {
        const unsigned count = hutch_count_set(live);
        hutch_free_note_given(pool, count);
        if (hutch_free_clear(pool->live, pool->capacity, k, &live)) {
            return;
        }
        hutch_free_note_given(pool, 0u - count);
    }
}

/// Sets or clears one mark of a slot.
HUTCH_INLINE void hutch_free_set_mark(const struct hutch_pool *pool, enum hutch_mark mark, unsigned index,
                                      bool set)
{
    hutch_word_t *const words = hutch_marks_of(pool, mark);
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t bit = hutch_bit(index);
    if (set) {
        (void)HUTCH_FETCH_OR(words[k], bit, HUTCH_ORDER_SHOW);
    } else {
        (void)HUTCH_FETCH_AND(words[k], (hutch_word_t)~bit, __ATOMIC_RELAXED);
    }
}

#endif
