// SPDX-License-Identifier: MIT
// lockfree.h - the lock-free engine: the verbs of locked.h in atomic steps, for pools with HUTCH_LOCK_FREE.
//
// One word: one compare-and-swap is the whole operation. The word is the whole state of its slots, so the
// same value means the same state: there is no ABA problem.
//
// Several words: only the leaves decide. A summary that is written after its leaf would hide free slots while
// its writer is interrupted, so there is none; its word holds a hint, the number of the leaf to search first.
// A pool is reported as full only if a whole round over the leaves found no free slot and no slot was
// released meanwhile:
//
//   acquire   before = releases;  in each leaf: if a bit is free, set it by compare-and-swap and return
//             if releases == before the pool is full, else repeat
//   release   clear the bit;  releases + 1
//
// Without this test an acquire could miss a free slot: one is released in a leaf that it has passed, while
// the free one ahead is acquired by another context. One counter serves all pools: a
// release in another pool costs a round, but no pool needs RAM for it.
//
// Progress: an attempt fails only because another one succeeded. So some caller always makes progress
// (lock-free), but a given one may have to retry any number of times (not wait-free). On one core, each
// interrupt that uses the pool costs the code it interrupts at most one attempt or one round, and the most
// urgent interrupt never has to retry.
//
// The order of steps never lets another context see a wrong state:
//
//   acquire    live bit, then visible
//   release    generation to the one that no ref has, visible, generation to the next, live bit
//
// The first step decides which of several callers with refs releases the object. A second release by pointer
// of the same object, from a context that interrupts the first between these steps, is a double release that
// only debug builds are sure to detect.
#ifndef HUTCH_LOCKFREE_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_LOCKFREE_H

#include "bitmap.h"
#include "counters.h"
#include "pool.h"

#if !HUTCH_HAS_LOCK_FREE
#    define hutch_is_lock_free(pool) false
#else

HUTCH_BEGIN_DECLS
extern unsigned hutch_lockfree_releases HUTCH_ABI(hutch_lockfree_releases); // of all pools of several words
HUTCH_END_DECLS

/// Returns true if the pool uses atomics instead of a lock. False in builds that record more than one word
/// per operation, with a policy, and with refs that the CPU cannot compare and swap: those pools use the lock
/// of HUTCH_LOCK_CORES, without HUTCH_CFG_CORES that of HUTCH_LOCK_IRQ.
HUTCH_INLINE bool hutch_is_lock_free(const struct hutch_pool *pool)
{
    return HUTCH_MAY_BE_LOCK_FREE && pool->options->lock == HUTCH_LOCK_FREE &&
           pool->options->policy == NULL && (HUTCH_HAS_REF_CAS || pool->generations == NULL);
}

// The word that holds the hint: the top summary word of locked pools. Any value is valid; only the time
// depends on it.
#    define HUTCH_LOCKFREE_HINT(pool)                                \
        ((pool)->live[HUTCH_LEAF_WORDS((unsigned)(pool)->capacity) + \
                      HUTCH_MID_WORDS((unsigned)(pool)->capacity)])

