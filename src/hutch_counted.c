// SPDX-License-Identifier: MIT
// hutch_counted.c - the functions of counted pools, for files in which typed functions do not fold.

#include "hutch_unfolded.h"

#include "hutch/counted.h"

PUBLIC(bool, hutch_retain_, retain, (const struct hutch_pool *pool, uint8_t *others, const void *object),
       (pool, others, object))
PUBLIC(bool, hutch_release_held_, release_held,
       (const struct hutch_pool *pool, uint8_t *others, const void *object), (pool, others, object))
PUBLIC_QUIET(unsigned, hutch_holders_, holders,
             (const struct hutch_pool *pool, const uint8_t *others, const void *object),
             (pool, others, object))
