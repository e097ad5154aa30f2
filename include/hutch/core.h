// SPDX-License-Identifier: MIT
// core.h - every operation of a pool, written once over its descriptor. Typed functions pass a constant
// descriptor and the compiler folds it; the generic functions of src/ pass a pointer. Nothing here reports a
// fault: it answers false.
#ifndef HUTCH_CORE_H
#define HUTCH_CORE_H

#include "pool.h"
#include "tracker.h"
#include "tracker_run.h"

// --------------------------------------------------------------------------------- counters, inside the lock

HUTCH_INLINE void hutch_core_note_refused(const struct hutch_pool *pool)
{
    struct hutch_stats *const stats = hutch_stats_of(pool);
    if (HUTCH_CFG_STATS && stats->refused != (unsigned)-1) {
        stats->refused++;
    }
}

// Counts the bits: for claims and runs, where the highest slot says nothing about how many are live.
HUTCH_INLINE void hutch_core_count_peak(const struct hutch_pool *pool)
{
    if (HUTCH_CFG_STATS) {
        struct hutch_stats *const stats = hutch_stats_of(pool);
        const unsigned live = hutch_tracker_count(pool->live, pool->capacity);
        if (live > stats->peak) {
            stats->peak = (uint16_t)live;
        }
    }
}

// The lowest free slot was taken: all below it are live at this moment, so it alone can tell a new peak. Once
// a claim or a run has broken that order `top` is 0, and every acquire counts.
HUTCH_INLINE void hutch_core_note_acquired(const struct hutch_pool *pool, unsigned index)
{
    struct hutch_stats *const stats = hutch_stats_of(pool);
    if (HUTCH_CFG_STATS && index >= stats->top) {
        if (stats->top == stats->peak) {
            stats->top = stats->peak = (uint16_t)(index + 1u);
        } else {
            hutch_core_count_peak(pool);
        }
    }
}

HUTCH_INLINE void hutch_core_note_out_of_order(const struct hutch_pool *pool)
{
    if (HUTCH_CFG_STATS) {
        hutch_core_count_peak(pool);
        hutch_stats_of(pool)->top = 0;
    }
}

// -------------------------------------------------------------------------------------- slot, address, index

/// The address of slot `index`; the caller knows that it is in range.
HUTCH_INLINE void *hutch_core_address(const struct hutch_pool *pool, unsigned index)
{
    return pool->slots + (size_t)index * pool->stride_bytes;
}

/// The slot at an address.
/// @return its number; HUTCH_NONE when the address is not the start of one of this pool's slots
HUTCH_INLINE unsigned hutch_core_index(const struct hutch_pool *pool, const void *object)
{
    uintptr_t inverse = pool->inverse;
#ifdef HUTCH_PORT_HIDE_INVERSE
    HUTCH_OPAQUE(inverse); // the compiler would take the constant apart into many shifts and adds
#endif
    const uintptr_t offset = (uintptr_t)object - (uintptr_t)pool->slots;
    const uintptr_t product = (uintptr_t)(offset * inverse);
    const unsigned shift = pool->stride_shift;
    const uintptr_t quotient =
        (uintptr_t)((product >> shift) |
                    (uintptr_t)(product << ((HUTCH_POINTER_BITS - shift) % HUTCH_POINTER_BITS)));
    return HUTCH_LIKELY(quotient < pool->capacity) ? (unsigned)quotient : HUTCH_NONE;
}

/// The address of slot `index`, or NULL when there is no such slot.
HUTCH_INLINE void *hutch_core_at(const struct hutch_pool *pool, unsigned index)
{
    return index < pool->capacity ? hutch_core_address(pool, index) : NULL;
}

HUTCH_INLINE bool hutch_core_is_live_at(const struct hutch_pool *pool, unsigned index)
{
    return index < pool->capacity && hutch_tracker_is_live(pool->live, index);
}

HUTCH_INLINE unsigned hutch_core_live(const struct hutch_pool *pool)
{
    return hutch_tracker_count(pool->live, pool->capacity);
}

/// The first live slot at or after `from`, or HUTCH_NONE.
HUTCH_INLINE unsigned hutch_core_next(const struct hutch_pool *pool, unsigned from)
{
    return hutch_tracker_next(pool->live, pool->capacity, from);
}

/// The first live object behind `object`, or NULL.
HUTCH_INLINE void *hutch_core_next_object(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_core_index(pool, object);
    return index < pool->capacity ? hutch_core_at(pool, hutch_core_next(pool, index + 1)) : NULL;
}

// -------------------------------------------------------------------------------------- acquire and release

