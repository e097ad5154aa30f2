// SPDX-License-Identifier: MIT
// walk.h - HUTCH_FOREACH: visits the live objects of a pool, whatever the body does to the pool.
//
// Most live objects are neighbours, because the lowest free slot is acquired first. So a step to a neighbour
// is cheap, and only gaps are searched. There are two walks, because bitmaps change in two ways:
//
//   unlocked pool: only the body changes it. The walk holds the rest of a word, and reloads it if the word
//   has changed after a body; a compiler that can prove that the body changes no bitmap drops the test.
//
//       word   0 1 1 0 0 1 1 1        slot 0 is on the right
//       rest       0 1 1 0 0 1        at slot 2: live. Next: slots 3 and 4 are free, so shift by 3, to slot 5
//
//   locked pool: any context changes it. The walk holds the bit of its slot and reads the word in each step.
//
// Both read the word after the body: an object ahead that the body releases is not visited, one that it
// acquires is. Typed functions that do not fold have neither: there HUTCH_FOREACH is first and next.
//
// With HUTCH_CFG_SMALL both go through a gap slot by slot, by the code of a step: a loop of an unlocked pool
// takes 66 bytes instead of 94 on AVR, and a frame of tests/bench 5139 cycles at -Os.
#ifndef HUTCH_WALK_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_WALK_H

#include "core.h"

// Only a wild write sets bits past the capacity: they are dropped from a leaf word that was just loaded, and
// the bit of a slot past the last is 0.
#define HUTCH_WALK_TAIL_(pool) ((pool)->capacity % HUTCH_WORD_BITS)
#define HUTCH_WALK_MASK_(pool) \
    ((hutch_word_t)((hutch_word_t)((hutch_word_t)1 << HUTCH_WALK_TAIL_(pool)) - 1u))
#define HUTCH_WALK_CUT_(pool, walk, leaf)                                                        \
    ((hutch_word_t)(HUTCH_WALK_TAIL_(pool) != 0 &&                                               \
                            (walk)->word == (pool)->visible + (pool)->capacity / HUTCH_WORD_BITS \
                        ? (leaf)&HUTCH_WALK_MASK_(pool)                                          \
                        : (leaf)))
#define HUTCH_WALK_LAST_(pool, walk)                                                                        \
    ((pool)->capacity < HUTCH_WORD_BITS ? HUTCH_WALK_MASK_(pool)                                            \
     : HUTCH_WALK_TAIL_(pool) != 0 && (walk)->at == (pool)->slots + (pool)->capacity * (pool)->stride_bytes \
         ? (hutch_word_t)0                                                                                  \
         : HUTCH_WORD_ALL)

/// Advances to the next word that has a live slot. @return that word; 0 if there is none
HUTCH_INLINE hutch_word_t hutch_walk_leave_word(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_word_t word;
#ifdef HUTCH_PORT_IN_X
    // As below, but with the position in X, and the end found by counting in a byte: so Y and Z, which allow
    // offsets, remain for objects. Saves 7 % of a frame (of tests/bench).
    hutch_word_t k = (hutch_word_t)(walk->word - pool->visible);
    uintptr_t place = (uintptr_t)walk->word;
    HUTCH_PORT_IN_X(place);
    const hutch_word_t *next =
        pool->visible + (place - (uintptr_t)pool->visible); // `place`, as a pointer into the array
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
    return HUTCH_WALK_CUT_(pool, walk, word);
}

// ---------------------------------------------------------------------------------------- unlocked: the rest
// Where a shift leaves the last bit that it drops in the carry, that is the test: `rest` then begins after
// the slot at `at`, not with it.

#if defined(HUTCH_PORT_SHIFT_OUT) && !HUTCH_CFG_SMALL
#    define HUTCH_WALK_PAST 1u
#else
#    define HUTCH_WALK_PAST 0u
#endif

/// Drops the lowest bits of the rest. @return the last of them, if the port says it
HUTCH_INLINE bool hutch_walk_rest_drop(struct hutch_walk *walk, unsigned count)
{
    bool last = false;
#if HUTCH_WALK_PAST
    HUTCH_PORT_SHIFT_OUT(walk->rest, count, last);
#else
    walk->rest = (hutch_word_t)(walk->rest >> count);
#endif
    return last;
}

