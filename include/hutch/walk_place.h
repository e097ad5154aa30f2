// SPDX-License-Identifier: MIT
// walk_place.h - a walk that keeps a place in the bitmap, and reads its word anew for each step.
//
// A walk keeps a place in the bitmap, never a copy of a word: what the body releases ahead is not visited.
// Constants choose between two ways:
//
//   HUTCH_WALK_SEARCH   the CPU finds the first set bit at once: the neighbour, else mask and search
//   HUTCH_WALK_STEP     it does not: move a mask and an address from slot to slot; no table, no multiply
//   HUTCH_WALK_PORT     the port steps, in assembler: its compiler folds nothing of the above
//
// Debug builds, and slots that retire, go by number: there a step looks at more than the bitmap.
#ifndef HUTCH_WALK_PLACE_H
#define HUTCH_WALK_PLACE_H

#include "core.h"

#define HUTCH_WALK_SEARCH 0
#define HUTCH_WALK_STEP 1
#define HUTCH_WALK_BY_NUMBER 2
#define HUTCH_WALK_PORT 3
#if HUTCH_CFG_CHECK >= 2 || HUTCH_CFG_RETIRE
#    define HUTCH_WALK_WAY HUTCH_WALK_BY_NUMBER
#elif defined(HUTCH_PORT_WALKS) && HUTCH_PORT_WALKS == HUTCH_CFG_WORD_BITS
#    define HUTCH_WALK_WAY HUTCH_WALK_PORT
#elif defined(HUTCH_PORT_FIRST_SET)
#    define HUTCH_WALK_WAY HUTCH_WALK_SEARCH
#else
#    define HUTCH_WALK_WAY HUTCH_WALK_STEP
#endif

#if HUTCH_WALK_WAY == HUTCH_WALK_PORT

/// Where a walk stands: before the slot that is looked at next. The port knows where each field is.
struct hutch_walk {
    bool is_on;               // the body has not left the loop
    hutch_word_t bits;        // the bit of that slot
    const hutch_word_t *word; // of the bitmap, with that bit
    unsigned char *object;
    size_t stride_bytes;
    uint8_t words; // that come after this one
};

