// SPDX-License-Identifier: MIT
// walk_bytes.h - a walk over an unlocked pool of this file, for speed: words of few bits, CPUs that step.
//
// As walk_rest.h, but `rest` is of the slots behind the one that the body is at. So the end of a row of
// neighbours is seen before anything has moved, a walk begins as it goes on, and gaps are crossed in one
// place. The port may have that place in assembler. What comes out of there is told from the pool's own
// addresses: the compiler must know what an address points into to see that a body writes no bitmap.
#ifndef HUTCH_WALK_BYTES_H
#define HUTCH_WALK_BYTES_H

#include "walk_place.h"

#if defined(HUTCH_PORT_CROSSES) && HUTCH_CFG_WORD_BITS == 8
#    define HUTCH_REST_BY_PORT 1
#else
#    define HUTCH_REST_BY_PORT 0
#endif

/// The word that the walk is in.
HUTCH_INLINE const hutch_word_t *hutch_rest_word(const struct hutch_pool *pool, const struct hutch_walk *walk)
{
    const hutch_word_t *const live = hutch_visible_of(pool);
    return live + (walk->behind - (uintptr_t)(live + 1)) / sizeof(hutch_word_t);
}

#if HUTCH_REST_BY_PORT

HUTCH_STATIC_ASSERT(HUTCH_CAPACITY_MAX <= 256 * HUTCH_WORD_BITS,
                    hutch_port_cross_compares_one_byte_of_an_address);

HUTCH_INLINE void hutch_rest_start(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->behind = hutch_port_address(hutch_visible_of(pool), 1);
    const uintptr_t before = hutch_port_address(pool->slots, (unsigned)(0u - pool->stride_bytes));
    walk->before = (uintptr_t)(pool->slots + (before - (uintptr_t)pool->slots));
    walk->ahead = hutch_port_address(pool->slots, 7u * (unsigned)pool->stride_bytes);
}

HUTCH_INLINE void hutch_rest_cross(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    uintptr_t before = walk->before;
    hutch_port_cross(&walk->rest, &walk->behind, &before, &walk->ahead, hutch_visible_of(pool),
                     HUTCH_LEAF_WORDS((unsigned)pool->capacity), pool->stride_bytes);
    walk->before = (uintptr_t)(pool->slots + (before - (uintptr_t)pool->slots));
}

#else

/// To before the first slot.
HUTCH_INLINE void hutch_rest_start(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->behind = (uintptr_t)(hutch_visible_of(pool) + 1);
    walk->before = (uintptr_t)pool->slots - pool->stride_bytes;
    walk->ahead = walk->before + HUTCH_WORD_BITS * pool->stride_bytes;
}

/// On to before the next live slot, in this word or another. `rest` is 0 when there is none.
HUTCH_INLINE void hutch_rest_cross(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const hutch_word_t *const end = hutch_visible_of(pool) + HUTCH_LEAF_WORDS((unsigned)pool->capacity);
    while (walk->rest == 0) {
        if (walk->behind == (uintptr_t)end) {
            return;
        }
        walk->behind += sizeof(hutch_word_t);
        walk->rest = *hutch_rest_word(pool, walk);
        walk->before = walk->ahead;
        walk->ahead += HUTCH_WORD_BITS * pool->stride_bytes;
    }
    while ((walk->rest & 1u) == 0) {
        walk->rest = (hutch_word_t)(walk->rest >> 1);
        walk->before += pool->stride_bytes;
    }
}

#endif

/// Begins a walk.
HUTCH_INLINE struct hutch_walk *hutch_rest_from(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_rest_start(pool, walk);
    walk->rest = *hutch_visible_of(pool);
    return walk;
}

/// The next live object, or NULL.
HUTCH_INLINE void *hutch_rest_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->is_on = false;
    if (!HUTCH_LIKELY((walk->rest & 1u) != 0)) {
        hutch_rest_cross(pool, walk);
        if (walk->rest == 0) {
            return NULL;
        }
    }
    walk->rest = (hutch_word_t)(walk->rest >> 1);
    walk->before += pool->stride_bytes;
    void *const object = (void *)walk->before; // the body is at it: now it is the one before the next
    HUTCH_ASSUME(object != NULL);
    return object;
}

/// Just before the body. The same word as in hutch_rest_renew just after it: so the compiler sees whether the
/// body leaves it alone.
HUTCH_INLINE bool hutch_rest_look(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->seen = *hutch_rest_word(pool, walk);
    return true;
}

/// Makes `rest` anew if the word has changed since.
HUTCH_INLINE void hutch_rest_renew(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const hutch_word_t word = *hutch_rest_word(pool, walk);
    if (!HUTCH_LIKELY(word == walk->seen)) {
        const unsigned place = hutch_walk_place(pool, walk->before);
        walk->rest = (hutch_word_t)((hutch_word_t)(word >> place) >> 1);
    }
}

/// The body has run. It is hutch_rest_to that goes on.
HUTCH_INLINE void *hutch_rest_step(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_rest_renew(pool, walk);
    return NULL;
}

#endif
