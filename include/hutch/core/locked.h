// SPDX-License-Identifier: MIT
// locked.h - the locked engine: acquire, claim, release, hide, show and clear, each in one short critical
// section.
//
// core.h has checked that indexes are in range. Only work on the bitmap and on the counters of
// HUTCH_CFG_STATS is inside the critical section: masks are computed before it, slot numbers after it.
#ifndef HUTCH_LOCKED_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_LOCKED_H

#include "bitmap.h"
#include "cores.h"
#include "counters.h"
#include "pool.h"

/// Enters the pool's critical section. Critical sections nest; pass the result to hutch_locked_exit.
HUTCH_INLINE hutch_port_state_t hutch_locked_enter(const struct hutch_pool *pool)
{
    if (pool->options->lock == HUTCH_LOCK_NONE) {
        return (hutch_port_state_t)0;
    }
    if (HUTCH_CFG_CORES && pool->options->lock != HUTCH_LOCK_IRQ_) {
        return hutch_cores_enter();
    }
    return hutch_port_enter();
}

HUTCH_INLINE void hutch_locked_exit(const struct hutch_pool *pool, hutch_port_state_t saved)
{
    if (pool->options->lock == HUTCH_LOCK_NONE) {
        return;
    }
    if (HUTCH_CFG_CORES && pool->options->lock != HUTCH_LOCK_IRQ_) {
        hutch_cores_exit(saved);
        return;
    }
    hutch_port_exit(saved);
}

/// Sets or clears the bits `mask` of word `k`, such as those of visible slots. Inside the critical section.
HUTCH_INLINE void hutch_locked_mark(hutch_word_t *words, unsigned k, hutch_word_t mask, bool is_set)
{
    const hutch_word_t before = words[k];
    HUTCH_STORE(words[k], (hutch_word_t)(is_set ? before | mask : before & (hutch_word_t)~mask));
}

// --------------------------------------------------------------------------------------------------- acquire

/// Makes the lowest free slot of leaf word `k` live, and leaves the critical section that the caller entered.
/// @param  saved  what the caller's hutch_locked_enter returned
/// @return the slot's number; HUTCH_NONE if the word is full
HUTCH_INLINE unsigned hutch_locked_acquire_in(const struct hutch_pool *pool, unsigned k, bool has_room,
                                              unsigned mode, hutch_port_state_t saved)
{
    HUTCH_ASSERT(10, k < HUTCH_LEAF_WORDS((unsigned)pool->capacity));
    // A word with room that a scan found is not the last and has no summary, whatever the capacity. With a
    // constant the compiler has less to do.
    const unsigned capacity = has_room ? HUTCH_SCAN_WORDS_MAX * HUTCH_WORD_BITS : pool->capacity;
    const hutch_word_t mask = hutch_bitmap_acquire(pool->live, capacity, k);
    if (pool->has_marks && (mode & HUTCH_MODE_HIDDEN) == 0) {
        hutch_locked_mark(pool->visible, k, mask, true);
    }
#if HUTCH_CFG_STATS
    const bool is_below_top = HUTCH_CFG_STATS == 1 && mask != 0 && // then there is no new peak
                              k * HUTCH_WORD_BITS + hutch_bits_number(mask) < pool->stats->top;
    if (!is_below_top && (mask != 0 || (mode & HUTCH_MODE_UNCOUNTED) == 0)) {
        hutch_stats_note_acquired(pool->self, k, mask);
    }
#endif
    hutch_locked_exit(pool, saved);
    return has_room || HUTCH_LIKELY(mask != 0) ? k * HUTCH_WORD_BITS + hutch_bits_number(mask) : HUTCH_NONE;
}

/// Makes the lowest free slot live.
/// @param  mode  enum hutch_mode; only HIDDEN and UNCOUNTED have an effect here
/// @return its number; HUTCH_NONE if every slot is live
HUTCH_INLINE unsigned hutch_locked_acquire(const struct hutch_pool *pool, unsigned mode)
{
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    // Each word of a scan has its own exit, in which the word's number is a constant: 4 to 7 instructions
    // fewer.
    if (hutch_bitmap_scan_ends(pool->live, pool->capacity, 0)) {
        return hutch_locked_acquire_in(pool, 0, true, mode, saved);
    }
    if (hutch_bitmap_scan_ends(pool->live, pool->capacity, 1)) {
        return hutch_locked_acquire_in(pool, 1, true, mode, saved);
    }
    // The third and last word of a scan needs no test: if it is full, the engine finds no bit in it.
    const unsigned k = hutch_bitmap_find_room(pool->live, pool->capacity);
    return hutch_locked_acquire_in(pool, k, false, mode, saved);
}