#    define HUTCH_WALK_START(name)                                                           \
        {                                                                                    \
            true, (hutch_word_t) ~(HUTCH_WORD_ALL >> 1), hutch_visible_of(&name##_pool) - 1, \
                name##_pool.slots - name##_pool.stride_bytes, name##_pool.stride_bytes,      \
                (uint8_t)HUTCH_LEAF_WORDS(name##_pool.capacity)                              \
        }

/// The next live object of a walk, or NULL. The body has not run for it yet: `is_on` is false until it has.
#    define hutch_walk_to(pool, walk) hutch_port_walk(walk)
#    define hutch_walk_on(walk, stride) ((void)((walk)->is_on = true))

#else

/// Where a walk stands. Which of it a way needs is constant, so the rest costs nothing where the loop folds.
struct hutch_walk {
    const hutch_word_t *word; // of the bitmap
    unsigned char *slots;     // the first of this word's
    unsigned char *object;    // stepping: the slot that is looked at next
    uintptr_t before;         // searching: the address one slot before that; a number, as it may be outside
    hutch_word_t bits;        // the bit of the slot that is looked at next; 0 past the word
    size_t stride;            // searching: these two are in registers, not made anew in each turn
    hutch_word_t one;
    unsigned number;   // by number: the next slot
    bool is_on;        // the body has not left the loop
    hutch_word_t rest; // walk_rest.h: of the word, from `object` on
    hutch_word_t seen; // walk_rest.h: the word just before the body
    uintptr_t behind;  // walk_bytes.h: the word behind this one
    uintptr_t ahead;   // walk_bytes.h: one slot before the first of that word; a number, as it may be outside
};

#    define HUTCH_WALK_START(name)                                                                      \
        {                                                                                               \
            name##_pool.live, name##_pool.slots, name##_pool.slots,                                     \
                (uintptr_t)name##_pool.slots - name##_pool.stride_bytes, 1,                             \
                (size_t)hutch_walk_kept(name##_pool.stride_bytes), (hutch_word_t)hutch_walk_kept(1), 0, \
                true, 0, 0, 0, 0                                                                        \
        }

/// A constant that the compiler is to have in a register: so a multiply by it is not taken apart, either.
HUTCH_INLINE size_t hutch_walk_kept(size_t constant)
{
    if (HUTCH_WALK_WAY == HUTCH_WALK_SEARCH) {
        HUTCH_OPAQUE(constant);
    }
    return constant;
}

/// The place of a slot in its word, by its address: for walks whose word has changed. Hidden, as gcc would
/// else reckon it ahead, in each step.
HUTCH_INLINE unsigned hutch_walk_place(const struct hutch_pool *pool, uintptr_t object)
{
    uintptr_t inverse = pool->inverse;
    HUTCH_OPAQUE(object);
#    ifdef HUTCH_PORT_HIDE_INVERSE
    HUTCH_OPAQUE(inverse);
#    endif
    const uintptr_t product = (uintptr_t)((object - (uintptr_t)pool->slots) * inverse);
    return (unsigned)(product >> pool->stride_shift) % HUTCH_WORD_BITS;
}

/// The live and visible slots of the walk's word. Without a lock nobody else writes them, and the compiler
/// may keep them in a register while the body does not either.
HUTCH_INLINE hutch_word_t hutch_walk_word(const struct hutch_pool *pool, const struct hutch_walk *walk)
{
    const hutch_word_t *const word = hutch_visible_of(pool) + (walk->word - pool->live);
    return pool->lock == HUTCH_LOCK_NONE ? *word : hutch_tracker_read(word, hutch_is_free(pool));
}

/// To the next word.
/// @return false when there is none
HUTCH_INLINE bool hutch_walk_leave_word(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (walk->word == pool->live + (HUTCH_LEAF_WORDS((unsigned)pool->capacity) - 1u)) {
        return false;
    }
    walk->word++;
    walk->slots += HUTCH_WORD_BITS * pool->stride_bytes;
    return true;
}

HUTCH_INLINE void *hutch_walk_search(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const hutch_word_t word = hutch_walk_word(pool, walk);
    if (HUTCH_LIKELY((word & walk->bits) != 0)) {
        walk->before += pool->stride_bytes;
    } else {
        hutch_word_t rest = (hutch_word_t)(word & (hutch_word_t)(0u - walk->bits));
        while (rest == 0) {
            if (!hutch_walk_leave_word(pool, walk)) {
                return NULL;
            }
            rest = hutch_walk_word(pool, walk);
        }
        const unsigned place = hutch_first_set(rest);
        walk->bits = (hutch_word_t)(walk->one << place);
        walk->before = (uintptr_t)walk->slots + place * walk->stride;
    }
    HUTCH_ASSUME(walk->before != 0);
    return (void *)walk->before; // the body is at it: now it is the one before the next
}

HUTCH_INLINE void *hutch_walk_step(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    for (;;) {
        const hutch_word_t word = hutch_walk_word(pool, walk);
        if (!HUTCH_LIKELY((word & walk->bits) != 0)) {
            if ((word & (hutch_word_t)(0u - walk->bits)) == 0) { // none ahead in this word, or past it
                if (!hutch_walk_leave_word(pool, walk)) {
                    return NULL;
                }
                walk->bits = 1;
                walk->object = walk->slots;
                continue;
            }
            do {
                walk->bits = (hutch_word_t)(walk->bits << 1);
                HUTCH_OPAQUE(walk->bits); // else gcc carries two copies round, one of them shifted ahead
                walk->object += pool->stride_bytes;
            } while ((word & walk->bits) == 0);
        }
        HUTCH_ASSUME(walk->object != NULL);
        return walk->object;
    }
}

/// The next live object of a walk, or NULL. The body has not run for it yet: `is_on` is false until it has.
HUTCH_INLINE void *hutch_walk_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->is_on = false;
    if (HUTCH_WALK_WAY == HUTCH_WALK_SEARCH) {
        return hutch_walk_search(pool, walk);
    }
    if (HUTCH_WALK_WAY == HUTCH_WALK_STEP) {
        return hutch_walk_step(pool, walk);
    }
    const unsigned index = hutch_core_next(pool, walk->number);
    walk->number = index + 1u;
    return hutch_core_at(pool, index);
}

/// The body has run: past its slot.
HUTCH_INLINE void hutch_walk_on(struct hutch_walk *walk, size_t stride_bytes)
{
    walk->is_on = true;
    walk->bits = (hutch_word_t)(walk->bits << 1);
    if (HUTCH_WALK_WAY == HUTCH_WALK_STEP) {
        walk->object += stride_bytes;
    }
}

#endif

#endif
