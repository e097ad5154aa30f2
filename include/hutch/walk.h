// SPDX-License-Identifier: MIT
// walk.h - HUTCH_FOREACH: visits the live objects of a pool, whatever the body does to the pool.
//
// Objects are mostly neighbours, because the lowest free slot is acquired first: so a step to a neighbour is
// cheap, and only a gap is searched. There are two walks, which differ in who may change the bitmap
// meanwhile:
//
//   unlocked pool: only the body. The walk holds the rest of a word and tests after each body whether the
//   word has changed; a compiler that sees that the body changes no bitmap drops the test.
//
//       word   0 1 1 0 0 1 1 1        slot 0 is on the right
//       rest       0 1 1 0 0 1        at slot 2: live. Next: slots 3 and 4 are free, so shift by 3, to slot 5
//
//   locked pool: anybody at any time. The walk holds the bit of its slot and reads the word for each step.
//
// In both the word is read after the body: what the body releases ahead is not visited, what it acquires
// ahead is.
#ifndef HUTCH_WALK_H
#define HUTCH_WALK_H

#include "core.h"
#include "generic.h"

/// Goes on to the next word that has a live slot. @return that word; 0 when there is none
HUTCH_INLINE hutch_word_t hutch_walk_leave_word(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_word_t word;
#ifdef HUTCH_PORT_IN_X
    // As below. A counter of one byte ends it, and the objects keep the pointers that take offsets: 7 % of a
    // frame.
    hutch_word_t k = (hutch_word_t)(walk->word - pool->visible);
    uintptr_t place = (uintptr_t)walk->word;
    HUTCH_PORT_IN_X(place);
    const hutch_word_t *next =
        pool->visible + (place - (uintptr_t)pool->visible); // so that gcc sees what it points into
    do {
        if (k == HUTCH_LEAF_WORDS((unsigned)pool->capacity) - 1u) {
            return 0;
        }
        k++;
        next++;
        word = HUTCH_LOAD(*next);
    } while (word == 0);
    walk->word = next;
#else
    const hutch_word_t *const last = pool->visible + (HUTCH_LEAF_WORDS((unsigned)pool->capacity) - 1u);
    do {
        if (walk->word == last) {
            return 0;
        }
        walk->word++;
        word = HUTCH_LOAD(*walk->word);
    } while (word == 0);
    const size_t k = (size_t)(walk->word - pool->visible);
#endif
    HUTCH_ASSERT(30, k < HUTCH_LEAF_WORDS((unsigned)pool->capacity));
    walk->slots = pool->slots + k * (HUTCH_WORD_BITS * pool->stride_bytes);
    walk->at = walk->slots;
    return word;
}

// ---------------------------------------------------------------------------------------- unlocked: the rest

HUTCH_INLINE void hutch_walk_rest_past(const struct hutch_pool *pool, struct hutch_walk *walk, unsigned count)
{
    walk->rest = (hutch_word_t)(walk->rest >> count);
    walk->at += count * pool->stride_bytes;
}

/// Crosses a gap at once. A CPU that shifts by one place only goes slot by slot: 17 % of a frame on AVR.
HUTCH_INLINE void hutch_walk_rest_cross(const struct hutch_pool *pool, struct hutch_walk *walk)
{
#ifdef HUTCH_PORT_BIT
    while ((walk->rest & 1u) == 0) {
        hutch_walk_rest_past(pool, walk, 1);
    }
#else
    hutch_walk_rest_past(pool, walk, hutch_bits_first_set(walk->rest));
#endif
}

HUTCH_INLINE bool hutch_walk_rest_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (!HUTCH_LIKELY((walk->rest & 1u) != 0)) {
        if (walk->rest == 0) {
            const hutch_word_t word = hutch_walk_leave_word(pool, walk);
            if (word == 0) {
                return false;
            }
            walk->rest = word;
        }
        hutch_walk_rest_cross(pool, walk);
        HUTCH_ASSERT(31, hutch_slot_index(pool, walk->at) != HUTCH_NONE);
    }
    walk->seen = *walk->word; // just before the body, so that a compiler sees whether the body can change it
    return true;
}

HUTCH_INLINE void hutch_walk_rest_on(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const hutch_word_t word = *walk->word;
    if (!HUTCH_LIKELY(word == walk->seen)) {
        // Rare, so the place is computed here, from the address, and the loop carries no counter. Hidden,
        // because clang would compute it in every step, which is 9 % of a frame.
        const unsigned char *object = walk->at;
        HUTCH_HIDE(object);
        const unsigned place = hutch_slot_index(pool, object) % HUTCH_WORD_BITS;
        walk->rest = (hutch_word_t)(word >> place);
    }
    hutch_walk_rest_past(pool, walk, 1);
}

// ------------------------------------------------------------------------------------------- locked: the bit

HUTCH_INLINE bool hutch_walk_bit_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_word_t word = HUTCH_LOAD(*walk->word);
    if (!HUTCH_LIKELY((word & walk->bit) != 0)) {
        word = (hutch_word_t)(word & (hutch_word_t)(0u - walk->bit)); // from the slot on
        if (word == 0) {
            word = hutch_walk_leave_word(pool, walk);
        }
        if (word == 0) {
            return false;
        }
        walk->bit = (hutch_word_t)(word & (hutch_word_t)(0u - word)); // the lowest
        walk->at = walk->slots + hutch_bits_number(walk->bit) * pool->stride_bytes;
        HUTCH_ASSERT(32, hutch_slot_index(pool, walk->at) != HUTCH_NONE);
    }
    return true;
}

HUTCH_INLINE void hutch_walk_bit_on(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->bit = (hutch_word_t)(walk->bit << 1);
    walk->at += pool->stride_bytes;
}

// ---------------------------------------------------------------------------------- which, and the two steps

// By number, where a step looks at more than the bitmap: slots that have retired, objects with pages of their
// own.
#define HUTCH_WALKS_BY_NUMBER (HUTCH_CFG_RETIRE || HUTCH_CFG_FENCE)

/// Begins a walk. @return `walk`
HUTCH_INLINE struct hutch_walk *hutch_core_walk_start(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->word = pool->visible;
    walk->at = pool->slots;
    walk->slots = pool->slots;
    walk->bit = 1;
    walk->rest = pool->options->lock == HUTCH_LOCK_NONE ? *pool->visible : 0;
    walk->seen = 0;
    walk->number = 0;
    walk->is_on = true;
    return walk;
}

/// Goes on to the next live object.
/// @return false when there is none, or when the body has left the loop by `break`
HUTCH_INLINE bool hutch_core_walk_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (!walk->is_on) {
        return false;
    }
    walk->is_on = false;
    if (HUTCH_WALKS_BY_NUMBER) {
        walk->number = hutch_core_next_index(pool, walk->number);
        walk->at = (unsigned char *)hutch_core_at(pool, walk->number);
        return walk->at != NULL;
    }
    return pool->options->lock == HUTCH_LOCK_NONE ? hutch_walk_rest_to(pool, walk)
                                                  : hutch_walk_bit_to(pool, walk);
}

/// The body has run: passes its slot.
HUTCH_INLINE void hutch_core_walk_on(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->is_on = true;
    if (HUTCH_WALKS_BY_NUMBER) {
        walk->number++;
    } else if (pool->options->lock == HUTCH_LOCK_NONE) {
        hutch_walk_rest_on(pool, walk);
    } else {
        hutch_walk_bit_on(pool, walk);
    }
}

#endif