#if HUTCH_CFG_SMALL
HUTCH_INLINE bool hutch_walk_rest_find(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    while ((walk->rest & 1u) == 0) {
        if (walk->rest != 0) {
            walk->rest = (hutch_word_t)(walk->rest >> 1);
            walk->at += pool->stride_bytes;
        } else {
            if (walk->word == pool->visible + (HUTCH_LEAF_WORDS((unsigned)pool->capacity) - 1u)) {
                return false;
            }
            walk->slots += HUTCH_WORD_BITS * pool->stride_bytes;
            walk->at = walk->slots;
#    ifdef HUTCH_PORT_IN_X
            uintptr_t place = (uintptr_t)(walk->word + 1); // of bytes, as in hutch_walk_leave_word
            HUTCH_PORT_IN_X(place);
            walk->word = pool->visible + (place - (uintptr_t)pool->visible);
#    else
            walk->word++;
#    endif
            walk->rest = HUTCH_WALK_CUT_(pool, walk, *walk->word);
        }
    }
    HUTCH_ASSERT(36, hutch_slot_index(pool, walk->at) != HUTCH_NONE);
    walk->seen = *walk->word; // just before the body, so that the test after it can be dropped
    return true;
}

/// Reloads `rest` after a body that changed the word.
HUTCH_INLINE void hutch_walk_rest_reload(const struct hutch_pool *pool, struct hutch_walk *walk,
                                         hutch_word_t word)
{
    walk->rest = HUTCH_WALK_CUT_(pool, walk, word);
    for (const unsigned char *at = walk->slots; at != walk->at; at += pool->stride_bytes) {
        walk->rest = (hutch_word_t)(walk->rest >> 1);
    }
}
#else
HUTCH_INLINE bool hutch_walk_rest_find(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (!HUTCH_LIKELY(HUTCH_WALK_PAST ? hutch_walk_rest_drop(walk, 1) : (walk->rest & 1u) != 0)) {
        if (walk->rest == 0) {
            walk->rest = hutch_walk_leave_word(pool, walk);
            if (walk->rest == 0) {
                return false;
            }
            walk->at = (unsigned char *)((uintptr_t)walk->at - HUTCH_WALK_PAST * pool->stride_bytes);
        }
        // Skips the gap; slot by slot if the CPU shifts one place at a time: saves 17 % of a frame on AVR.
#    if defined(HUTCH_PORT_BIT) && !HUTCH_WALK_PAST
        while ((walk->rest & 1u) == 0) {
            walk->rest = (hutch_word_t)(walk->rest >> 1);
            walk->at += pool->stride_bytes;
        }
#    else
        const unsigned count = hutch_bits_first_set(walk->rest) + HUTCH_WALK_PAST;
        hutch_walk_rest_drop(walk, count);
        walk->at += count * pool->stride_bytes;
#    endif
        HUTCH_ASSERT(31, hutch_slot_index(pool, walk->at) != HUTCH_NONE);
    }
    walk->seen = *walk->word; // just before the body, so that the test after it can be dropped
    return true;
}

/// Reloads `rest` after a body that changed the word. Rare, so the place is computed here, from the address,
/// and the loop needs no counter. The address is hidden because clang would compute it in every step: 9 % of
/// a frame.
HUTCH_INLINE void hutch_walk_rest_reload(const struct hutch_pool *pool, struct hutch_walk *walk,
                                         hutch_word_t word)
{
    const unsigned char *object = walk->at;
    HUTCH_HIDE(object);
    const unsigned place = hutch_slot_index(pool, object) % HUTCH_WORD_BITS;
    walk->rest = (hutch_word_t)(HUTCH_WALK_CUT_(pool, walk, word) >> place >> HUTCH_WALK_PAST);
}
#endif

// ------------------------------------------------------------------------------------------- locked: the bit

