// SPDX-License-Identifier: MIT
// sizes.h - memory of several sizes from several pools: for libraries that want malloc and free.
//
//   HUTCH_POOL_BLOCKS(small, 32, 40, .lock = HUTCH_LOCK_IRQ);   40 blocks of 32 bytes, aligned as by malloc
//   HUTCH_POOL_BLOCKS(medium, 96, 12, .lock = HUTCH_LOCK_IRQ);
//   HUTCH_POOL_BLOCKS(large, 512, 2, .lock = HUTCH_LOCK_IRQ);
//   HUTCH_SIZES(json, small, medium, large);      at most 8 pools, ascending; no RAM of its own
//   HUTCH_SIZES_AS_MALLOC(json);                  json_malloc, _free, _calloc and _realloc, for hooks
//
//   json_acquire(bytes)        a free block of the first pool that has one as large; NULL if there is none.
//                              0 bytes are as 1 byte
//   json_release(block)        true; false after a fault: nothing changes then
//   json_bytes(block)          the size of a live block; 0 for any other pointer, without a fault
//   json_resize(block, bytes)  the block, if it is large enough; else a larger one with the same bytes, and
//                              the old one is released; NULL if there is none, and the old one stays. Of
//                              NULL: acquire. To 0 bytes: release, and NULL. After a fault NULL
//   json_zeroed(count, bytes)  acquires the product, and sets its bytes to 0; NULL also if it overflows
//
// No block is split, joined or preceded by a header, so nothing fragments. As long as the requests of each
// size do not outnumber the blocks of their pool, none is refused, in whatever order they and the releases
// come [tested: random calls against a model, tests/unit/sizes.c; libraries, tests/see/sizes_test.py]. If
// they do, larger blocks serve them, too. With HUTCH_SIZES_EXACT in place of HUTCH_SIZES they are refused,
// and no size can take the blocks of another [tested: the same model].
//
// An acquire tries each pool at most once. A release compares the address with each pool, and is then that
// of one [proved of a pool: tests/proof; measured: tests/bench, tests/size]. A wrong release or resize
// changes nothing, and is reported in release builds, too: NULL_POINTER and FOREIGN by the name json,
// MISALIGNED by that of the pool, DOUBLE_RELEASE, or USE_AFTER_RELEASE of a resize, by pool and slot
// [tested: tests/unit/sizes.c].
//
// They may be called wherever each of the pools may be used: give all of them the same lock [tested: an
// interrupt at every instruction, tests/sweep/yours]. Resize copies outside of it, so nobody else may use
// the block meanwhile. The pools are walked, cleared, counted and listed as others are. They take no policy:
// one that evicts would take a block that is in use.
#ifndef HUTCH_SIZES_H
#define HUTCH_SIZES_H

#include "hutch.h" // IWYU pragma: export
#include "core/each.h"

// ------------------------------------------------------------------------------------------ a pool of blocks

// Aligned as by malloc, and as max_align_t of C11: an i386 aligns a member by less than a variable. SDCC
// compiles for CPUs that align nothing.
#if HUTCH_GNU
#    define HUTCH_ALIGNED_(type) __attribute__((__aligned__(__alignof__(type))))
#else
#    define HUTCH_ALIGNED_(type)
#endif
union hutch_aligned {
#ifdef __SDCC
    unsigned char byte;
#else
    long long integer HUTCH_ALIGNED_(long long);
    long double real HUTCH_ALIGNED_(long double);
    void *pointer;
    void (*function)(void);
#endif
};

/// A pool of blocks of `size` bytes, rounded up to their alignment, for one file.
#undef HUTCH_POOL_BLOCKS
#define HUTCH_POOL_BLOCKS(name, size, ...) \
    HUTCH_BLOCKS_(HUTCH_POOL, name, HUTCH_JOIN(name, _pool), size, __VA_ARGS__)

/// The same for several files: this in a header, with the options, and the other in one .c file.
#define HUTCH_POOL_BLOCKS_DECLARE(name, size, ...) \
    HUTCH_BLOCKS_(HUTCH_POOL_DECLARE, name, HUTCH_SHARED_(name), size, __VA_ARGS__)
#define HUTCH_POOL_BLOCKS_DEFINE(name) HUTCH_POOL_DEFINE(name)

