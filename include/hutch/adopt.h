// SPDX-License-Identifier: MIT
// adopt.h - a pool over an array that the program has already: objects that stand in a level from the start.
//
//   static struct crate level_crates[12] = {{10, 4}, {30, 4}, ...};
//   HUTCH_POOL_OVER(crates, struct crate, level_crates, 12);
//   hutch_adopt(&crates_pool, 12);      all of them are live now; without this call all are free
//
// Everything else is as in any pool. Debug builds put no guards between the objects of such an array. Fence
// mode, where each object has a page of its own, has no use for an array: adopt copies its bytes there.
#ifndef HUTCH_ADOPT_H
#define HUTCH_ADOPT_H

#include "typed.h"

HUTCH_BEGIN_DECLS

/// Makes the first slots of a pool live as they stand: no byte is changed and no hook runs. Slots that are
/// live already stay so.
/// @param  pool   a pool of objects
/// @param  count  how many; the capacity at most
/// @return how many were free before; 0 after a fault
/// @time   as count claims
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  BAD_INDEX
unsigned hutch_adopt(const struct hutch_pool *pool, unsigned count) HUTCH_ABI(hutch_adopt);

HUTCH_END_DECLS

/// A pool over an array of the program's, for one file. The array has as many objects as the pool has slots.
#define HUTCH_POOL_OVER(name, type, array, ...) \
    HUTCH_POOL_OVER_(PLAIN, name, type, array, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

/// The same with weak refs, in release builds too.
#define HUTCH_POOL_TRACKED_OVER(name, type, array, ...) \
    HUTCH_POOL_OVER_(TRACKED, name, type, array, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

/// The same with hooks and weak refs.
#define HUTCH_POOL_SPAWNED_OVER(name, type, array, ...) \
    HUTCH_POOL_OVER_(SPAWNED, name, type, array, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

#define HUTCH_POOL_OVER_(kind, name, type, array, pool_capacity, ...)                               \
    HUTCH_CHECK_CAPACITY_(name, pool_capacity);                                                     \
    HUTCH_STATIC_ASSERT(sizeof(array) == (size_t)HUTCH_SANE_(pool_capacity) * sizeof(type),         \
                        hutch_pool_##name##_and_its_array_have_another_number_of_objects);          \
    HUTCH_BESIDE_(kind, name, pool_capacity)                                                        \
    HUTCH_DESCRIBE_(HUTCH_LOCAL_, kind, name, (unsigned char *)(array), sizeof(type), sizeof(type), \
                    pool_capacity, __VA_ARGS__);                                                    \
    HUTCH_REGISTER_(name)                                                                           \
    HUTCH_LOCAL_FUNCTIONS_(kind, name, type)

#endif