/// Returns the bits of a word that are not below `bit`, which may be 0; the lowest of them only, where the
/// CPU does that in two instructions.
HUTCH_INLINE hutch_word_t hutch_walk_bit_ahead(hutch_word_t word, hutch_word_t bit)
{
#if defined(HUTCH_PORT_FIRST_SET) && !defined(HUTCH_PORT_BIT)
    hutch_word_t below = (hutch_word_t)(word - bit); // borrows from that bit; what is above it stays
    HUTCH_HIDE(below); // gcc and clang would make it bit + ~word, which is one instruction more
    return (hutch_word_t)(word & (hutch_word_t)~below);
#else
    return (hutch_word_t)(word & (hutch_word_t)(0u - bit));
#endif
}

HUTCH_INLINE void hutch_walk_bit_next_slot(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->at += pool->stride_bytes;
    walk->bit = (hutch_word_t)(walk->bit << 1);
}

HUTCH_INLINE bool hutch_walk_bit_find(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_word_t word = HUTCH_LOAD(*walk->word);
    if (!HUTCH_LIKELY((word & walk->bit) != 0)) {
        word = hutch_walk_bit_ahead(HUTCH_WALK_CUT_(pool, walk, word), walk->bit);
        if (word == 0) {
            word = hutch_walk_leave_word(pool, walk);
            if (word == 0) {
                return false;
            }
            walk->bit = 1;
            word = hutch_walk_bit_ahead(word, 1);
        }
#if HUTCH_CFG_SMALL
        while ((word & walk->bit) == 0) {
            hutch_walk_bit_next_slot(pool, walk);
        }
#else
#    if defined(HUTCH_PORT_FIRST_SET) && !defined(HUTCH_PORT_BIT)
        walk->bit = word;
#    else
        walk->bit = (hutch_word_t)(word & (hutch_word_t)(0u - word)); // the lowest
#    endif
        walk->at = walk->slots + hutch_bits_number(walk->bit) * pool->stride_bytes;
#endif
        HUTCH_ASSERT(32, hutch_slot_index(pool, walk->at) != HUTCH_NONE);
    }
    return true;
}

// ----------------------------------------------------------------------------------- the steps of all walks

/// Begins a walk. The fields that the walk of this pool does not use fold away. @return `walk`
HUTCH_INLINE struct hutch_walk *hutch_core_walk_start(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->word = pool->visible;
    walk->at = pool->slots;
    walk->slots = pool->slots;
    walk->bit = 1;
    // Volatile at -Os on AVR, or gcc keeps the word for a second walk in a register: 4 % of a frame.
    walk->rest = pool->options->lock != HUTCH_LOCK_NONE ? (hutch_word_t)0
                 : HUTCH_CFG_SMALL                      ? HUTCH_LOAD(*pool->visible)
                                                        : *pool->visible;
    walk->rest = HUTCH_WALK_CUT_(pool, walk, walk->rest);
    walk->seen = 0;
    walk->is_between_bodies = true;
    return walk;
}

/// Advances to the next live object.
/// @return true; false if there is none, or the body has left the loop by `break`
HUTCH_INLINE bool hutch_core_walk_find(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (!walk->is_between_bodies) {
        return false;
    }
    walk->is_between_bodies = false;
    return pool->options->lock == HUTCH_LOCK_NONE ? hutch_walk_rest_find(pool, walk)
                                                  : hutch_walk_bit_find(pool, walk);
}

/// Steps past the slot after its body.
HUTCH_INLINE void hutch_core_walk_step(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->is_between_bodies = true;
    if (pool->options->lock != HUTCH_LOCK_NONE) {
        hutch_walk_bit_next_slot(pool, walk);
        walk->bit = (hutch_word_t)(walk->bit & HUTCH_WALK_LAST_(pool, walk));
        return;
    }
    const hutch_word_t word = *walk->word;
    if (!HUTCH_LIKELY(word == walk->seen)) {
        hutch_walk_rest_reload(pool, walk, word);
    }
    walk->rest = (hutch_word_t)(walk->rest >> (1u - HUTCH_WALK_PAST));
    walk->at += pool->stride_bytes;
}

#endif