// Where the slots are. In debug builds guards are around them, in an array that other files do not know.
#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_BLOCKS_BEGIN_(name) name##_pool.slots
#    define HUTCH_BLOCKS_SPAN_(name) ((size_t)name##_pool.stride_bytes * name##_capacity_)
#else
#    define HUTCH_BLOCKS_BEGIN_(name) name##_slots_
#    define HUTCH_BLOCKS_SPAN_(name) sizeof(name##_slots_)
#endif

// Pools that fold share one report: a fifth of the bytes of acquire and release on a Cortex-M3. Where a
// release is a call, or a report has no name, that of the pool is smaller; in debug builds it knows more.
#if HUTCH_CFG_FOLD && HUTCH_CFG_NAMES
#    define HUTCH_BLOCK_REPORTS_(pool) HUTCH_IS_SMALL(&pool)
#    define HUTCH_BLOCK_FREE_(pool, index) hutch_core_release_slot(&pool, index, false)
#else
#    define HUTCH_BLOCK_REPORTS_(pool) true
#    define HUTCH_BLOCK_FREE_(pool, index) false
#endif

/// Returns whether an address is in an array. A function: its casts in a macro would be the program's.
HUTCH_INLINE bool hutch_is_into_(const void *address, const void *slots, size_t bytes)
{
    return (uintptr_t)address - (uintptr_t)slots < bytes;
}

HUTCH_OPTIONS_LIKE_(hutch_options_without_policy, blocks_take_no_policy, hutch_hooks);

