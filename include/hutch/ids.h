// SPDX-License-Identifier: MIT
// ids.h - pools of numbers without storage: sprite slots, sound channels, DMA channels.
//
//   HUTCH_POOL_IDS(oam, 128);                         int id = oam_acquire();  0 to 127; -1: all taken
//   HUTCH_POOL_IDS(dma, 8, .lock = HUTCH_LOCK_IRQ);   options as for a pool of objects
//
// RAM: the bitmap only. The contracts are those of generic.h, with an id in place of an object.
#ifndef HUTCH_IDS_H
#define HUTCH_IDS_H

#include "typed.h"

#define HUTCH_ID_FUNCTIONS_(linkage, name)                                                      \
    HUTCH_COMMON_FUNCTIONS_(linkage, name)                                                      \
    linkage int name##_acquire(void)                                                            \
    {                                                                                           \
        return (int)hutch_core_acquire(&name##_pool, HUTCH_TAKE_PLAIN);                         \
    }                                                                                           \
    linkage int name##_acquire_urgent(void)                                                     \
    {                                                                                           \
        return (int)hutch_core_acquire(&name##_pool, HUTCH_TAKE_URGENT);                        \
    }                                                                                           \
    linkage bool name##_release(int id)                                                         \
    {                                                                                           \
        return name##_release_at((unsigned)id);                                                 \
    }                                                                                           \
    linkage bool name##_is_live(int id)                                                         \
    {                                                                                           \
        return hutch_core_is_live_at(&name##_pool, (unsigned)id);                               \
    }                                                                                           \
    linkage int name##_claim(int id)                                                            \
    {                                                                                           \
        if (HUTCH_CFG_CHECK >= 1 && (unsigned)id >= name##_pool.capacity) {                     \
            HUTCH_BAD_INDEX_(name, (unsigned)id, HUTCH_FAULT_BAD_INDEX);                        \
            return -1;                                                                          \
        }                                                                                       \
        return hutch_core_claim(&name##_pool, (unsigned)id) ? id : -1;                          \
    }                                                                                           \
    linkage int name##_acquire_run(unsigned length)                                             \
    {                                                                                           \
        return (int)hutch_core_acquire_run(&name##_pool, length);                               \
    }                                                                                           \
    linkage bool name##_release_run(int id, unsigned length)                                    \
    {                                                                                           \
        return HUTCH_LIKELY(hutch_core_release_run(&name##_pool, (unsigned)id, length))         \
                   ? true                                                                       \
                   : HUTCH_BAD_INDEX_(name, (unsigned)id, HUTCH_FAULT_BAD_RUN);                 \
    }                                                                                           \
    linkage int name##_first(void)                                                              \
    {                                                                                           \
        return (int)hutch_core_next(&name##_pool, 0);                                           \
    }                                                                                           \
    linkage int name##_next(int id)                                                             \
    {                                                                                           \
        return (int)hutch_core_next(&name##_pool, (unsigned)id + 1u);                           \
    }                                                                                           \
    linkage unsigned name##_release_if(bool (*should_go)(int id, void *context), void *context) \
    {                                                                                           \
        unsigned released = 0;                                                                  \
        HUTCH_FOREACH_ID (id, name) {                                                           \
            if (should_go(id, context) && name##_is_live(id) && name##_release(id)) {           \
                released++;                                                                     \
            }                                                                                   \
        }                                                                                       \
        return released;                                                                        \
    }

#define HUTCH_ID_PROTOTYPES_(linkage, name)                                                     \
    HUTCH_COMMON_PROTOTYPES_(linkage, name)                                                     \
    linkage int name##_acquire(void) HUTCH_ABI(name##_acquire);                                 \
    linkage int name##_acquire_urgent(void) HUTCH_ABI(name##_acquire_urgent);                   \
    linkage bool name##_release(int id) HUTCH_ABI(name##_release);                              \
    linkage bool name##_is_live(int id) HUTCH_ABI(name##_is_live);                              \
    HUTCH_ID_WAIT_PROTOTYPES_(linkage, name)                                                    \
    linkage int name##_claim(int id) HUTCH_ABI(name##_claim);                                   \
    linkage int name##_acquire_run(unsigned length) HUTCH_ABI(name##_acquire_run);              \
    linkage bool name##_release_run(int id, unsigned length) HUTCH_ABI(name##_release_run);     \
    linkage int name##_first(void) HUTCH_ABI(name##_first);                                     \
    linkage int name##_next(int id) HUTCH_ABI(name##_next);                                     \
    linkage unsigned name##_release_if(bool (*should_go)(int id, void *context), void *context) \
        HUTCH_ABI(name##_release_if);

/// A pool of the numbers 0 to n - 1, for one file.
#define HUTCH_POOL_IDS(name, ...) HUTCH_LOCAL_IDS_(name, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

/// A pool of numbers for several files: this in a header ...
#define HUTCH_POOL_IDS_DECLARE(name, pool_capacity) HUTCH_SHARED_IDS_(name, pool_capacity)

/// ... and this in one .c file, with the options.
#define HUTCH_POOL_IDS_DEFINE(name, ...) HUTCH_DEFINED_IDS_(name, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

#define HUTCH_LOCAL_IDS_(name, pool_capacity, ...)                        \
    HUTCH_NUMBERS_(HUTCH_LOCAL_, PLAIN, name, pool_capacity, __VA_ARGS__) \
    HUTCH_ID_FUNCTIONS_(HUTCH_TYPED_, name)                               \
    HUTCH_ID_WAIT_FUNCTIONS_(HUTCH_TYPED_, name, false)                   \
    HUTCH_TAKE_SEMICOLON

#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_SHARED_IDS_(name, pool_capacity)                         \
        HUTCH_BEGIN_DECLS                                                  \
        extern const struct hutch_pool name##_pool HUTCH_ABI(name##_pool); \
        HUTCH_END_DECLS                                                    \
        HUTCH_ID_FUNCTIONS_(HUTCH_TYPED_, name)                            \
        HUTCH_ID_WAIT_FUNCTIONS_(HUTCH_TYPED_, name, true)                 \
        enum { name##_declared_capacity_ = (pool_capacity) }
#    define HUTCH_DEFINED_ID_FUNCTIONS_(name)
#else
#    define HUTCH_SHARED_IDS_(name, pool_capacity)                         \
        HUTCH_BEGIN_DECLS                                                  \
        extern const struct hutch_pool name##_pool HUTCH_ABI(name##_pool); \
        HUTCH_ID_PROTOTYPES_(extern, name)                                 \
        HUTCH_END_DECLS                                                    \
        enum { name##_declared_capacity_ = (pool_capacity) }
#    define HUTCH_DEFINED_ID_FUNCTIONS_(name) \
        HUTCH_ID_FUNCTIONS_(, name)           \
        HUTCH_ID_WAIT_FUNCTIONS_(, name, true)
#endif

#define HUTCH_DEFINED_IDS_(name, pool_capacity, ...)                            \
    HUTCH_STATIC_ASSERT((pool_capacity) == name##_declared_capacity_ + 0,       \
                        hutch_pool_##name##_is_declared_with_another_capacity); \
    HUTCH_NUMBERS_(HUTCH_EXTERN_CONST, PLAIN, name, pool_capacity, __VA_ARGS__) \
    HUTCH_DEFINED_ID_FUNCTIONS_(name)                                           \
    HUTCH_TAKE_SEMICOLON

/// Visits every live id by rising number, with the promises of HUTCH_FOREACH.
#define HUTCH_FOREACH_ID(id, name) for (int id = name##_first(); id >= 0; id = name##_next(id))

#endif
