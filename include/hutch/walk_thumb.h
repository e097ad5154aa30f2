// SPDX-License-Identifier: MIT
// walk_thumb.h - a walk over an unlocked pool of this file, for speed: the port steps from slot to slot.
//
// As in walk_rest.h the walk keeps what is left of its word and makes that anew if the body has changed the
// word. The port's step moves both, from slot to slot, and jumps into the body: to a live neighbour in three
// instructions. Only where HUTCH_CFG_WALK_ASM asks for it.
#ifndef HUTCH_WALK_THUMB_H
#define HUTCH_WALK_THUMB_H

#include "walk_place.h"

#if defined(HUTCH_PORT_NEXT_LIVE)

// Where a step of the port's has come to: emits nothing. If it came at once to where other ways meet, gcc
// would copy registers there before the step has written them (its bug 113921, up to gcc 13).
#    define HUTCH_REST_STEPPED() __builtin_prefetch(NULL)

/// To the first slot of a word.
HUTCH_INLINE void hutch_rest_enter_word(const struct hutch_pool *pool, struct hutch_walk *walk,
                                        unsigned number)
{
    walk->word = hutch_visible_of(pool) + number;
#    ifdef HUTCH_PORT_FIRST_LIVE
    walk->rest = *walk->word;
#    else
    walk->rest = *(const volatile hutch_word_t *)walk->word; // a copy for the next walk would take a register
#    endif
    walk->object = pool->slots + number * (HUTCH_WORD_BITS * pool->stride_bytes);
}

/// To the next word that has live slots. Up to three are told apart by the place where the walk stands: then
/// the body has one register more.
/// @return false when there is none
HUTCH_INLINE bool hutch_rest_leave_word(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const hutch_word_t *const visible = hutch_visible_of(pool);
    const unsigned words = HUTCH_LEAF_WORDS((unsigned)pool->capacity);
    if (words > 3) {
        do {
            if (walk->word == visible + (words - 1)) {
                return false;
            }
            walk->word++;
            walk->slots += HUTCH_WORD_BITS * pool->stride_bytes;
            walk->rest = *walk->word;
        } while (walk->rest == 0);
        walk->object = walk->slots;
        return true;
    }
    for (unsigned k = 1; k < words && k < 3; k++) {
        if (!HUTCH_LIKELY(visible[k] == 0)) {
#    ifdef HUTCH_PORT_FIRST_LIVE
            HUTCH_OPAQUE(walk->object); // else both questions are asked at once
#    endif
            if (walk->object <= pool->slots + k * (HUTCH_WORD_BITS * pool->stride_bytes)) {
                hutch_rest_enter_word(pool, walk, k);
                return true;
            }
        }
    }
    return false;
}

/// Begins a walk.
HUTCH_INLINE struct hutch_walk *hutch_rest_from(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_rest_enter_word(pool, walk, 0);
    return walk;
}

/// The first live object of the next word that has any, or NULL. The body has not run for it yet: `is_on` is
/// false until the body has come to the end of the word.
HUTCH_INLINE void *hutch_rest_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    unsigned char *object;
    hutch_word_t rest;
    walk->is_on = false;
#    ifdef HUTCH_PORT_FIRST_LIVE
    do {
        if (walk->number == 0) {
            object = walk->object;
            HUTCH_PORT_FIRST_LIVE(object, walk->rest, rest, pool->stride_bytes, none);
            HUTCH_REST_STEPPED();
            goto live;
        none:
            HUTCH_REST_STEPPED();
            walk->object = object;
        }
        walk->number = 0;
    } while (hutch_rest_leave_word(pool, walk));
    return NULL;
live:
#    else
    if (walk->rest == 0 && !hutch_rest_leave_word(pool, walk)) {
        return NULL;
    }
    object = walk->object;
    HUTCH_PORT_TO_LIVE(object, walk->rest, rest, pool->stride_bytes);
#    endif
    walk->object = object;
    walk->rest = rest;
    HUTCH_ASSUME(object != NULL);
    return object;
}

/// Just before the body. The same word as in hutch_rest_step just after it: so the compiler sees whether the
/// body leaves it alone.
HUTCH_INLINE bool hutch_rest_look(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    (void)pool;
    walk->seen = *walk->word;
    return true;
}

/// The word has changed: makes `rest` anew.
HUTCH_INLINE void hutch_rest_renew(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const unsigned place = hutch_walk_place(pool, (uintptr_t)walk->object);
    walk->rest = (hutch_word_t)(*walk->word >> place >> 1);
}

/// The body has run: to the next live object of the word, or NULL.
HUTCH_INLINE void *hutch_rest_step(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (!HUTCH_LIKELY(*walk->word == walk->seen)) {
        hutch_rest_renew(pool, walk);
    }
    unsigned char *object = walk->object;
    hutch_word_t rest = walk->rest; // not the members themselves: gcc 12 does not take them there
    HUTCH_PORT_NEXT_LIVE(object, rest, pool->stride_bytes, live);
    HUTCH_REST_STEPPED();
    walk->rest = 0;
    walk->number = 1; // past the first word
    walk->object = object;
    walk->is_on = true;
    return NULL;
live:
    __attribute__((hot));
    HUTCH_REST_STEPPED();
    walk->rest = rest;
    walk->object = object;
    HUTCH_ASSUME(object != NULL);
    return object;
}

#endif

#endif
