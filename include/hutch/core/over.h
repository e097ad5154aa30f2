// SPDX-License-Identifier: MIT
// over.h - a pool over memory that the program already has: an array, such as the objects of a level, or
// bytes whose number is known at run time only.
//
//   static struct crate level_crates[12] = {{10, 4}, {30, 4}, ...};
//   HUTCH_POOL_OVER(crates, struct crate, level_crates, 12);
//   hutch_adopt(&crates_pool, 12);      makes all of them live; without this call all are free
//
// The array holds objects of the pool's type, is not const, and has one dimension or two. Otherwise the pool
// works like any other. Debug builds put no guards between the objects of the array. In fence mode
// (HUTCH_CFG_FENCE) each object has a page of its own instead, and hutch_adopt copies the array there.
//
//   static struct hutch_over blocks;
//   static void *memory[HUTCH_POOL_OVER_BYTES(20, 32) / sizeof(void *)];
//   hutch_pool_over(&blocks, "blocks", memory, sizeof(memory), 32, HUTCH_LOCK_IRQ);      returns 20
//   hutch_acquire(&blocks.pool);
//
// This is for a library whose user hands it memory, block size or number at run time. Where the program knows
// them, HUTCH_POOL is smaller, faster and needs no call. The memory holds first the slots, then what the pool
// keeps of each: a bit if there are more slots than a word of the bitmap has bits, and in debug builds more.
#ifndef HUTCH_OVER_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_OVER_H

#include "bitmap.h"
#include "counters.h"
#include "debug.h"
#include "generic.h"
#include "pool.h"

/// A pool that is made at run time, in static memory: the descriptor, and what all of its slots share.
struct hutch_over {
    struct hutch_pool pool; // what functions take, as that of HUTCH_POOL
    struct hutch_options options;
    struct hutch_identity identity;
    hutch_word_t word; // the bitmap, if one word is enough
#if HUTCH_CFG_STATS
    struct hutch_stats stats;
#endif
    HUTCH_IF_DEBUG(struct hutch_debug debug;)
};

/// How many bytes hutch_pool_over needs for `number` objects of `object_bytes` in this build, in whole
/// pointers; a constant if both are. 0 for 0 objects.
#define HUTCH_POOL_OVER_BYTES(number, object_bytes)                                                      \
    HUTCH_OVER_POINTERS_(HUTCH_OVER_FRONT_(number) + (size_t)(number)*HUTCH_OVER_STRIDE_(object_bytes) + \
                         HUTCH_OVER_KEPT_(number))

// Parts of the memory begin where a pointer may. On 8-bit CPUs that is at any byte; but the memory is whole
// pointers, as an array of them is, so there no slot is shorter than one: it would fit into what the memory
// was rounded up by. Guards are multiples of 8 bytes, so that objects stay as aligned as the memory and their
// size are, up to 8.
#define HUTCH_OVER_SPLITS_ (HUTCH_ALIGN_OF_(void *) < sizeof(void *))
#define HUTCH_OVER_TO_(unit, bytes) (((bytes) + (unit)-1u) / (unit) * (unit))
#define HUTCH_OVER_POINTERS_(bytes) HUTCH_OVER_TO_(sizeof(void *), bytes)
#define HUTCH_OVER_UP_(bytes) HUTCH_OVER_TO_(HUTCH_ALIGN_OF_(void *), bytes)
#define HUTCH_OVER_GUARD_ (((size_t)HUTCH_CFG_GUARD_BYTES + 7u) / 8u * 8u)
#define HUTCH_OVER_FRONT_(number) ((size_t)0 HUTCH_IF_DEBUG(+((number) != 0 ? HUTCH_OVER_GUARD_ : 0)))
#define HUTCH_OVER_STRIDE_(object_bytes)                            \
    ((HUTCH_OVER_SPLITS_ && (size_t)(object_bytes) < sizeof(void *) \
          ? sizeof(void *)                                          \
          : HUTCH_OVER_UP_((size_t)(object_bytes))) HUTCH_IF_DEBUG(+HUTCH_OVER_GUARD_))
#define HUTCH_OVER_PART_(count, type) HUTCH_OVER_UP_((size_t)(count) * sizeof(type))
#if HUTCH_CFG_STATS >= 2
#    define HUTCH_OVER_IDLE_(number) +HUTCH_OVER_PART_(number, unsigned long)
#else
#    define HUTCH_OVER_IDLE_(number)
#endif
#define HUTCH_OVER_KEPT_(number)                                                                 \
    (HUTCH_OVER_PART_((number) > HUTCH_WORD_BITS ? HUTCH_BITMAP_WORDS(number) : 0, hutch_word_t) \
         HUTCH_OVER_IDLE_(number) HUTCH_IF_DEBUG(+HUTCH_OVER_PART_(number, hutch_ref_t))         \
             HUTCH_IF_NOTES(+HUTCH_OVER_PART_(number, struct hutch_note) +                       \
                            HUTCH_OVER_PART_(HUTCH_LEAF_WORDS(number), hutch_word_t)))

