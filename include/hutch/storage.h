// SPDX-License-Identifier: MIT
// storage.h - what a pool's line lays out: slots, bitmap, extras, and the constant descriptor over them.
//
// Each part is a static object of its own. A release build folds the descriptor away, and the compiler then
// drops every part that no operation in use touches.
#ifndef HUTCH_STORAGE_H
#define HUTCH_STORAGE_H

#include "fault.h"
#include "pool.h"

#define HUTCH_CHECK_CAPACITY_(name, pool_capacity)                                                 \
    HUTCH_STATIC_ASSERT((pool_capacity) >= 1, hutch_pool_##name##_needs_a_capacity_of_at_least_1); \
    HUTCH_STATIC_ASSERT((pool_capacity) <= HUTCH_CAPACITY_MAX,                                     \
                        hutch_pool_##name##_has_a_capacity_above_HUTCH_CAPACITY_MAX)

// A capacity that is wrong has been reported already; what follows should not add noise to that message.
#define HUTCH_SANE_(pool_capacity) \
    ((pool_capacity) >= 1 && (pool_capacity) <= HUTCH_CAPACITY_MAX ? (pool_capacity) : 1)

// -------------------------------------------------------------------------------------- the slots

#if HUTCH_CFG_CHECK >= 2
// AddressSanitizer sees memory in steps of 8 bytes: on 64-bit hosts each slot begins a step, so that an
// underrun by one byte is seen too.
#    if UINTPTR_MAX > 0xFFFFFFFFu && HUTCH_GNU
#        define HUTCH_SLOT_ALIGNED_ __attribute__((aligned(8)))
#    else
#        define HUTCH_SLOT_ALIGNED_
#    endif
// One slot more than asked for: what lies before slot 0 is a guard too.
#    define HUTCH_SLOTS_PLAIN_(name, type, pool_capacity) \
        struct name##_slot_ {                             \
            type object;                                  \
            unsigned char guard[HUTCH_CFG_GUARD_BYTES];   \
        } HUTCH_SLOT_ALIGNED_;                            \
        HUTCH_PLACED_ static struct name##_slot_ name##_slots_[HUTCH_SANE_(pool_capacity) + 1];
#    define HUTCH_SLOTS_ADDRESS_PLAIN_(name) ((unsigned char *)&name##_slots_[1])
#    define HUTCH_STRIDE_PLAIN_(name, type) sizeof(struct name##_slot_)
// One array, so that a run is one too: guards before the first slot and behind the last.
#    define HUTCH_SLOTS_RUNS_(name, type, pool_capacity)       \
        struct name##_slot_ {                                  \
            unsigned char guard_before[HUTCH_CFG_GUARD_BYTES]; \
            type objects[HUTCH_SANE_(pool_capacity)];          \
            unsigned char guard_behind[HUTCH_CFG_GUARD_BYTES]; \
        } HUTCH_SLOT_ALIGNED_;                                 \
        HUTCH_PLACED_ static struct name##_slot_ name##_slots_;
#    define HUTCH_SLOTS_ADDRESS_RUNS_(name) ((unsigned char *)name##_slots_.objects)
#    define HUTCH_STRIDE_RUNS_(name, type) sizeof(type)
#else
#    define HUTCH_SLOTS_PLAIN_(name, type, pool_capacity) \
        HUTCH_PLACED_ static type name##_slots_[HUTCH_SANE_(pool_capacity)];
