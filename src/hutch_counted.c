// SPDX-License-Identifier: MIT
// hutch_counted.c - the functions of counted pools, for files in which typed functions do not fold.

#include "hutch_unfolded.h"

#if HUTCH_HAS_PLAIN && !defined(HUTCH_ENGINE_ACQUIRE) // in the two files the core is there already
#    define HUTCH_ENGINE_ACQUIRE hutch_any_acquire
#    define HUTCH_ENGINE_RELEASE hutch_any_release
#endif

#include "hutch/counted.h"

PUBLIC(bool, retain, (const struct hutch_pool *pool, uint8_t *others, const void *object),
       (pool, others, object))
PUBLIC(bool, release_held, (const struct hutch_pool *pool, uint8_t *others, const void *object),
       (pool, others, object))
PUBLIC_QUIET(unsigned, holders, (const struct hutch_pool *pool, const uint8_t *others, const void *object),
             (pool, others, object))
