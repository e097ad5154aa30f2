// SPDX-License-Identifier: MIT
// ref.h - weak handles: a slot's index and its generation in one integer.
//
//   ref   [ generation | index | tag, debug builds only ]        as many index bits as the capacity needs
//
// The tag identifies the pool. It is in the same place in the refs of all pools.
//
// A slot's counter is in an array of its own, which an overrun of the slot does not reach. It holds the
// generation of the slot's present or next object minus 1, so zeroed memory begins at generation 1, and no
// ref is 0.
//
// Readers take no lock, and a counter that has moved on is the next object's. So a release hides the object
// first (its visible bit, which is the live bit in a pool without marks) and moves the counter on after that.
// A new ref reads the counter first, then the bit: what it sees live has that counter, or a later one, and
// then the ref is stale. A look-up reads the bit first, then the counter: if both match, it saw that object.
//
// Time until a ref that was kept matches again: (2 to the power of the generation bits) / (spawns per second
// in that slot). 64 slots and 32-bit refs: 26 bits, 12.9 days at 60 spawns per second; 16-bit refs: 10 bits,
// 17 seconds.
#ifndef HUTCH_REF_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_REF_H

#include "core.h"

/// Returns how many bits of a ref hold the tag.
HUTCH_INLINE unsigned hutch_ref_tag_bits(const struct hutch_pool *pool)
{
    return HUTCH_TAG_BITS == 0 ? 0u : (unsigned)pool->ref_low_bits - pool->index_bits;
}

/// Returns the slot number in a ref; it may be above the capacity if the ref is wrong.
HUTCH_INLINE unsigned hutch_ref_index(const struct hutch_pool *pool, hutch_ref_t ref)
{
    return (unsigned)((hutch_ref_t)(ref >> hutch_ref_tag_bits(pool)) &
                      (hutch_ref_t)((hutch_ref_t)((hutch_ref_t)1 << pool->index_bits) - 1u));
}

/// Returns the ref to the present or next object in slot `index`.
HUTCH_INLINE hutch_ref_t hutch_ref_make(const struct hutch_pool *pool, unsigned index, unsigned tag)
{
    const hutch_ref_t generation = (hutch_ref_t)(HUTCH_LOAD(pool->generations[index]) + 1u);
    return (hutch_ref_t)((hutch_ref_t)(generation << pool->ref_low_bits) |
                         (hutch_ref_t)((hutch_ref_t)index << hutch_ref_tag_bits(pool)) | (hutch_ref_t)tag);
}

/// Returns the slot, live or free, that has the generation of the ref; HUTCH_NONE if there is none.
HUTCH_INLINE unsigned hutch_ref_find(const struct hutch_pool *pool, hutch_ref_t ref)
{
    const unsigned index = hutch_ref_index(pool, ref);
    if (index >= pool->capacity) {
        return HUTCH_NONE;
    }
    const hutch_ref_t generation = (hutch_ref_t)(HUTCH_LOAD(pool->generations[index]) + 1u);
    // A ref taken during a lock-free release has the generation that is not issued. In a pool of one slot
    // that fits into a ref, and must not match during the next release.
    const bool is_issued = !HUTCH_HAS_REF_CAS || pool->ref_low_bits != 0 ||
                           generation != (hutch_ref_t)(hutch_generation_unissued(0) + 1u);
    return is_issued && generation == (hutch_ref_t)(ref >> pool->ref_low_bits) ? index : HUTCH_NONE;
}

// ----------------------------------------------------------------------------------------------- the engines

/// The locked engine: frees the slot of a ref's object. Ref and bit are tested in one critical section, so no
/// interrupt can put another object into the slot in between.
/// @param  index  receives the slot
HUTCH_INLINE bool hutch_locked_release_ref(const struct hutch_pool *pool, hutch_ref_t ref, unsigned *index)
{
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    *index = hutch_ref_find(pool, ref);
    const bool was_live = *index != HUTCH_NONE && hutch_locked_release_tracked(pool, *index, false);
    hutch_locked_exit(pool, saved);
    return was_live;
}

#if HUTCH_HAS_LOCK_FREE
/// The lock-free engine: the swap of the generation succeeds for one caller, and only if the ref's object
/// still lives.
HUTCH_INLINE bool hutch_lockfree_release_ref(const struct hutch_pool *pool, hutch_ref_t ref, unsigned *index)
{
    const hutch_ref_t counter = (hutch_ref_t)((hutch_ref_t)(ref >> pool->ref_low_bits) - 1u);
    *index = hutch_ref_find(pool, ref);
    return *index != HUTCH_NONE && hutch_lockfree_win(pool, *index, counter) &&
           hutch_lockfree_release(pool, *index, true);
}
#endif

