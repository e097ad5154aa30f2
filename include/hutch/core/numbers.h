// SPDX-License-Identifier: MIT
// numbers.h - pools of numbers, which have no storage: sprite slots, sound channels, DMA channels.
//
//   HUTCH_POOL_IDS(oam, 128);        int id = oam_acquire(): 0 to 127, or -1; oam_release(id)
#ifndef HUTCH_NUMBERS_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_NUMBERS_H

#include "typed.h"

#define HUTCH_CHECK_HOOKS_numbers_(name, ...) HUTCH_CHECK_HOOKS_plain_(name, __VA_ARGS__)

/// A pool of the numbers 0 to capacity - 1, for one file. Its RAM is the bitmap.
#define HUTCH_POOL_IDS(name, ...) HUTCH_LOCAL_IDS_(name, __VA_ARGS__)
#define HUTCH_LOCAL_IDS_(name, ...)                          \
    HUTCH_CAPACITY_AND_OPTIONS_(numbers_, name, __VA_ARGS__) \
    HUTCH_PORT_POOL(plain_, name, __VA_ARGS__)               \
    HUTCH_POOL_RAM_(static_, plain_, name)                   \
    HUTCH_DESCRIBE_LOCAL_(plain_, name, NULL, 0, 1)          \
    HUTCH_NUMBER_FUNCTIONS_(name, name##_pool)               \
    HUTCH_TAKE_SEMICOLON

/// The same for several files: this in a header ...
#define HUTCH_POOL_IDS_DECLARE(name, ...)                    \
    HUTCH_CAPACITY_AND_OPTIONS_(numbers_, name, __VA_ARGS__) \
    HUTCH_PORT_POOL(plain_, name, __VA_ARGS__)               \
    HUTCH_DECLARED_RAM_(plain_, name)                        \
    HUTCH_DESCRIBE_SHARED_(plain_, name, NULL, 0, 1)         \
    HUTCH_NUMBER_FUNCTIONS_(name, HUTCH_SHARED_(name))       \
    HUTCH_TAKE_SEMICOLON

/// ... and this in one .c file.
#define HUTCH_POOL_IDS_DEFINE(name) HUTCH_GLOBAL_IDS_(plain_, name)

#define HUTCH_GLOBAL_IDS_(kind, name) HUTCH_GLOBAL_IDS_2_(kind, HUTCH_DEFINED_, name)
#define HUTCH_GLOBAL_IDS_2_(kind, linkage, name) HUTCH_GLOBAL_IDS_3_(kind, linkage, name)
#define HUTCH_GLOBAL_IDS_3_(kind, linkage, name)   \
    HUTCH_CHECK_DECLARED_(kind, name)              \
    HUTCH_POOL_RAM_(linkage, kind, name)           \
    HUTCH_DESCRIBE_GLOBAL_(kind, name, NULL, 0, 1) \
    HUTCH_TAKE_SEMICOLON

/// Visits every live number in ascending order, with the guarantees of HUTCH_FOREACH.
#define HUTCH_FOREACH_ID(id, name) HUTCH_FOREACH_ID_OF_(id, name)
#define HUTCH_FOREACH_ID_OF_(id, name) \
    for (int id##_at_ = name##_first(), id = -1; (id = id##_at_) >= 0; id##_at_ = name##_next(id##_at_))

// clang-format off
#define HUTCH_NUMBER_FUNCTIONS_(name, pool)                                                                            \
    typedef unsigned char name##_object_;                                                                              \
    HUTCH_COMMON_FUNCTIONS_(name, pool)                                                                                \
    HUTCH_MUST_USE HUTCH_TYPED_ int name##_acquire(void) { return HUTCH_STAY_((int)HUTCH_DO_INNER_(acquire_index)(&pool)); }                \
    HUTCH_NUMBER_URGENT_FUNCTIONS_(name, pool)                                                                         \
    HUTCH_TYPED_ bool name##_release(int id_) { return HUTCH_STAY_(HUTCH_DO_INNER_(release_at)(&pool, (unsigned)id_)); }     \
    HUTCH_TYPED_ bool name##_is_live(int id_) { return HUTCH_DO_(is_live_at)(&pool, (unsigned)id_); }                  \
    HUTCH_TYPED_ int name##_claim(int id_) { return HUTCH_DO_INNER_(claim_index)(&pool, (unsigned)id_) ? id_ : -1; }         \
    HUTCH_TYPED_ int name##_first(void) { return (int)HUTCH_DO_INNER_(next_index)(&pool, 0); }                               \
    HUTCH_TYPED_ int name##_next(int id_) { return (int)HUTCH_DO_INNER_(next_index)(&pool, (unsigned)id_ + 1u); }            \
    HUTCH_TYPED_ int name##_last(void) { return (int)HUTCH_DO_INNER_(last_index)(&pool); }                                   \
    HUTCH_NUMBER_RUN_FUNCTIONS_(name, pool)                                                                            \
    HUTCH_TYPED_ unsigned name##_release_if(bool (*should_go_)(int id_, void *context_), void *context_)               \
    {                                                                                                                  \
        unsigned released_ = 0;                                                                                        \
        HUTCH_FOREACH_ID (id_, name) {                                                                                 \
            if (should_go_(id_, context_) && HUTCH_DO_(release_if_live)(&pool, (unsigned)id_)) {                       \
                released_++;                                                                                           \
            }                                                                                                          \
        }                                                                                                              \
        return released_;                                                                                              \
    }                                                                                                                  \
    HUTCH_NUMBER_WAIT_FUNCTIONS_(name, pool)
// clang-format on

#endif