#    define HUTCH_SLOTS_ADDRESS_PLAIN_(name) ((unsigned char *)name##_slots_)
#    define HUTCH_STRIDE_PLAIN_(name, type) sizeof(type)
#    define HUTCH_SLOTS_RUNS_(name, type, pool_capacity) HUTCH_SLOTS_PLAIN_(name, type, pool_capacity)
#    define HUTCH_SLOTS_ADDRESS_RUNS_(name) HUTCH_SLOTS_ADDRESS_PLAIN_(name)
#    define HUTCH_STRIDE_RUNS_(name, type) HUTCH_STRIDE_PLAIN_(name, type)
#endif
#define HUTCH_SLOTS_TRACKED_(name, type, pool_capacity) HUTCH_SLOTS_PLAIN_(name, type, pool_capacity)
#define HUTCH_SLOTS_ADDRESS_TRACKED_(name) HUTCH_SLOTS_ADDRESS_PLAIN_(name)
#define HUTCH_STRIDE_TRACKED_(name, type) HUTCH_STRIDE_PLAIN_(name, type)
#define HUTCH_SLOTS_SPAWNED_(name, type, pool_capacity) HUTCH_SLOTS_PLAIN_(name, type, pool_capacity)
#define HUTCH_SLOTS_ADDRESS_SPAWNED_(name) HUTCH_SLOTS_ADDRESS_PLAIN_(name)
#define HUTCH_STRIDE_SPAWNED_(name, type) HUTCH_STRIDE_PLAIN_(name, type)

// -------------------------------------------------------------------------------------- beside the slots

