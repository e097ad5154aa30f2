// SPDX-License-Identifier: MIT
// ref.h - weak handles: a slot's index and its generation in one integer, and the counters behind them.
//
//   ref   [ generation | index | tag, debug builds only ]        as many index bits as the capacity needs
//
// The tag names the pool, and stands at the same place in the refs of pools of any capacity.
//
// A slot's counter lives in an array of its own, where an overrun of the slot cannot reach it. It holds the
// generation of the slot's present or next object minus 1, so zeroed memory begins at generation 1, and no
// ref is ever 0. The counter steps when the object is released, before its bit is cleared: from then on
// every ref to it is stale.
//
// Time until a ref that somebody kept matches again: (2 to the generation bits) / (spawns a second in that
// one slot). 64 slots and 32-bit refs: 26 bits, 12.9 days at 60 spawns a second; 16-bit refs: 10 bits, 17
// seconds.
#ifndef HUTCH_REF_H
#define HUTCH_REF_H

#include "pool.h"

/// The bits of a ref below its generation.
HUTCH_INLINE unsigned hutch_ref_low_bits(const struct hutch_pool *pool)
{
    return pool->ref_low_bits;
}

/// How many of them are the tag's.
HUTCH_INLINE unsigned hutch_ref_tag_bits(const struct hutch_pool *pool)
{
    return HUTCH_CFG_TAG_BITS == 0 ? 0u : (unsigned)pool->ref_low_bits - pool->index_bits;
}

/// The slot number that a ref names, in the pool or not.
HUTCH_INLINE unsigned hutch_ref_index(const struct hutch_pool *pool, hutch_ref_t ref)
{
    return (unsigned)((hutch_ref_t)(ref >> hutch_ref_tag_bits(pool)) &
                      (hutch_ref_t)((hutch_ref_t)((hutch_ref_t)1 << pool->index_bits) - 1u));
}

/// The counter value that is never issued: a retired slot's. One before the counter's last value where the
/// generation fills the whole ref, so that adding 1 cannot reach 0.
HUTCH_INLINE hutch_ref_t hutch_ref_retired(const struct hutch_pool *pool)
{
    const unsigned low_bits = hutch_ref_low_bits(pool);
    return (hutch_ref_t)((hutch_ref_t)((hutch_ref_t) ~(hutch_ref_t)0 >> low_bits) -
                         (low_bits == 0 ? 1u : 0u));
}

/// Has slot `index` left service?
HUTCH_INLINE bool hutch_ref_is_retired(const struct hutch_pool *pool, unsigned index)
{
    return HUTCH_CFG_RETIRE && pool->generations != NULL &&
           HUTCH_READ(pool->generations[index]) == hutch_ref_retired(pool);
}

/// The counter's value after a release.
HUTCH_INLINE hutch_ref_t hutch_ref_next(const struct hutch_pool *pool, hutch_ref_t counter)
{
    const hutch_ref_t next = (hutch_ref_t)(counter + 1u);
    return !HUTCH_CFG_RETIRE && next == hutch_ref_retired(pool) ? 0 : next;
}

/// Makes every ref to slot `index` stale. Inside the lock, while the slot's bit is still set.
/// @return false when the slot has just retired: its bit must stay set
HUTCH_INLINE bool hutch_ref_step(const struct hutch_pool *pool, unsigned index)
{
    const hutch_ref_t next = hutch_ref_next(pool, pool->generations[index]);
    pool->generations[index] = next;
    return !HUTCH_CFG_RETIRE || next != hutch_ref_retired(pool);
}

/// The ref to the object in slot `index`.
HUTCH_INLINE hutch_ref_t hutch_ref_make(const struct hutch_pool *pool, unsigned index, unsigned tag)
{
    const hutch_ref_t generation =
        (hutch_ref_t)(HUTCH_READ(((const volatile hutch_ref_t *)pool->generations)[index]) + 1u);
    return (hutch_ref_t)((hutch_ref_t)(generation << hutch_ref_low_bits(pool)) |
                         (hutch_ref_t)((hutch_ref_t)index << hutch_ref_tag_bits(pool)) | (hutch_ref_t)tag);
}

/// The slot of a ref's object. No look at the bitmap: a free slot's counter is ahead of every ref issued.
/// @return its number; HUTCH_NONE when the object is gone, or the ref never was one
HUTCH_INLINE unsigned hutch_ref_find(const struct hutch_pool *pool, hutch_ref_t ref)
{
    const unsigned index = hutch_ref_index(pool, ref);
    if (index >= pool->capacity) {
        return HUTCH_NONE;
    }
    const hutch_ref_t generation =
        (hutch_ref_t)(HUTCH_READ(((const volatile hutch_ref_t *)pool->generations)[index]) + 1u);
    return generation == (hutch_ref_t)(ref >> hutch_ref_low_bits(pool)) ? index : HUTCH_NONE;
}

#endif
