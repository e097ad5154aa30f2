// SPDX-License-Identifier: MIT
// core_slot.h - the core's arithmetic: from a slot's number to its address and back, and what is live.
#ifndef HUTCH_CORE_SLOT_H
#define HUTCH_CORE_SLOT_H

#include "debug.h"
#include "policy.h"
#include "pool.h"
#include "ref.h"
#include "tracker.h"
#include "tracker_run.h"

/// How far slot `index` is from slot 0. Where a multiply is one instruction, it is not to be taken apart into
/// shifts and adds, unless one shift does.
HUTCH_INLINE size_t hutch_core_offset(const struct hutch_pool *pool, unsigned index)
{
    size_t stride = pool->stride_bytes;
#if defined(HUTCH_PORT_MULTIPLIES) && HUTCH_PORT_MULTIPLIES == 8
    if (pool->capacity <= 256 && stride <= 255 && (stride & (stride - 1u)) != 0) {
        uint8_t number = (uint8_t)index, factor = (uint8_t)stride;
        HUTCH_OPAQUE(number);
        HUTCH_OPAQUE(factor);
        return (size_t)((unsigned)number * (unsigned)factor);
    }
#elif defined(HUTCH_PORT_MULTIPLIES)
    if ((stride & (stride - 1u)) != 0) {
        HUTCH_OPAQUE(stride);
    }
#endif
    return index * stride;
}

/// The address of slot `index`; the caller knows that it is in range.
HUTCH_INLINE void *hutch_core_address(const struct hutch_pool *pool, unsigned index)
{
#if HUTCH_CFG_FENCE
    return hutch_fence_address(pool, index);
#endif
    return pool->slots + hutch_core_offset(pool, index);
}

// Of products by the inverse: does the CPU rotate in one instruction? And where the capacity is a power of
// two, is it cheaper to look at once at all bits that are clear in the products of slots?
#ifdef HUTCH_PORT_NO_ROTATE
#    define HUTCH_ROTATES 0
#else
#    define HUTCH_ROTATES 1
#endif
#if defined(HUTCH_PORT_NO_ROTATE) || defined(HUTCH_PORT_HIDE_INVERSE)
#    define HUTCH_MASKS_PRODUCTS 1
#else
#    define HUTCH_MASKS_PRODUCTS 0
#endif

/// Is a byte enough to divide in? Where a CPU multiplies bytes, and every slot's offset without its low zeros
/// is one.
#if defined(HUTCH_PORT_MULTIPLIES) && HUTCH_PORT_MULTIPLIES == 8
HUTCH_INLINE bool hutch_core_divides_bytes(const struct hutch_pool *pool)
{
    return hutch_is_folded(pool) && pool->stride_shift < 8 &&
           (pool->capacity - 1u) * (uint32_t)(pool->stride_bytes >> pool->stride_shift) <= 255;
}
#else
#    define hutch_core_divides_bytes(pool) false
#endif

#if defined(__SDCC)
#    define hutch_core_index_by_byte(pool, object) HUTCH_NONE // not used, and it would be emitted
#else

/// The slot at an address, in such a pool. The offset's low `shift` bits are 0, and so are those of its upper
/// half above as many: what is left fits a byte, if the halves are put over each other and rotated. The
/// inverse modulo 256 takes the bytes one to one to bytes, and the slots' own to the numbers below the
/// capacity: so no other byte comes to one of these.
HUTCH_INLINE unsigned hutch_core_index_by_byte(const struct hutch_pool *pool, const void *object)
{
    const unsigned shift = pool->stride_shift;
    const uintptr_t offset = (uintptr_t)object - (uintptr_t)pool->slots;
    const uint8_t low = (uint8_t)offset, high = (uint8_t)(offset >> 8), below = (uint8_t)((1u << shift) - 1u);
    const bool is_near = sizeof(offset) == 2 || offset <= 0xFFFFu;
    if (!HUTCH_LIKELY(is_near && high <= below && (uint8_t)(low & below) == 0)) {
        return HUTCH_NONE;
    }
    uint8_t number = (uint8_t)(low | high), inverse = (uint8_t)pool->inverse;
    number = (uint8_t)((number >> shift) | (number << (8u - shift)));
    if (inverse != 1) {
        HUTCH_OPAQUE(number);
        HUTCH_OPAQUE(inverse);
        number = (uint8_t)(number * inverse);
    }
    if (!HUTCH_LIKELY(number < pool->capacity)) {
        return HUTCH_NONE;
    }
    return number;
}
#endif

