// SPDX-License-Identifier: MIT
// walk_rest.h - a walk over an unlocked pool of this file, for speed: it keeps the rest of a word.
//
// The walk keeps what is left of its word, shifted, and reads the word just before and just after each body.
// If it has changed, the rest is made anew. A compiler that sees that the body writes no bitmap drops the
// reading and the question, and a step to a live neighbour is then as short as one along a linked list. A gap
// is crossed
//
//   HUTCH_WALK_BY_SEARCH    at once, where the CPU finds the first set bit so
//   HUTCH_WALK_AHEAD        by asking for the three slots behind, then for four at a time
//
// Where it finds none, and words have few bits, it is walk_bytes.h.
#ifndef HUTCH_WALK_REST_H
#define HUTCH_WALK_REST_H

#include "walk_place.h"

#define HUTCH_WALK_BY_SEARCH 0
#define HUTCH_WALK_AHEAD 1
#if defined(HUTCH_PORT_FIRST_SET)
#    define HUTCH_WALK_CROSSES HUTCH_WALK_BY_SEARCH
#else
#    define HUTCH_WALK_CROSSES HUTCH_WALK_AHEAD
#endif

// `rest` begins at its lowest bit; at its highest where the CPU finds that sooner.
#if defined(HUTCH_PORT_TURN) && HUTCH_COUNTS_ZEROS
#    define HUTCH_REST_OF(word) HUTCH_PORT_TURN(word)
#    define HUTCH_REST_PAST(rest, count) ((hutch_word_t)((rest) << (count)))
#    define HUTCH_REST_IS_AT(rest) (((rest) >> 31) != 0)
#    define HUTCH_REST_FREE(rest) HUTCH_PORT_LEADING_ZEROS(rest)
#else
#    define HUTCH_REST_OF(word) (word)
#    define HUTCH_REST_PAST(rest, count) ((hutch_word_t)((rest) >> (count)))
#    define HUTCH_REST_IS_AT(rest) (((rest)&1u) != 0)
#    define HUTCH_REST_FREE(rest) hutch_first_set(rest)
#endif

/// Past `count` slots of the word.
HUTCH_INLINE void hutch_rest_past(const struct hutch_pool *pool, struct hutch_walk *walk, unsigned count)
{
    walk->rest = HUTCH_REST_PAST(walk->rest, count);
    walk->object += count * pool->stride_bytes;
}

/// Past one slot. As the address is not known here, gcc does not see that it moves evenly: it would then move
/// other things along with it, for each slot, that are needed for few.
HUTCH_INLINE void hutch_rest_past_one(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    HUTCH_OPAQUE(walk->object);
    hutch_rest_past(pool, walk, 1);
}

/// Makes `rest` anew if the word has changed since. Whose bit comes first is reckoned here, where few come
/// by, and not counted in each step.
HUTCH_INLINE void hutch_rest_renew(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const hutch_word_t word = *walk->word;
    if (!HUTCH_LIKELY(word == walk->seen)) {
        const unsigned place = hutch_walk_place(pool, (uintptr_t)walk->object);
        walk->rest = HUTCH_REST_PAST(HUTCH_REST_OF(word), place);
    }
}

/// Crosses a gap, in a word that has live slots ahead.
HUTCH_INLINE void hutch_rest_cross(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (HUTCH_WALK_CROSSES == HUTCH_WALK_BY_SEARCH) {
        hutch_rest_past(pool, walk, HUTCH_REST_FREE(walk->rest));
        return;
    }
    if (HUTCH_REST_IS_AT(walk->rest)) {
        return;
    }
    while ((walk->rest & 15u) == 0) {
        hutch_rest_past(pool, walk, 4);
    }
    while (!HUTCH_REST_IS_AT(walk->rest)) {
        hutch_rest_past(pool, walk, 1);
    }
}

/// Begins a walk.
HUTCH_INLINE struct hutch_walk *hutch_rest_from(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->word = hutch_visible_of(pool);
    walk->object = pool->slots;
    walk->rest = HUTCH_REST_OF(*walk->word);
    walk->bits = 1; // nothing was looked at yet
    return walk;
}

/// To the next word with a live slot. The address is reckoned from the word: most words that are left are the
/// last with anything, or empty. By volatile, gcc does not take this read for the one before the body, which
/// it would then keep for each slot.
/// @return false when there is none
HUTCH_INLINE bool hutch_rest_leave_word(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const unsigned words = HUTCH_LEAF_WORDS((unsigned)pool->capacity);
    const hutch_word_t *const first = hutch_visible_of(pool);
    hutch_word_t word = 0;
    do {
        if (walk->word == first + (words - 1u)) {
            return false;
        }
        walk->word++;
        word = *(const volatile hutch_word_t *)walk->word;
        if (words == 2 && word == 0) { // said twice: of two words, the second is the last
            return false;
        }
    } while (word == 0);
    walk->rest = HUTCH_REST_OF(word);
    walk->object = pool->slots + (size_t)(walk->word - first) * (HUTCH_WORD_BITS * pool->stride_bytes);
    return true;
}

/// The next live object, by a search from the walk's place, or NULL. The body has not run for it yet: `is_on`
/// is false until the body has come to the end of a row of neighbours. A walk begins with a slot that mostly
/// lives, as the lowest free slot is given first; after a row the walk's slot is known to be free.
HUTCH_INLINE void *hutch_rest_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const bool begins = walk->bits != 0;
    walk->bits = 0;
    walk->is_on = false;
    if (!(begins && HUTCH_LIKELY(HUTCH_REST_IS_AT(walk->rest)))) {
        if (!HUTCH_LIKELY(walk->rest != 0) && !hutch_rest_leave_word(pool, walk)) {
            return NULL;
        }
        hutch_rest_cross(pool, walk);
    }
    HUTCH_ASSUME(walk->object != NULL);
    return walk->object;
}

/// Just before the body. The same word as in hutch_rest_renew just after it: so the compiler sees whether the
/// body leaves it alone.
HUTCH_INLINE bool hutch_rest_look(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    (void)pool;
    walk->seen = *walk->word;
    return true;
}

/// The body has run: to the neighbour, if it lives, else NULL.
HUTCH_INLINE void *hutch_rest_step(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_rest_renew(pool, walk);
    if (HUTCH_WALK_CROSSES == HUTCH_WALK_BY_SEARCH) {
        hutch_rest_past_one(pool, walk);
        if (HUTCH_REST_IS_AT(walk->rest)) {
            HUTCH_ASSUME(walk->object != NULL);
            return walk->object;
        }
        HUTCH_OPAQUE(walk->rest); // else gcc asks for both ends of a row by one comparison, in each step
        walk->is_on = true;
        return NULL;
    }
    if (HUTCH_LIKELY((walk->rest & 2u) != 0)) {
        hutch_rest_past(pool, walk, 1);
    } else if ((walk->rest & 4u) != 0) {
        hutch_rest_past(pool, walk, 2);
    } else if ((walk->rest & 8u) != 0) {
        hutch_rest_past(pool, walk, 3);
    } else {
        walk->rest = HUTCH_REST_PAST(walk->rest, 4);
        walk->object += walk->rest != 0 ? 4 * pool->stride_bytes : 0;
        walk->is_on = true;
        return NULL;
    }
    HUTCH_ASSUME(walk->object != NULL);
    return walk->object;
}

#endif