HUTCH_BEGIN_DECLS

/// Makes a plain pool over memory of the caller, which belongs to it for good: as HUTCH_POOL would, debug
/// notes and counters included. Its capacity is as many objects as fit. It is in no list, unless
/// HUTCH_POOL_LIST names it, which may be used from then on. A second call makes it empty; with a
/// sanitizer and in fence mode only with the same memory and sizes.
/// @param  over          memory that stays; zeroed, in debug builds. Waiters may be set in its options later
/// @param  name          for reports; kept
/// @param  memory        aligned as a pointer is. Objects are as aligned as this and their size are, up to 8
/// @param  bytes         of the memory: whole pointers are used. 0: a pool without slots, always full
/// @param  object_bytes  above 0; a slot is this rounded up to the alignment of a pointer, or a pointer
///                       if that is more
/// @param  lock          any that this build has
/// @return the capacity; 0 after a fault: the pool is then always full
/// @time   16 steps, and a store for each byte that is kept besides the slots
/// @isr    any context, before others use the pool
/// @fault  MEMORY
unsigned hutch_pool_over(struct hutch_over *over, const char *name, void *memory, size_t bytes,
                         size_t object_bytes, enum hutch_lock_kind lock) HUTCH_ABI(hutch_pool_over);

// The same; `summed` is what serves a pool whose bitmap has a summary. If constants say that this one has
// none, the program does not link that.
#if HUTCH_SERVES_ANY
unsigned hutch_pool_over_(struct hutch_over *over, const char *name, void *memory, size_t bytes,
                          size_t object_bytes, enum hutch_lock_kind lock,
                          const struct hutch_generic_calls *summed) HUTCH_ABI(hutch_pool_over_);
#    define HUTCH_IS_FLAT_OVER_(bytes, object_bytes)                               \
        (HUTCH_FOLDS(bytes) && HUTCH_FOLDS(object_bytes) && (object_bytes) != 0 && \
         (bytes) / ((object_bytes) != 0 ? (object_bytes) : 1u) <= HUTCH_SCAN_WORDS_MAX * HUTCH_WORD_BITS)
#    define hutch_pool_over(over, name, memory, bytes, object_bytes, lock) \
        hutch_pool_over_(over, name, memory, bytes, object_bytes, lock,    \
                         HUTCH_IS_FLAT_OVER_(bytes, object_bytes) ? NULL : &hutch_generic_calls)
#endif

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

/// A pool over an array of the program, for one file. The array must have exactly as many objects as the pool
/// has slots.
#define HUTCH_POOL_OVER(name, type, array, ...) HUTCH_POOL_OVER_(plain_, name, type, array, __VA_ARGS__)

#define HUTCH_CHECK_ARRAY_(name, type, array)                                                 \
    HUTCH_STATIC_ASSERT(HUTCH_IS_ARRAY_OF_(array, name##_object_),                            \
                        hutch_pool_##name##_needs_an_array_of_its_own_type_and_not_const);    \
    HUTCH_STATIC_ASSERT(                                                                      \
        HUTCH_IS_ALIGNED_(array, name##_object_),                                             \
        hutch_pool_##name##_needs_an_array_that_is_aligned_take_it_out_of_the_packed_struct); \
    HUTCH_STATIC_ASSERT(sizeof(array) == name##_count_ * sizeof(type),                        \
                        hutch_pool_##name##_and_its_array_have_another_number_of_objects);

#define HUTCH_POOL_OVER_(kind, name, type, array, ...)                                                       \
    HUTCH_CAPACITY_AND_OPTIONS_(kind, name, __VA_ARGS__)                                                     \
    HUTCH_PORT_POOL(kind, name, __VA_ARGS__)                                                                 \
    HUTCH_CHECK_TYPE_(name, type)                                                                            \
    HUTCH_CHECK_REFS_##kind(name) HUTCH_CHECK_ARRAY_(name, type, array) HUTCH_POOL_RAM_(static_, kind, name) \
        HUTCH_DESCRIBE_LOCAL_(kind, name, HUTCH_BYTES_(array), sizeof(type), sizeof(type))                   \
            HUTCH_FUNCTIONS_(kind, name, type, name##_pool, array) HUTCH_TAKE_SEMICOLON

#endif