// The order of a step on a leaf word, see atomic.h: in a pool of one word HUTCH_ORDER_<step>.
#    define HUTCH_LEAF_ORDER(pool, step)                                        \
        (HUTCH_LEAF_WORDS((unsigned)(pool)->capacity) == 1 ? HUTCH_ORDER_##step \
                                                           : HUTCH_ORDER_##step##_SEVERAL)

// --------------------------------------------------------------------------------------------------- acquire

/// Returns the lowest `length` neighbouring zeros of a word as a mask; 0 if there are no such zeros below the
/// end of `full`.
HUTCH_INLINE hutch_word_t hutch_lockfree_find(hutch_word_t word, hutch_word_t full, unsigned length)
{
    hutch_word_t starts = (hutch_word_t)(full & (hutch_word_t)~word), run = 1;
    for (unsigned k = 1; k < length; k++) {
        starts = (hutch_word_t)(starts & (starts >> 1)); // where k + 1 zeros start
        run = (hutch_word_t)((hutch_word_t)(run << 1) | 1u);
    }
    const hutch_word_t start = (hutch_word_t)(starts & (hutch_word_t)(0u - starts));
    return length == 1 ? start : (hutch_word_t)(start * run); // start * run: `run`, shifted to that bit
}

/// Makes `length` neighbouring free slots of one word live: the first found in a round that starts at leaf
/// word `*k`, which becomes the number of their word.
/// @return their mask; 0 if at one moment of the call no word had such slots
HUTCH_INLINE hutch_word_t hutch_lockfree_acquire_from(const struct hutch_pool *pool, unsigned *k,
                                                      unsigned length)
{
    const unsigned leaves = HUTCH_LEAF_WORDS((unsigned)pool->capacity);
    unsigned releases, looked;
    hutch_word_t mask = 0, before;
    do {
        releases = leaves > 1 ? HUTCH_ATOMIC_LOAD(hutch_lockfree_releases, HUTCH_ORDER_COUNT) : 0;
        for (looked = 0; mask == 0 && looked < leaves; looked++) {
            *k = looked == 0 ? *k : *k + 1 < leaves ? *k + 1 : 0;
            before = HUTCH_ATOMIC_LOAD(pool->live[*k], leaves == 1 ? __ATOMIC_RELAXED : HUTCH_ORDER_LOOK);
            do { // again if another context has changed the word; `before` is then what it has now
                mask = hutch_lockfree_find(before, hutch_bits_full(*k, pool->capacity), length);
                HUTCH_ASSERT(16, (before & mask) == 0);
            } while (mask != 0 && !HUTCH_CAS_WEAK(pool->live[*k], before, (hutch_word_t)(before | mask),
                                                  HUTCH_LEAF_ORDER(pool, ACQUIRE)));
        }
    } while (mask == 0 && leaves > 1 &&
             HUTCH_ATOMIC_LOAD(hutch_lockfree_releases, HUTCH_ORDER_COUNT) != releases);
    return mask;
}

/// Makes `length` neighbouring free slots of one word live: the first found in a round that starts at the
/// hint.
/// @return the first slot's number; HUTCH_NONE if at one moment of the call no word had such slots
HUTCH_INLINE unsigned hutch_lockfree_acquire_in_round(const struct hutch_pool *pool, unsigned length,
                                                      unsigned mode)
{
    HUTCH_ASSERT(17, length >= 1 && length <= HUTCH_WORD_BITS);
    const unsigned leaves = HUTCH_LEAF_WORDS((unsigned)pool->capacity);
    const bool has_hint = HUTCH_TOP_WORDS((unsigned)pool->capacity) != 0;
    const unsigned hint =
        has_hint ? (unsigned)HUTCH_ATOMIC_LOAD(HUTCH_LOCKFREE_HINT(pool), __ATOMIC_RELAXED) : 0;
    unsigned k = hint < leaves ? hint : 0;
    const hutch_word_t mask = hutch_lockfree_acquire_from(pool, &k, length);
    if (has_hint && mask != 0 && k != hint) {
        HUTCH_ATOMIC_STORE(HUTCH_LOCKFREE_HINT(pool), (hutch_word_t)k, __ATOMIC_RELAXED);
    }
    if (pool->has_marks && (mode & HUTCH_MODE_HIDDEN) == 0) {
        (void)HUTCH_FETCH_OR(pool->visible[k], mask, HUTCH_ORDER_SHOW);
    }
    if (HUTCH_CFG_STATS && mask != 0) {
        hutch_stats_note_lockfree(pool->self, (int)length);
    } else if (HUTCH_CFG_STATS && (mode & HUTCH_MODE_UNCOUNTED) == 0) {
        hutch_stats_note_lockfree_refused(pool->self);
    }
    return mask != 0 ? k * HUTCH_WORD_BITS + hutch_bits_first_set(mask) : HUTCH_NONE;
}

/// Makes a free slot live, the first found in a round that starts at the hint.
/// @return its number; HUTCH_NONE if every slot is live
HUTCH_INLINE unsigned hutch_lockfree_acquire(const struct hutch_pool *pool, unsigned mode)
{
    return hutch_lockfree_acquire_in_round(pool, 1, mode);
}

/// Makes slot `index` live.
/// @return true; false if it was live already: nothing changes then
HUTCH_INLINE bool hutch_lockfree_claim(const struct hutch_pool *pool, unsigned index, unsigned mode)
{
    HUTCH_ASSERT(18, index < pool->capacity);
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
    const hutch_word_t before = HUTCH_FETCH_OR(pool->live[k], mask, HUTCH_LEAF_ORDER(pool, ACQUIRE));
    const bool was_free = (before & mask) == 0;
    if (was_free && pool->has_marks && (mode & HUTCH_MODE_HIDDEN) == 0) {
        (void)HUTCH_FETCH_OR(pool->visible[k], mask, HUTCH_ORDER_SHOW);
    }
    if (HUTCH_CFG_STATS && was_free) {
        hutch_stats_note_lockfree(pool->self, 1);
    } else if (HUTCH_CFG_STATS) {
        hutch_stats_note_lockfree_refused(pool->self);
    }
    return was_free;
}

// --------------------------------------------------------------------------------------------------- release

/// Counts a release, and makes leaf word `k` the hint.
HUTCH_INLINE void hutch_lockfree_note_room(const struct hutch_pool *pool, unsigned k)
{
    HUTCH_ASSERT(19, k < HUTCH_LEAF_WORDS((unsigned)pool->capacity));
    if (HUTCH_LEAF_WORDS((unsigned)pool->capacity) > 1) {
        (void)HUTCH_FETCH_ADD(hutch_lockfree_releases, 1u, HUTCH_ORDER_COUNT);
    }
    if (HUTCH_TOP_WORDS((unsigned)pool->capacity)) {
        HUTCH_ATOMIC_STORE(HUTCH_LOCKFREE_HINT(pool), (hutch_word_t)k, __ATOMIC_RELAXED);
    }
}

/// Makes the slots `mask` of leaf word `k` free.
/// @return the mask of the slots that were live
HUTCH_INLINE hutch_word_t hutch_lockfree_free(const struct hutch_pool *pool, unsigned k, hutch_word_t mask)
{
    HUTCH_ASSERT(20, mask != 0 && (mask & (hutch_word_t)~hutch_bits_full(k, pool->capacity)) == 0);
    const hutch_word_t others = (hutch_word_t)~mask;
    const hutch_word_t before = HUTCH_FETCH_AND(pool->live[k], others, HUTCH_LEAF_ORDER(pool, RELEASE));
    if ((before & mask) != 0) {
        hutch_lockfree_note_room(pool, k);
    }
    return (hutch_word_t)(before & mask);
}

/// Ends an object's life in a pool with refs: swaps its generation for the value that no ref has, so that no
/// other caller can, hides the object, and stores the next generation.
/// @param  counter  the slot's counter while that object lives
/// @return true for one of several callers, false for the others
HUTCH_INLINE bool hutch_lockfree_win(const struct hutch_pool *pool, unsigned index, hutch_ref_t counter)
{
#    if HUTCH_HAS_REF_CAS
    const hutch_ref_t unissued = hutch_generation_unissued(pool->ref_low_bits);
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
    if (counter == unissued || (HUTCH_ATOMIC_LOAD(pool->visible[k], HUTCH_ORDER_SEE) & mask) == 0 ||
        !HUTCH_CAS_STRONG(pool->generations[index], counter, unissued, __ATOMIC_RELAXED)) {
        return false;
    }
    HUTCH_ASSERT(45, pool->has_marks); // else readers would see the next object before there is one
    (void)HUTCH_FETCH_AND(pool->visible[k], (hutch_word_t)~mask, __ATOMIC_RELAXED);
    HUTCH_ATOMIC_STORE(pool->generations[index], hutch_generation_next(counter, pool->ref_low_bits),
                       HUTCH_ORDER_SHOW);
    return true;
#    else
    (void)pool, (void)index, (void)counter;
    return false; // not reached: see hutch_is_lock_free
#    endif
}

/// Hides slot `index` and makes its refs stale: the beginning of despawn, and of a release.
/// @return true for one of several callers, false for the others
HUTCH_INLINE bool hutch_lockfree_hide(const struct hutch_pool *pool, unsigned index)
{
    HUTCH_ASSERT(21, index < pool->capacity && HUTCH_KEEPS_MORE(pool));
    if (HUTCH_HAS_QUEUES(pool)) {
        const hutch_word_t mask = hutch_bits_mask(index);
        return (HUTCH_FETCH_AND(pool->visible[index / HUTCH_WORD_BITS], (hutch_word_t)~mask,
                                __ATOMIC_RELAXED) &
                mask) != 0;
    }
    return hutch_lockfree_win(pool, index, HUTCH_ATOMIC_LOAD(pool->generations[index], __ATOMIC_RELAXED));
}

/// Makes slot `index` visible to readers: the end of spawn.
HUTCH_INLINE void hutch_lockfree_show(const struct hutch_pool *pool, unsigned index)
{
    (void)HUTCH_FETCH_OR(pool->visible[index / HUTCH_WORD_BITS], hutch_bits_mask(index), HUTCH_ORDER_SHOW);
}

/// Makes slot `index` free.
/// @param  is_hidden  true if the caller has hidden it, so that no other context may release it
/// @return true; false if it was free already: nothing changes then. If HUTCH_CFG_CHECK is 0 a double release
/// of a slot without refs also returns true
HUTCH_INLINE bool hutch_lockfree_release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    HUTCH_ASSERT(22, index < pool->capacity);
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
    if (HUTCH_KEEPS_MORE(pool) && !is_hidden && !hutch_lockfree_hide(pool, index)) {
        return false;
    }
    if (HUTCH_HAS_HOOKS(pool)) {
        (void)HUTCH_FETCH_AND(HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT)[k], (hutch_word_t)~mask,
                              __ATOMIC_RELAXED);
    }
    if (HUTCH_CFG_STATS) {
        hutch_stats_note_lockfree(pool->self,
                                  -1); // before the release: the count never exceeds the live slots
    }
    const bool was_live = hutch_lockfree_free(pool, k, mask) != 0;
    if (HUTCH_CFG_STATS && !was_live) {
        hutch_stats_note_lockfree(pool->self, 1);
    }
    return HUTCH_CFG_CHECK == 0 || was_live;
}

/// Makes all slots of leaf word `k` free in one step, in a pool that keeps no more than the bitmap.
HUTCH_INLINE void hutch_lockfree_clear_word(const struct hutch_pool *pool, unsigned k)
{
    HUTCH_ASSERT(23, !HUTCH_KEEPS_MORE(pool));
    hutch_word_t live = HUTCH_ATOMIC_LOAD(pool->live[k], __ATOMIC_RELAXED);
    bool is_done = false;
    while (live != 0 && !is_done) {
        const hutch_word_t before = live;
        if (HUTCH_CFG_STATS) {
            hutch_stats_note_lockfree(pool->self, -(int)hutch_bits_count(before));
        }
        is_done = HUTCH_CAS_WEAK(pool->live[k], live, (hutch_word_t)0, HUTCH_LEAF_ORDER(pool, RELEASE));
        if (HUTCH_CFG_STATS && !is_done) {
            hutch_stats_note_lockfree(pool->self, (int)hutch_bits_count(before));
        }
    }
    if (is_done) {
        hutch_lockfree_note_room(pool, k);
    }
}

#endif

#endif