/// The slot at an address.
/// @return its number; HUTCH_NONE when the address is not the start of one of this pool's slots
HUTCH_INLINE unsigned hutch_core_index(const struct hutch_pool *pool, const void *object)
{
#if HUTCH_CFG_FENCE
    return hutch_fence_index(pool, object);
#endif
    if (hutch_core_divides_bytes(pool)) {
        return hutch_core_index_by_byte(pool, object);
    }
    hutch_lay_out(pool);
    uintptr_t inverse = pool->inverse;
#ifdef HUTCH_PORT_HIDE_INVERSE
    HUTCH_OPAQUE(inverse); // the compiler would take the constant apart into many shifts and adds
#endif
    const uintptr_t offset = (uintptr_t)object - (uintptr_t)pool->slots;
    const uintptr_t product = (uintptr_t)(offset * inverse);
    const unsigned shift = pool->stride_shift;
    uintptr_t quotient = (uintptr_t)(product >> shift);
    bool is_slot;
    if (HUTCH_MASKS_PRODUCTS && (pool->capacity & (pool->capacity - 1u)) == 0) {
        is_slot = (product & (uintptr_t) ~(((uintptr_t)(pool->capacity - 1u)) << shift)) == 0;
    } else if (HUTCH_ROTATES) {
        quotient |= (uintptr_t)(product << ((HUTCH_POINTER_BITS - shift) % HUTCH_POINTER_BITS));
        is_slot = quotient < pool->capacity;
    } else {
        const uintptr_t below = (uintptr_t) ~(uintptr_t)(UINTPTR_MAX << shift); // 0 in the products of slots
        is_slot = (product & below) == 0 && quotient < pool->capacity;
    }
    if (!HUTCH_LIKELY(is_slot)) {
        return HUTCH_NONE;
    }
    HUTCH_ASSUME(quotient < pool->capacity);
    return (unsigned)quotient;
}

/// The pool that this one spills to, if the object that this one has no slot for is one of that pool's slots.
HUTCH_INLINE const struct hutch_pool *hutch_core_spilled(const struct hutch_pool *pool, unsigned index,
                                                         const void *object)
{
    const struct hutch_pool *const spill =
        pool->policy != NULL && index >= pool->capacity ? pool->policy->spill : NULL;
    return spill != NULL && hutch_core_index(spill, object) != HUTCH_NONE ? spill : NULL;
}

/// The address of slot `index`, or NULL when there is no such slot.
HUTCH_INLINE void *hutch_core_at(const struct hutch_pool *pool, unsigned index)
{
    return index < pool->capacity ? hutch_core_address(pool, index) : NULL;
}

HUTCH_INLINE bool hutch_core_is_live_at(const struct hutch_pool *pool, unsigned index)
{
    return index < pool->capacity && hutch_is_visible(pool, index) && !hutch_ref_is_retired(pool, index);
}

HUTCH_INLINE unsigned hutch_core_retired(const struct hutch_pool *pool)
{
    unsigned retired = 0;
    for (unsigned index = 0; HUTCH_CFG_RETIRE && pool->generations != NULL && index < pool->capacity;
         index++) {
        retired += hutch_ref_is_retired(pool, index) ? 1u : 0u;
    }
    return retired;
}

HUTCH_INLINE unsigned hutch_core_live(const struct hutch_pool *pool)
{
    return hutch_tracker_count(hutch_live_of(pool), pool->capacity) - hutch_core_retired(pool);
}

HUTCH_INLINE unsigned hutch_core_available(const struct hutch_pool *pool)
{
    return pool->capacity - hutch_tracker_count(hutch_live_of(pool), pool->capacity);
}

/// The first live slot at or after `from`, or HUTCH_NONE.
HUTCH_INLINE unsigned hutch_core_next(const struct hutch_pool *pool, unsigned from)
{
    const hutch_word_t *const visible = hutch_visible_of(pool);
    const bool ordered = hutch_is_free(pool);
    unsigned index = hutch_tracker_next(visible, pool->capacity, from, ordered);
    while (HUTCH_CFG_RETIRE && index != HUTCH_NONE && hutch_ref_is_retired(pool, index)) {
        index = hutch_tracker_next(visible, pool->capacity, index + 1, ordered);
    }
    return index;
}

/// The first live object behind `object`, or NULL.
HUTCH_INLINE void *hutch_core_next_object(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_core_index(pool, object);
    return index < pool->capacity ? hutch_core_at(pool, hutch_core_next(pool, index + 1)) : NULL;
}

#endif