// `pool` is the constant that folds.
#define HUTCH_BLOCKS_(kind, name, pool, size, ...)                                                 \
    union name##_block {                                                                           \
        union hutch_aligned aligned_;                                                              \
        unsigned char bytes[(size)];                                                               \
    };                                                                                             \
    kind(name, union name##_block, __VA_ARGS__);                                                   \
    HUTCH_CHECK_OPTIONS_(name##_blocks_take_no_policy_, hutch_options_without_policy, __VA_ARGS__) \
    HUTCH_TYPED_ bool name##_is_into_(const void *address_)                                        \
    {                                                                                              \
        return hutch_is_into_(address_, HUTCH_BLOCKS_BEGIN_(name), HUTCH_BLOCKS_SPAN_(name));      \
    }                                                                                              \
    HUTCH_TYPED_ bool name##_reports_(void)                                                        \
    {                                                                                              \
        return HUTCH_BLOCK_REPORTS_(pool);                                                         \
    }                                                                                              \
    HUTCH_TYPED_ bool name##_free_(unsigned index_)                                                \
    {                                                                                              \
        return index_ != HUTCH_NONE && HUTCH_BLOCK_FREE_(pool, index_);                            \
    }                                                                                              \
    HUTCH_TAKE_SEMICOLON

// ----------------------------------------------------------------------------------------- pools of a family

union hutch_smallest_block { // before the first pool
    unsigned char byte;
};

// What the compiler must refuse.
#define HUTCH_SIZES_CHECKED_(name, ...)                                                                   \
    HUTCH_STATIC_ASSERT(HUTCH_EACH_PICK_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0), \
                        hutch_sizes_##name##_has_more_than_8_pools);                                      \
    HUTCH_EACH_(HUTCH_SIZES_ASCEND_, name, __VA_ARGS__)
#define HUTCH_SIZES_ASCEND_(name, before, pool)                                    \
    HUTCH_STATIC_ASSERT(sizeof(union before##_block) < sizeof(union pool##_block), \
                        hutch_sizes_##name##_must_ascend_but_##pool##_has_no_larger_blocks_than_##before);

// --------------------------------------------------------------------------------------------- the functions

// In the functions below `into_` is the name of the pool that a wrong block is in, and `index_` its slot.
#define HUTCH_SIZES_ACQUIRE_(name, before, pool)                                               \
    if (bytes_ <= sizeof(union pool##_block) && (block_ = (void *)pool##_acquire()) != NULL) { \
        return block_;                                                                         \
    }
#define HUTCH_SIZES_ACQUIRE_EXACT_(name, before, pool) \
    if (bytes_ <= sizeof(union pool##_block)) {        \
        return (void *)pool##_acquire();               \
    }
#define HUTCH_SIZES_RELEASE_(name, before, pool)                       \
    if (pool##_is_into_(block_)) {                                     \
        if (pool##_reports_()) {                                       \
            return pool##_release((union pool##_block const *)block_); \
        }                                                              \
        index_ = pool##_index((union pool##_block const *)block_);     \
        if (pool##_free_(index_)) {                                    \
            return true;                                               \
        }                                                              \
        into_ = #pool;                                                 \
    } else
#define HUTCH_SIZES_BYTES_(name, before, pool)                                                              \
    if (pool##_is_into_(block_)) {                                                                          \
        return pool##_is_live((union pool##_block const *)block_) ? sizeof(union pool##_block) : (size_t)0; \
    }
#define HUTCH_SIZES_FIND_(name, before, pool)                                 \
    if (pool##_is_into_(block_)) {                                            \
        index_ = pool##_index((union pool##_block const *)block_);            \
        before_ = pool##_is_live_at(index_) ? sizeof(union pool##_block) : 0; \
        into_ = #pool;                                                        \
    } else
// The sum of these is the size of the largest.
#define HUTCH_SIZES_LARGER_(name, before, pool) +(sizeof(union pool##_block) - sizeof(union before##_block))

// Reports a wrong block. `into` is the pool that it is in, or NULL; `index` its slot, or HUTCH_NONE. Returns
// false.
HUTCH_INLINE bool hutch_sizes_refuse_(const char *family, const char *into, const void *block, unsigned index,
                                      unsigned code)
{
    if (index == HUTCH_NONE) {
        code = into != NULL && HUTCH_CFG_NAMES     ? (unsigned)HUTCH_FAULT_MISALIGNED
               : block != NULL || !HUTCH_CFG_NAMES ? (unsigned)HUTCH_FAULT_FOREIGN
                                                   : (unsigned)HUTCH_FAULT_NULL_POINTER;
    }
    if (HUTCH_CFG_CHECK == 0) {
        return false;
    }
    if (!HUTCH_CFG_NAMES) {
        return hutch_fault_bare(block, (uint8_t)code);
    }
    return hutch_fault_report(into != NULL ? into : family, block, index, code);
}

#define HUTCH_SIZES_FUNCTIONS_(linkage, acquire, name, ...)                                         \
    HUTCH_SIZES_CHECKED_(name, __VA_ARGS__)                                                         \
    HUTCH_MUST_USE linkage void *name##_acquire(size_t bytes_)                                      \
    {                                                                                               \
        void *block_ = NULL;                                                                        \
        HUTCH_EACH_(acquire, name, __VA_ARGS__)                                                     \
        return block_;                                                                              \
    }                                                                                               \
    linkage bool name##_release(const void *block_)                                                 \
    {                                                                                               \
        const char *into_ = NULL;                                                                   \
        unsigned index_ = HUTCH_NONE;                                                               \
        HUTCH_EACH_(HUTCH_SIZES_RELEASE_, name, __VA_ARGS__)                                        \
        {                                                                                           \
        }                                                                                           \
        return hutch_sizes_refuse_(#name, into_, block_, index_, HUTCH_FAULT_DOUBLE_RELEASE);       \
    }                                                                                               \
    linkage size_t name##_bytes(const void *block_)                                                 \
    {                                                                                               \
        HUTCH_EACH_(HUTCH_SIZES_BYTES_, name, __VA_ARGS__)                                          \
        return 0;                                                                                   \
    }                                                                                               \
    linkage void *name##_resize(void *block_, size_t bytes_)                                        \
    {                                                                                               \
        const char *into_ = NULL;                                                                   \
        unsigned index_ = HUTCH_NONE;                                                               \
        size_t before_ = 0;                                                                         \
        if (block_ == NULL || bytes_ == 0) {                                                        \
            if (block_ != NULL) {                                                                   \
                (void)name##_release(block_);                                                       \
            }                                                                                       \
            return bytes_ != 0 ? name##_acquire(bytes_) : NULL;                                     \
        }                                                                                           \
        HUTCH_EACH_(HUTCH_SIZES_FIND_, name, __VA_ARGS__)                                           \
        {                                                                                           \
        }                                                                                           \
        if (before_ == 0) {                                                                         \
            (void)hutch_sizes_refuse_(#name, into_, block_, index_, HUTCH_FAULT_USE_AFTER_RELEASE); \
            return NULL;                                                                            \
        }                                                                                           \
        if (bytes_ <= before_) {                                                                    \
            return block_;                                                                          \
        }                                                                                           \
        unsigned char *const larger_ = (unsigned char *)name##_acquire(bytes_);                     \
        if (larger_ != NULL) {                                                                      \
            for (size_t i_ = 0; i_ < before_; i_++) {                                               \
                larger_[i_] = ((const unsigned char *)block_)[i_];                                  \
            }                                                                                       \
            (void)name##_release(block_);                                                           \
        }                                                                                           \
        return larger_;                                                                             \
    }                                                                                               \
    HUTCH_MUST_USE linkage void *name##_zeroed(size_t count_, size_t bytes_)                        \
    {                                                                                               \
        const size_t largest_ = 1u HUTCH_EACH_(HUTCH_SIZES_LARGER_, name, __VA_ARGS__);             \
        if (bytes_ != 0 && count_ > largest_ / bytes_) {                                            \
            return NULL;                                                                            \
        }                                                                                           \
        unsigned char *const block_ = (unsigned char *)name##_acquire(count_ * bytes_);             \
        for (size_t i_ = block_ != NULL ? count_ * bytes_ : 0; i_ != 0; i_--) {                     \
            block_[i_ - 1u] = 0;                                                                    \
        }                                                                                           \
        return block_;                                                                              \
    }                                                                                               \
    HUTCH_TAKE_SEMICOLON

/// Memory of several sizes for one file, from pools of blocks; _EXACT: a request never takes a larger block.
#define HUTCH_SIZES(name, ...) HUTCH_SIZES_FUNCTIONS_(HUTCH_TYPED_, HUTCH_SIZES_ACQUIRE_, name, __VA_ARGS__)
#define HUTCH_SIZES_EXACT(name, ...) \
    HUTCH_SIZES_FUNCTIONS_(HUTCH_TYPED_, HUTCH_SIZES_ACQUIRE_EXACT_, name, __VA_ARGS__)

/// The same for several files: this in a header ...
#define HUTCH_SIZES_DECLARE(name) HUTCH_SIZES_DECLARE_(name)
#define HUTCH_SIZES_DECLARE_(name)                                  \
    HUTCH_BEGIN_DECLS                                               \
    HUTCH_MUST_USE void *name##_acquire(size_t bytes);              \
    bool name##_release(const void *block);                         \
    size_t name##_bytes(const void *block);                         \
    void *name##_resize(void *block, size_t bytes);                 \
    HUTCH_MUST_USE void *name##_zeroed(size_t count, size_t bytes); \
    HUTCH_END_DECLS                                                 \
    HUTCH_TAKE_SEMICOLON

/// ... and this in one .c file that includes the header. Its pools may be of that file only.
#define HUTCH_SIZES_DEFINE(name, ...) HUTCH_SIZES_FUNCTIONS_(, HUTCH_SIZES_ACQUIRE_, name, __VA_ARGS__)
#define HUTCH_SIZES_EXACT_DEFINE(name, ...) \
    HUTCH_SIZES_FUNCTIONS_(, HUTCH_SIZES_ACQUIRE_EXACT_, name, __VA_ARGS__)

/// Functions with the types of malloc, free, calloc and realloc, for the hooks of a library in this file.
/// json_free(NULL) does nothing.
#define HUTCH_SIZES_AS_MALLOC(name) HUTCH_SIZES_AS_MALLOC_(name)
#define HUTCH_SIZES_AS_MALLOC_(name)                                      \
    HUTCH_UNUSED static void *name##_malloc(size_t bytes_)                \
    {                                                                     \
        return name##_acquire(bytes_);                                    \
    }                                                                     \
    HUTCH_UNUSED static void name##_free(void *block_)                    \
    {                                                                     \
        if (block_ != NULL) {                                             \
            (void)name##_release(block_);                                 \
        }                                                                 \
    }                                                                     \
    HUTCH_UNUSED static void *name##_calloc(size_t count_, size_t bytes_) \
    {                                                                     \
        return name##_zeroed(count_, bytes_);                             \
    }                                                                     \
    HUTCH_UNUSED static void *name##_realloc(void *block_, size_t bytes_) \
    {                                                                     \
        return name##_resize(block_, bytes_);                             \
    }                                                                     \
    HUTCH_TAKE_SEMICOLON

#endif