#define HUTCH_GENERATIONS_TRACKED_(name, pool_capacity)                                                 \
    HUTCH_STATIC_ASSERT(HUTCH_GENERATION_BITS(pool_capacity) >= 8,                                      \
                        hutch_pool_##name##_leaves_fewer_than_8_generation_bits_in_a_ref);              \
    HUTCH_STATIC_ASSERT(HUTCH_CFG_RETIRE != 1 || HUTCH_GENERATION_BITS(pool_capacity) >= 24,            \
                        hutch_pool_##name##_would_retire_its_slots_with_fewer_than_24_generation_bits); \
    static hutch_ref_t name##_generations_[HUTCH_SANE_(pool_capacity)];
#define HUTCH_GENERATIONS_ADDRESS_TRACKED_(name) name##_generations_

#define HUTCH_GENERATIONS_SPAWNED_(name, pool_capacity) HUTCH_GENERATIONS_TRACKED_(name, pool_capacity)
#define HUTCH_GENERATIONS_ADDRESS_SPAWNED_(name) name##_generations_

#define HUTCH_GENERATIONS_RUNS_(name, pool_capacity) HUTCH_GENERATIONS_PLAIN_(name, pool_capacity)
#define HUTCH_GENERATIONS_ADDRESS_RUNS_(name) HUTCH_GENERATIONS_ADDRESS_PLAIN_(name)

#define HUTCH_MARKS_PLAIN_(name, pool_capacity)
#define HUTCH_MARKS_RUNS_(name, pool_capacity)
#define HUTCH_MARKS_TRACKED_(name, pool_capacity)
#define HUTCH_MARKS_SPAWNED_(name, pool_capacity) \
    static hutch_word_t name##_marks_[HUTCH_MARKS * HUTCH_LEAF_WORDS(HUTCH_SANE_(pool_capacity))];
#define HUTCH_MARKS_ADDRESS_PLAIN_(name) NULL
#define HUTCH_MARKS_ADDRESS_RUNS_(name) NULL
#define HUTCH_MARKS_ADDRESS_TRACKED_(name) NULL
#define HUTCH_MARKS_ADDRESS_SPAWNED_(name) name##_marks_

#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_GENERATIONS_PLAIN_(name, pool_capacity) \
        static hutch_ref_t name##_generations_[HUTCH_SANE_(pool_capacity)];
#    define HUTCH_GENERATIONS_ADDRESS_PLAIN_(name) name##_generations_
#    define HUTCH_DEBUG_(name, pool_capacity)                               \
        static struct hutch_debug name##_debug_;                            \
        static struct hutch_note name##_notes_[HUTCH_SANE_(pool_capacity)]; \
        static hutch_word_t name##_mirror_[HUTCH_LEAF_WORDS(HUTCH_SANE_(pool_capacity))];
#    define HUTCH_SET_DEBUG_(kind, name, bytes)                                 \
        HUTCH_SET_(debug) & name##_debug_, HUTCH_SET_(notes) name##_notes_,     \
            HUTCH_SET_(mirror) name##_mirror_, HUTCH_SET_(object_bytes)(bytes), \
            HUTCH_SET_(edge_bytes) HUTCH_EDGE_BYTES_##kind##_,
#    define HUTCH_EDGE_BYTES_PLAIN_ 0
#    define HUTCH_EDGE_BYTES_TRACKED_ 0
#    define HUTCH_EDGE_BYTES_SPAWNED_ 0
#    define HUTCH_EDGE_BYTES_RUNS_ HUTCH_CFG_GUARD_BYTES
#else
#    define HUTCH_GENERATIONS_PLAIN_(name, pool_capacity)
#    define HUTCH_GENERATIONS_ADDRESS_PLAIN_(name) NULL
#    define HUTCH_DEBUG_(name, pool_capacity)
#    define HUTCH_SET_DEBUG_(kind, name, bytes)
#endif

#if HUTCH_CFG_STATS
#    define HUTCH_STATS_(name, pool_capacity)    \
        static struct hutch_stats name##_stats_; \
        HUTCH_SIZING_(name, pool_capacity)
#    define HUTCH_SET_STATS_(name) HUTCH_SET_(stats) & name##_stats_, HUTCH_SET_SIZING_(name)
#else
#    define HUTCH_STATS_(name, pool_capacity)
#    define HUTCH_SET_STATS_(name)
#endif

#if HUTCH_CFG_STATS >= 2
#    define HUTCH_SIZING_(name, pool_capacity) \
        static unsigned long name##_idle_since_[HUTCH_SANE_(pool_capacity)];
#    define HUTCH_SET_SIZING_(name) HUTCH_SET_(idle_since) name##_idle_since_,
#else
#    define HUTCH_SIZING_(name, pool_capacity)
#    define HUTCH_SET_SIZING_(name)
#endif

#define HUTCH_BESIDE_(kind, name, pool_capacity)                                                     \
    HUTCH_PLACED_ static hutch_word_t name##_live_[HUTCH_TRACKER_WORDS(HUTCH_SANE_(pool_capacity))]; \
    HUTCH_GENERATIONS_##kind##_(name, pool_capacity) HUTCH_MARKS_##kind##_(name, pool_capacity)      \
        HUTCH_DEBUG_(name, pool_capacity) HUTCH_STATS_(name, pool_capacity)

// -------------------------------------------------------------------------------------- the descriptor

// C++ before C++20 knows no designators: there the fields stand in the order of struct hutch_pool, and so
// do the options.
#if defined(__cplusplus) && __cplusplus < 202002L
#    define HUTCH_SET_(field)
#    define HUTCH_OPTIONS_(...) HUTCH_PLAIN_OPTIONS_(__VA_ARGS__, 0, 0, 0, 0, 0)
#    if HUTCH_CFG_WAIT
#        define HUTCH_PLAIN_OPTIONS_(pool_capacity, lock_kind, its_policy, its_hooks, its_waiters, ...) \
            pool_capacity, lock_kind, its_policy, its_hooks, its_waiters
#    else
#        define HUTCH_PLAIN_OPTIONS_(pool_capacity, lock_kind, its_policy, its_hooks, ...) \
            pool_capacity, lock_kind, its_policy, its_hooks
#    endif
#    define HUTCH_ALL_OPTIONS_(lock_kind, its_policy, its_hooks) lock_kind, its_policy, its_hooks
#    define HUTCH_OPTION_LOCK_(lock_kind) lock_kind
#    define HUTCH_LOCK_AND_POLICY_(lock_kind, its_policy) lock_kind, its_policy
#else
#    define HUTCH_SET_(field) .field =
#    define HUTCH_OPTIONS_(...) __VA_ARGS__
#    define HUTCH_OPTION_LOCK_(lock_kind) .lock = (lock_kind)
#    define HUTCH_LOCK_AND_POLICY_(lock_kind, its_policy) .lock = (lock_kind), .policy = (its_policy)
#    define HUTCH_ALL_OPTIONS_(lock_kind, its_policy, its_hooks) \
        .lock = (lock_kind), .policy = (its_policy), .hooks = (its_hooks)
#endif

// What the report of a wrong release needs: constants that exist where the descriptor does not.
#if HUTCH_HAS_PLACES
#    define HUTCH_PLACE_(pool, slots_address, stride, pool_capacity)         \
        HUTCH_UNUSED static const struct hutch_fault_place pool##_place_ = { \
            #pool, slots_address, (size_t)(stride) * (size_t)(pool_capacity), stride};
#else
#    define HUTCH_PLACE_(pool, slots_address, stride, pool_capacity)
#endif

#define HUTCH_DESCRIBE_(linkage, kind, pool, slots_address, bytes, stride, pool_capacity, ...)    \
    HUTCH_PLACE_(pool, slots_address, stride, pool_capacity)                                      \
    linkage const struct hutch_pool pool##_pool = {                                               \
        HUTCH_SET_(slots) slots_address,                                                          \
        HUTCH_SET_(live) pool##_live_,                                                            \
        HUTCH_SET_STATS_(pool) HUTCH_SET_(generations) HUTCH_GENERATIONS_ADDRESS_##kind##_(pool), \
        HUTCH_SET_(marks) HUTCH_MARKS_ADDRESS_##kind##_(pool),                                    \
        HUTCH_SET_DEBUG_(kind, pool, bytes) HUTCH_SET_(name) #pool,                               \
        HUTCH_SET_(stride_bytes)(stride),                                                         \
        HUTCH_SET_(inverse) HUTCH_INVERSE(stride),                                                \
        HUTCH_SET_(stride_shift) HUTCH_SHIFT(stride),                                             \
        HUTCH_SET_(index_bits) HUTCH_INDEX_BITS(pool_capacity),                                   \
        HUTCH_SET_(ref_low_bits) HUTCH_REF_LOW_BITS(pool_capacity),                               \
        HUTCH_SET_(capacity) HUTCH_OPTIONS_(__VA_ARGS__)}

#if HUTCH_CFG_REGISTER
#    define HUTCH_REGISTER_(name)                                                                            \
        __attribute__((section("hutch_pools"), used)) static const struct hutch_pool *const name##_listed_ = \
            &name##_pool;
#else
#    define HUTCH_REGISTER_(name)
#endif

// All of a pool of objects; of a pool of numbers. `kind` is PLAIN, TRACKED, SPAWNED or RUNS.
#define HUTCH_OBJECTS_(linkage, kind, name, type, pool_capacity, ...)                           \
    HUTCH_CHECK_CAPACITY_(name, pool_capacity);                                                 \
    HUTCH_SLOTS_##kind##_(name, type, pool_capacity) HUTCH_BESIDE_(kind, name, pool_capacity)   \
        HUTCH_DESCRIBE_(linkage, kind, name, HUTCH_SLOTS_ADDRESS_##kind##_(name), sizeof(type), \
                        HUTCH_STRIDE_##kind##_(name, type), pool_capacity, __VA_ARGS__);        \
    HUTCH_REGISTER_(name)

#define HUTCH_NUMBERS_(linkage, kind, name, pool_capacity, ...)                   \
    HUTCH_CHECK_CAPACITY_(name, pool_capacity);                                   \
    HUTCH_BESIDE_(kind, name, pool_capacity)                                      \
    HUTCH_DESCRIBE_(linkage, kind, name, NULL, 0, 1, pool_capacity, __VA_ARGS__); \
    HUTCH_REGISTER_(name)

#endif