/// Takes the lowest free slot.
/// @param  leaf  receives its leaf word's number
/// @return its bit in that word; 0 when the pool is full
HUTCH_INLINE hutch_word_t hutch_core_take(const struct hutch_pool *pool, unsigned *leaf)
{
    hutch_word_t taken;
    const hutch_port_state_t saved = hutch_lock(pool);
    *leaf = hutch_tracker_take_first(pool->live, pool->capacity, &taken);
    if (HUTCH_CFG_STATS) {
        if (taken == 0) {
            hutch_core_note_refused(pool);
        } else {
            hutch_core_note_acquired(pool, hutch_tracker_taken(*leaf, taken));
        }
    }
    hutch_unlock(pool, saved);
    return taken;
}

/// Takes the lowest free slot.
/// @return its number; HUTCH_NONE when the pool is full
HUTCH_INLINE unsigned hutch_core_acquire(const struct hutch_pool *pool)
{
    unsigned leaf;
    const hutch_word_t taken = hutch_core_take(pool, &leaf);
    return taken != 0 ? hutch_tracker_taken(leaf, taken) : HUTCH_NONE;
}

/// Takes the lowest free slot.
/// @return its address; NULL when the pool is full
HUTCH_INLINE void *hutch_core_acquire_object(const struct hutch_pool *pool)
{
    unsigned char *slots = pool->slots;
    unsigned leaf;
    const hutch_word_t taken = hutch_core_take(pool, &leaf);
    HUTCH_OPAQUE(slots); // in a register before the branch: the store may then step it there for nothing
    return taken != 0 ? slots + (size_t)hutch_tracker_taken(leaf, taken) * pool->stride_bytes : NULL;
}

/// Takes slot `index`.
/// @return false, and nothing changed, when it is live; the caller knows that it is in range
HUTCH_INLINE bool hutch_core_claim(const struct hutch_pool *pool, unsigned index)
{
    const hutch_port_state_t saved = hutch_lock(pool);
    const bool ok = hutch_tracker_take(pool->live, pool->capacity, index);
    if (ok) {
        hutch_core_note_out_of_order(pool);
    } else {
        hutch_core_note_refused(pool);
    }
    hutch_unlock(pool, saved);
    return ok;
}

/// Frees slot `index`.
/// @return false, and nothing changed, when it is free already; the caller knows that it is in range
HUTCH_INLINE bool hutch_core_release(const struct hutch_pool *pool, unsigned index)
{
    const hutch_port_state_t saved = hutch_lock(pool);
    const bool ok = hutch_tracker_give(pool->live, pool->capacity, index);
    hutch_unlock(pool, saved);
    return ok;
}

/// Frees an object that iteration has just visited, unless somebody has done it meanwhile.
HUTCH_INLINE bool hutch_core_release_if_live(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_core_index(pool, object);
    return index < pool->capacity && hutch_tracker_is_live(pool->live, index) &&
           hutch_core_release(pool, index);
}

/// Takes the first `length` neighbouring free slots.
/// @return the first one's number; HUTCH_NONE when there is no such place, or length is 0
HUTCH_INLINE unsigned hutch_core_acquire_run(const struct hutch_pool *pool, unsigned length)
{
    unsigned first = HUTCH_NONE;
    const hutch_port_state_t saved = hutch_lock(pool);
    if (length != 0 && length <= pool->capacity) {
        first = hutch_tracker_find_run(pool->live, pool->capacity, length);
    }
    if (first == HUTCH_NONE) {
        hutch_core_note_refused(pool);
    } else {
        hutch_tracker_set_run(pool->live, pool->capacity, first, length, true);
        hutch_core_note_out_of_order(pool);
    }
    hutch_unlock(pool, saved);
    return first;
}

/// Frees a run, or the part of an acquired run that the caller names.
/// @return false, and nothing changed, unless every slot of it is in the pool and live
HUTCH_INLINE bool hutch_core_release_run(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    if (first >= pool->capacity || length == 0 || length > pool->capacity - first) {
        return false;
    }
    const hutch_port_state_t saved = hutch_lock(pool);
    const bool ok = hutch_tracker_run_is_live(pool->live, first, length);
    if (ok) {
        hutch_tracker_set_run(pool->live, pool->capacity, first, length, false);
    }
    hutch_unlock(pool, saved);
    return ok;
}

/// Frees every live slot, one bitmap word at a time, so that interrupts are off for one word only.
HUTCH_INLINE void hutch_core_clear(const struct hutch_pool *pool)
{
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        const hutch_port_state_t saved = hutch_lock(pool);
        hutch_tracker_store(pool->live, pool->capacity, k, 0);
        hutch_unlock(pool, saved);
    }
}

#endif
