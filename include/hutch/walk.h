// SPDX-License-Identifier: MIT
// walk.h - HUTCH_FOREACH: visits the live objects of a pool, whatever the body does to it.
//
// Chosen by constants, each folds into the loop: walk_rest.h, walk_bytes.h for words of few bits, or, if
// asked for, walk_thumb.h, where that is worth its size; else walk_place.h. That is for pools with a lock,
// whose words others may change at any time; pools of another file, for which a step is a call; -Os; CPUs of
// few registers; debug builds.
#ifndef HUTCH_WALK_H
#define HUTCH_WALK_H

#include "walk_place.h"

#if HUTCH_CFG_WALK_ASM && defined(HUTCH_PORT_NEXT_LIVE) && !defined(__OPTIMIZE_SIZE__) && \
    HUTCH_CFG_WORD_BITS == 32 && HUTCH_WALK_WAY == HUTCH_WALK_STEP
#    define HUTCH_WALK_KEEPS_REST 1
#    define HUTCH_WALK_GOES_ON 0
#    include "walk_thumb.h"
#elif HUTCH_GNU && !defined(__OPTIMIZE_SIZE__) && !(defined(__thumb__) && !defined(__thumb2__)) && \
    (HUTCH_WALK_WAY == HUTCH_WALK_SEARCH || HUTCH_WALK_WAY == HUTCH_WALK_STEP)
#    define HUTCH_WALK_KEEPS_REST 1
#    if HUTCH_CFG_WORD_BITS <= 16 && !defined(HUTCH_PORT_FIRST_SET)
#        define HUTCH_WALK_GOES_ON 1
#        include "walk_bytes.h"
#    else
#        define HUTCH_WALK_GOES_ON 0
#        include "walk_rest.h"
#    endif
#else
#    define HUTCH_WALK_KEEPS_REST 0
#endif

// The steps of HUTCH_FOREACH, for each pool: the body of HUTCH_FOREACH says when each is called.
#if HUTCH_WALK_KEEPS_REST
#    define HUTCH_WALK_FUNCTIONS_(name, type)                                                           \
        HUTCH_INLINE struct hutch_walk *name##_walk_from_(struct hutch_walk *walk)                      \
        {                                                                                               \
            return hutch_walk_keeps_rest(&name##_pool) ? hutch_rest_from(&name##_pool, walk) : walk;    \
        }                                                                                               \
        HUTCH_INLINE type *name##_walk_(struct hutch_walk *walk)                                        \
        {                                                                                               \
            return (type *)(hutch_walk_keeps_rest(&name##_pool) ? hutch_rest_to(&name##_pool, walk)     \
                                                                : hutch_walk_to(&name##_pool, walk));   \
        }                                                                                               \
        HUTCH_INLINE bool name##_walk_look_(struct hutch_walk *walk)                                    \
        {                                                                                               \
            return !hutch_walk_keeps_rest(&name##_pool) || hutch_rest_look(&name##_pool, walk);         \
        }                                                                                               \
        HUTCH_INLINE type *name##_walk_step_(struct hutch_walk *walk)                                   \
        {                                                                                               \
            return (type *)(hutch_walk_keeps_rest(&name##_pool) ? hutch_rest_step(&name##_pool, walk)   \
                                                                : hutch_walk_done(walk, sizeof(type))); \
        }
#    define HUTCH_WALK_CALLS_(name, type)                                          \
        HUTCH_INLINE struct hutch_walk *name##_walk_from_(struct hutch_walk *walk) \
        {                                                                          \
            return walk;                                                           \
        }                                                                          \
        HUTCH_INLINE bool name##_walk_look_(const struct hutch_walk *walk)         \
        {                                                                          \
            return walk != NULL;                                                   \
        }                                                                          \
        HUTCH_INLINE type *name##_walk_step_(struct hutch_walk *walk)              \
        {                                                                          \
            return (type *)hutch_walk_done(walk, sizeof(type));                    \
        }

/// Is it a pool for that? Without a lock nobody but the body changes its words.
HUTCH_INLINE bool hutch_walk_keeps_rest(const struct hutch_pool *pool)
{
    return pool->lock == HUTCH_LOCK_NONE;
}

/// The body has run: past its slot, and out of the inner loop.
HUTCH_INLINE void *hutch_walk_done(struct hutch_walk *walk, size_t stride_bytes)
{
    hutch_walk_on(walk, stride_bytes);
    return NULL;
}
#else
#    define HUTCH_WALK_FUNCTIONS_(name, type) HUTCH_WALK_FUNCTION_(HUTCH_INLINE, name, type)
#    define HUTCH_WALK_CALLS_(name, type)
#endif
#define HUTCH_WALK_FUNCTION_(linkage, name, type)         \
    linkage type *name##_walk_(struct hutch_walk *walk)   \
    {                                                     \
        return (type *)hutch_walk_to(&name##_pool, walk); \
    }

/// Visits every live object of a pool by rising slot number. The body may break, continue, release any
/// object, this one included, and acquire: what was live at the start and still is gets visited, nothing
/// that was released is, and nothing is visited twice. An object acquired meanwhile is visited if its slot
/// is still ahead.
// Two loops, so that `break` and `continue` mean what they say: the inner one runs once, or along neighbours,
// and says so at its end, unless the body breaks. Compilers fold both into one where it runs once. With
// walk_bytes.h the inner one goes all the way, so that what crosses gaps is there once.
#if HUTCH_WALK_KEEPS_REST && HUTCH_WALK_GOES_ON
#    define HUTCH_FOREACH(type, object, name)                                                      \
        for (struct hutch_walk object##_walk_ = HUTCH_WALK_START(name),                            \
                               *object##_at_ = name##_walk_from_(&object##_walk_);                 \
             object##_at_->is_on;)                                                                 \
            for (type *object = NULL;                                                              \
                 (object = name##_walk_(object##_at_)) != NULL && name##_walk_look_(object##_at_); \
                 (void)name##_walk_step_(object##_at_))
#elif HUTCH_WALK_KEEPS_REST
#    define HUTCH_FOREACH(type, object, name)                                      \
        for (struct hutch_walk object##_walk_ = HUTCH_WALK_START(name),            \
                               *object##_at_ = name##_walk_from_(&object##_walk_); \
             object##_at_->is_on;)                                                 \
            for (type *object = name##_walk_(object##_at_);                        \
                 object != NULL && name##_walk_look_(object##_at_);                \
                 object = name##_walk_step_(object##_at_))
#else
#    define HUTCH_FOREACH(type, object, name)                                                  \
        for (struct hutch_walk object##_walk_ = HUTCH_WALK_START(name); object##_walk_.is_on;) \
            for (type *object = name##_walk_(&object##_walk_); object != NULL;                 \
                 hutch_walk_on(&object##_walk_, sizeof *object), object = NULL)
#endif

#endif