// ------------------------------------------------------------------------------------------------- the verbs

/// Frees the slot of a ref's object without consulting the pool's policy.
HUTCH_INLINE bool hutch_core_release_ref_in_engine(const struct hutch_pool *pool, hutch_ref_t ref)
{
    unsigned index = HUTCH_NONE;
    const bool is_done = HUTCH_ENGINE(release_ref, pool, ref, &index);
    return HUTCH_STATS_RELEASED(pool, index, is_done);
}

// True if reading a counter may take several loads, as on AVR: it is then read inside the critical section.
#define HUTCH_REF_IS_WIDE (HUTCH_CFG_REF_BITS > HUTCH_WORD_BITS && !HUTCH_HAS_REF_CAS)

/// Begins to read a counter. Pass the result to hutch_ref_end_read.
HUTCH_INLINE hutch_port_state_t hutch_ref_begin_read(const struct hutch_pool *pool)
{
    return HUTCH_REF_IS_WIDE ? hutch_locked_enter(pool) : (hutch_port_state_t)0;
}

HUTCH_INLINE void hutch_ref_end_read(const struct hutch_pool *pool, hutch_port_state_t saved)
{
    if (HUTCH_REF_IS_WIDE) {
        hutch_locked_exit(pool, saved);
    }
}

/// Returns the slot of a ref's object; HUTCH_NONE if the object was released.
HUTCH_INLINE unsigned hutch_core_find(const struct hutch_pool *pool, hutch_ref_t ref)
{
    if (pool->generations == NULL || !HUTCH_REF_IS_OURS(pool, ref)) {
        return HUTCH_NONE;
    }
    // A free slot's counter is ahead of every ref to it, but a ref may be a whole round of generations old,
    // or forged.
    if (!hutch_core_is_live_at(pool, hutch_ref_index(pool, ref))) {
        return HUTCH_NONE;
    }
    const hutch_port_state_t saved = hutch_ref_begin_read(pool);
    const unsigned index = hutch_ref_find(pool, ref);
    hutch_ref_end_read(pool, saved);
    return index;
}

HUTCH_INLINE hutch_ref_t hutch_core_ref(const struct hutch_pool *pool, const void *object)
{
    if (HUTCH_IS_SMALL(pool) && pool->generations != NULL) {
        const hutch_ref_t ref =
            hutch_small_ref(object, pool->slots, pool->visible, HUTCH_SHAPE(pool), pool->generations);
        if (HUTCH_CFG_NAMES && ref == 0) { // without names, the engine reports
            hutch_core_bad_pointer(pool, HUTCH_NONE, object, HUTCH_FAULT_USE_AFTER_RELEASE);
        }
        return ref;
    }
    const unsigned index = hutch_slot_index(pool, object);
    if (pool->generations != NULL && index != HUTCH_NONE) {
        const hutch_port_state_t saved = hutch_ref_begin_read(pool);
        const hutch_ref_t ref = hutch_ref_make(pool, index, HUTCH_REF_TAG(pool));
        hutch_ref_end_read(pool, saved);
        if (hutch_core_is_live_at(pool, index)) {
            return ref;
        }
    }
    hutch_core_bad_pointer(pool, index, object, HUTCH_FAULT_USE_AFTER_RELEASE);
    return 0;
}

HUTCH_INLINE void *hutch_core_deref(const struct hutch_pool *pool, hutch_ref_t ref)
{
    if (HUTCH_IS_SMALL(pool) && pool->generations != NULL) {
        return hutch_small_deref(ref, pool->slots, pool->visible, HUTCH_SHAPE(pool), pool->generations);
    }
    return hutch_core_at(pool, hutch_core_find(pool, ref));
}

HUTCH_INLINE void *hutch_core_expect(const struct hutch_pool *pool, hutch_ref_t ref)
{
    void *const object = hutch_core_deref(pool, ref);
    if (object == NULL) {
        hutch_core_bad_ref(pool, ref, HUTCH_FAULT_STALE_USE);
    }
    return object;
}

HUTCH_INLINE bool hutch_core_release_ref(const struct hutch_pool *pool, hutch_ref_t ref)
{
    const bool is_counted = pool->options->policy != NULL;
    bool is_done = false;
    if (pool->generations != NULL) {
        const hutch_port_state_t saved = is_counted ? hutch_locked_enter(pool) : (hutch_port_state_t)0;
        is_done = hutch_core_release_ref_in_engine(pool, ref);
        if (is_counted) {
            hutch_core_leave_with_room(pool, saved, is_done ? 1 : 0);
        }
    }
    HUTCH_WAKE(pool, is_done);
    return is_done || hutch_core_bad_ref(pool, ref, HUTCH_FAULT_STALE_RELEASE);
}

#endif