/// Makes slot `index` live.
/// @return true; false if it was live already: nothing changes then
HUTCH_INLINE bool hutch_locked_claim(const struct hutch_pool *pool, unsigned index, unsigned mode)
{
    HUTCH_ASSERT(11, index < pool->capacity);
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const bool was_free = hutch_bitmap_claim(pool->live, pool->capacity, k, mask);
    if (was_free && pool->has_marks && (mode & HUTCH_MODE_HIDDEN) == 0) {
        hutch_locked_mark(pool->visible, k, mask, true);
    }
    if (HUTCH_CFG_STATS) {
        hutch_stats_note_claimed(pool->self, index, was_free ? 1 : 0);
    }
    hutch_locked_exit(pool, saved);
    return was_free;
}

// --------------------------------------------------------------------------------------------------- release

/// Frees a slot of a pool with refs or marks, inside the critical section: readers no longer see the object
/// when its counter moves on, see ref.h.
/// @param  is_hidden  true if the slot's object is being despawned, so that no reader sees it
/// @return true; false if the slot is free, or `is_hidden` is wrong: nothing changes then
HUTCH_INLINE bool hutch_locked_release_tracked(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
    const hutch_ref_t counter = pool->generations != NULL ? pool->generations[index] : 0u;
    const bool is_live = (pool->live[k] & mask) != 0, is_visible = (pool->visible[k] & mask) != 0;
    HUTCH_ASSERT(12, is_live || !is_visible);
    if (!is_live || (pool->has_marks && is_visible == is_hidden)) {
        return false;
    }
    if (pool->has_marks) {
        hutch_locked_mark(pool->visible, k, mask, false);
    }
    if (HUTCH_HAS_HOOKS(pool)) {
        hutch_locked_mark(HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT), k, mask, false);
    }
    hutch_bitmap_release(pool->live, pool->capacity, k, mask);
    if (pool->generations != NULL) {
        HUTCH_STORE(pool->generations[index], hutch_generation_next(counter, pool->ref_low_bits));
    }
    return true;
}

/// Makes slot `index` free.
/// @param  is_hidden  as in hutch_locked_release_tracked
/// @return true; false if it was free already: nothing changes then. Always true if HUTCH_CFG_CHECK is 0
HUTCH_INLINE bool hutch_locked_release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    HUTCH_ASSERT(13, index < pool->capacity);
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const bool was_live = HUTCH_KEEPS_MORE(pool)
                              ? hutch_locked_release_tracked(pool, index, is_hidden)
                              : hutch_bitmap_release(pool->live, pool->capacity, k, mask) != 0;
    hutch_locked_exit(pool, saved);
    return HUTCH_CFG_CHECK == 0 || was_live;
}

/// Makes all slots of leaf word `k` free, in a pool that keeps no more than the bitmap.
HUTCH_INLINE void hutch_locked_clear_word(const struct hutch_pool *pool, unsigned k)
{
    HUTCH_ASSERT(14, !HUTCH_KEEPS_MORE(pool));
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    hutch_bitmap_clear_word(pool->live, pool->capacity, k);
    hutch_locked_exit(pool, saved);
}

// ------------------------------------------------------------------------------------------ pools with hooks

/// Makes slot `index` visible to readers: the end of spawn.
HUTCH_INLINE void hutch_locked_show(const struct hutch_pool *pool, unsigned index)
{
    const hutch_word_t mask = hutch_bits_mask(index);
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    HUTCH_ASSERT(15, (pool->live[index / HUTCH_WORD_BITS] & mask) != 0);
    HUTCH_KEEP_ORDER(); // what the spawn hook wrote comes before the bit
    hutch_locked_mark(pool->visible, index / HUTCH_WORD_BITS, mask, true);
    hutch_locked_exit(pool, saved);
}

/// Hides slot `index` from readers: the beginning of despawn.
/// @return true; false if it was hidden already. Of several callers one gets true
HUTCH_INLINE bool hutch_locked_hide(const struct hutch_pool *pool, unsigned index)
{
    const unsigned k = index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const bool was_visible = (pool->visible[k] & mask) != 0;
    hutch_locked_mark(pool->visible, k, mask, false);
    HUTCH_KEEP_ORDER(); // what the despawn hook writes comes after the bit
    hutch_locked_exit(pool, saved);
    return was_visible;
}

#endif
