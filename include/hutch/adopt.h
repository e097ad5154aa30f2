// SPDX-License-Identifier: MIT
// adopt.h - a pool over an array that the program already has, such as the objects of a level.
//
//   static struct crate level_crates[12] = {{10, 4}, {30, 4}, ...};
//   HUTCH_POOL_OVER(crates, struct crate, level_crates, 12);
//   hutch_adopt(&crates_pool, 12);      makes all of them live; without this call all are free
//
// The array holds objects of the pool's type, is not const, and has one dimension or two. Otherwise the pool
// works like any other. Debug builds put no guards between the objects of the array. In fence mode
// (HUTCH_CFG_FENCE) each object has a page of its own instead, and hutch_adopt copies the array there.
#ifndef HUTCH_ADOPT_H
#define HUTCH_ADOPT_H

#include "config.h"

struct hutch_pool;

HUTCH_BEGIN_DECLS

/// Makes the first slots of a pool live without changing their bytes or running a hook. Slots that are live
/// already stay live.
/// @param  pool   a pool of objects
/// @param  count  how many, 0 to capacity
/// @return how many of them were free before; 0 after a fault
/// @time   as `count` claims
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_INDEX
unsigned hutch_adopt(const struct hutch_pool *pool, unsigned count) HUTCH_ABI(hutch_adopt);

HUTCH_END_DECLS

/// A pool over an array of the program, for one file: plain; with hooks and weak refs. The array must have
/// exactly as many objects as the pool has slots.
#define HUTCH_POOL_OVER(name, type, array, ...) HUTCH_POOL_OVER_(plain_, name, type, array, __VA_ARGS__)
#define HUTCH_POOL_SPAWNED_OVER(name, type, array, ...) \
    HUTCH_POOL_OVER_(spawned_, name, type, array, __VA_ARGS__)

#define HUTCH_CHECK_ARRAY_(name, type, array)                                                 \
    HUTCH_STATIC_ASSERT(HUTCH_IS_ARRAY_OF_(array, name##_object_),                            \
                        hutch_pool_##name##_needs_an_array_of_its_own_type_and_not_const);    \
    HUTCH_STATIC_ASSERT(                                                                      \
        HUTCH_IS_ALIGNED_(array, name##_object_),                                             \
        hutch_pool_##name##_needs_an_array_that_is_aligned_take_it_out_of_the_packed_struct); \
    HUTCH_STATIC_ASSERT(sizeof(array) == (size_t)name##_count_ * sizeof(type),                \
                        hutch_pool_##name##_and_its_array_have_another_number_of_objects);

#define HUTCH_POOL_OVER_(kind, name, type, array, ...)                                                       \
    HUTCH_CAPACITY_AND_OPTIONS_(name, __VA_ARGS__)                                                           \
    HUTCH_SERVED_BY_(name, HUTCH_ENGINE_##kind(__VA_ARGS__))                                                 \
    HUTCH_CHECK_TYPE_(name, type)                                                                            \
    HUTCH_CHECK_REFS_##kind(name) HUTCH_CHECK_ARRAY_(name, type, array) HUTCH_POOL_RAM_(static_, kind, name) \
        HUTCH_DESCRIBE_LOCAL_(kind, name, (unsigned char *)(array), sizeof(type), sizeof(type))              \
            HUTCH_FUNCTIONS_(kind, name, type, name##_pool, array) HUTCH_TAKE_SEMICOLON

#endif
