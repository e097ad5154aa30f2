// SPDX-License-Identifier: MIT
// typed.h - the macros that declare a pool of objects, and its typed functions.
//
//   HUTCH_POOL(rabbits, struct rabbit, 64);                           for one file
//   HUTCH_POOL(bullets, struct bullet, 32, .lock = HUTCH_LOCK_IRQ);   with options: C99, C++20, SDCC
//   HUTCH_POOL_LOCKED(bullets, struct bullet, 32, HUTCH_LOCK_IRQ);    the same without designators: C++11
//   HUTCH_POOL_TRACKED(foes, struct foe, 40);                         with weak refs: foes_ref(f) ...
//   HUTCH_POOL_DECLARE(rabbits, struct rabbit, 64);                   in a header ...
//   HUTCH_POOL_DEFINE(rabbits, struct rabbit, 64);                    ... and once in a .c file, with options
//   HUTCH_POOL_SPAWNED(orcs, struct orc, 16, .hooks = &orc_hooks);    with hooks and refs: orcs_spawn(a) ...
//   HUTCH_POOL_TRACKED_DECLARE, HUTCH_POOL_SPAWNED_DEFINE ...         both together
//
// Each makes rabbits_pool, the descriptor for the functions of generic.h, and a typed twin of each of those
// functions, rabbits_acquire() of hutch_acquire(&rabbits_pool), with the same contract. What is not called
// leaves no code.
#ifndef HUTCH_TYPED_H
#define HUTCH_TYPED_H

#include "core.h"
#include "core_run.h"
#include "fault.h"
#include "generic.h"
#include "spawn.h"
#include "storage.h"
#include "typed_ref.h"
#include "typed_spawn.h"
#include "typed_wait.h"
#include "walk.h"

// -------------------------------------------------------------------------------------- linkage and faults

#define HUTCH_LOCAL_ HUTCH_UNUSED static
#if HUTCH_CFG_CHECK >= 2
// Debug: always inline, so that a slot's note of who called is about the user's function, also across files.
#    define HUTCH_TYPED_ HUTCH_INLINE
#    define HUTCH_BAD_INDEX_(name, index, code) \
        hutch_debug_bad_index(&name##_pool, index, code, HUTCH_CALLER())
#    define HUTCH_BAD_RELEASE_(name, object) \
        hutch_debug_bad_pointer(&name##_pool, object, HUTCH_FAULT_DOUBLE_RELEASE, HUTCH_CALLER())
#    define HUTCH_BAD_USE_(name, object) \
        hutch_debug_bad_pointer(&name##_pool, object, HUTCH_FAULT_USE_AFTER_RELEASE, HUTCH_CALLER())
#    define HUTCH_BAD_REF_(name, ref, code) hutch_debug_bad_ref(&name##_pool, ref, code, HUTCH_CALLER())
#    define HUTCH_COLD_FUNCTIONS_(name)
#else
#    if defined(__SDCC)
#        define HUTCH_TYPED_ static // see compiler.h
#    else
#        define HUTCH_TYPED_ HUTCH_UNUSED static inline
#    endif
#    define HUTCH_BAD_INDEX_(name, index, code) hutch_fault_index(#    name, index, code)
#    define HUTCH_BAD_USE_(name, object)                                            \
        hutch_fault_pointer(#name, object, name##_pool.slots,                       \
                            (size_t)name##_pool.capacity *name##_pool.stride_bytes, \
                            name##_pool.stride_bytes, HUTCH_FAULT_USE_AFTER_RELEASE)
#    define HUTCH_BAD_REF_(name, ref, code) \
        hutch_fault_index(#name, HUTCH_NONE, (ref) == 0 ? (unsigned)HUTCH_FAULT_NULL_REF : (unsigned)(code))
// The cold end of a typed release passes constants, so that the descriptor need not exist. Where size counts
// it is in the release itself; else it is a function of its own, which leaves less to be inlined.
#    if HUTCH_HAS_PLACES && defined(__OPTIMIZE_SIZE__)
#        define HUTCH_BAD_RELEASE_(name, object) hutch_fault_release(object, &name##_place_)
#        define HUTCH_COLD_FUNCTIONS_(name)
#    else
#        define HUTCH_BAD_RELEASE_(name, object) name##_bad_release_(object)
#        define HUTCH_COLD_FUNCTIONS_(name)                                             \
            HUTCH_COLD HUTCH_UNUSED static bool name##_bad_release_(const void *object) \
            {                                                                           \
                return HUTCH_FAULT_RELEASE_(name, object);                              \
            }
#    endif
#    if HUTCH_HAS_PLACES
#        define HUTCH_FAULT_RELEASE_(name, object) hutch_fault_release(object, &name##_place_)
#    else
#        define HUTCH_FAULT_RELEASE_(name, object)                                      \
            hutch_fault_pointer(#name, object, name##_pool.slots,                       \
                                (size_t)name##_pool.capacity *name##_pool.stride_bytes, \
                                name##_pool.stride_bytes, HUTCH_FAULT_DOUBLE_RELEASE)
#    endif
#endif

// -------------------------------------------------------------------------------------- typed functions

// What a pool of objects and a pool of numbers have in common.
#define HUTCH_COMMON_FUNCTIONS_(linkage, name)                                  \
    linkage bool name##_release_at(unsigned index)                              \
    {                                                                           \
        if (HUTCH_CFG_CHECK >= 1 && index >= name##_pool.capacity) {            \
            return HUTCH_BAD_INDEX_(name, index, HUTCH_FAULT_BAD_INDEX);        \
        }                                                                       \
        return HUTCH_LIKELY(hutch_core_release(&name##_pool, index))            \
                   ? true                                                       \
                   : HUTCH_BAD_INDEX_(name, index, HUTCH_FAULT_DOUBLE_RELEASE); \
    }                                                                           \
    linkage bool name##_is_live_at(unsigned index)                              \
    {                                                                           \
        return hutch_core_is_live_at(&name##_pool, index);                      \
    }                                                                           \
    linkage unsigned name##_next_index(unsigned from)                           \
    {                                                                           \
        return hutch_core_next(&name##_pool, from);                             \
    }                                                                           \
    linkage unsigned name##_live(void)                                          \
    {                                                                           \
        return hutch_core_live(&name##_pool);                                   \
    }                                                                           \
    linkage unsigned name##_available(void)                                     \
    {                                                                           \
        return hutch_core_available(&name##_pool);                              \
    }                                                                           \
    linkage unsigned name##_capacity(void)                                      \
    {                                                                           \
        return name##_pool.capacity;                                            \
    }                                                                           \
    linkage void name##_clear(void)                                             \
    {                                                                           \
        hutch_core_empty(&name##_pool);                                         \
    }                                                                           \
    HUTCH_STATS_FUNCTIONS_(linkage, name)

#define HUTCH_COMMON_PROTOTYPES_(linkage, name)                                     \
    linkage bool name##_release_at(unsigned index) HUTCH_ABI(name##_release_at);    \
    linkage bool name##_is_live_at(unsigned index) HUTCH_ABI(name##_is_live_at);    \
    linkage unsigned name##_next_index(unsigned from) HUTCH_ABI(name##_next_index); \
    linkage unsigned name##_live(void) HUTCH_ABI(name##_live);                      \
    linkage unsigned name##_available(void) HUTCH_ABI(name##_available);            \
    linkage unsigned name##_capacity(void) HUTCH_ABI(name##_capacity);              \
    linkage void name##_clear(void) HUTCH_ABI(name##_clear);                        \
    HUTCH_STATS_PROTOTYPES_(linkage, name)

#if HUTCH_CFG_STATS
#    define HUTCH_STATS_FUNCTIONS_(linkage, name)         \
        linkage unsigned name##_peak(void)                \
        {                                                 \
            return hutch_stats_of(&name##_pool)->peak;    \
        }                                                 \
        linkage unsigned name##_refused(void)             \
        {                                                 \
            return hutch_stats_of(&name##_pool)->refused; \
        }
#    define HUTCH_STATS_PROTOTYPES_(linkage, name)                 \
        linkage unsigned name##_peak(void) HUTCH_ABI(name##_peak); \
        linkage unsigned name##_refused(void) HUTCH_ABI(name##_refused);
#else
// Calling one of these in a build without counters is an error at compile time that names the option.
#    define HUTCH_STATS_FUNCTIONS_(linkage, name) HUTCH_STATS_PROTOTYPES_(linkage, name)
#    define HUTCH_STATS_PROTOTYPES_(linkage, name)                                \
        HUTCH_MISSING("peak needs HUTCH_CFG_STATS 1") unsigned name##_peak(void); \
        HUTCH_MISSING("refused needs HUTCH_CFG_STATS 1") unsigned name##_refused(void);
#endif

#define HUTCH_OBJECT_FUNCTIONS_(linkage, kind, name, type)                                                  \
    HUTCH_COMMON_FUNCTIONS_(linkage, name)                                                                  \
    linkage type *name##_acquire(void)                                                                      \
    {                                                                                                       \
        return (type *)hutch_core_acquire_object(&name##_pool, HUTCH_TAKE_PLAIN);                           \
    }                                                                                                       \
    linkage type *name##_acquire_urgent(void)                                                               \
    {                                                                                                       \
        return (type *)hutch_core_acquire_object(&name##_pool, HUTCH_TAKE_URGENT);                          \
    }                                                                                                       \
    linkage bool name##_release(type const *object)                                                         \
    {                                                                                                       \
        const unsigned index = hutch_core_index(&name##_pool, object);                                      \
        if (HUTCH_LIKELY(index < name##_pool.capacity) &&                                                   \
            HUTCH_LIKELY(hutch_core_release(&name##_pool, index))) {                                        \
            return true;                                                                                    \
        }                                                                                                   \
        if (hutch_core_spilled(&name##_pool, index, object) != NULL) {                                      \
            return hutch_release(hutch_core_spilled(&name##_pool, index, object), object);                  \
        }                                                                                                   \
        return HUTCH_BAD_RELEASE_(name, object);                                                            \
    }                                                                                                       \
    linkage bool name##_is_live(type const *object)                                                         \
    {                                                                                                       \
        const unsigned index = hutch_core_index(&name##_pool, object);                                      \
        return hutch_core_spilled(&name##_pool, index, object) != NULL                                      \
                   ? hutch_is_live(hutch_core_spilled(&name##_pool, index, object), object)                 \
                   : hutch_core_is_live_at(&name##_pool, index);                                            \
    }                                                                                                       \
    linkage unsigned name##_index(type const *object)                                                       \
    {                                                                                                       \
        return hutch_core_index(&name##_pool, object);                                                      \
    }                                                                                                       \
    linkage type *name##_at(unsigned index)                                                                 \
    {                                                                                                       \
        return (type *)hutch_core_at(&name##_pool, index);                                                  \
    }                                                                                                       \
    linkage type *name##_claim(unsigned index)                                                              \
    {                                                                                                       \
        if (HUTCH_CFG_CHECK >= 1 && index >= name##_pool.capacity) {                                        \
            HUTCH_BAD_INDEX_(name, index, HUTCH_FAULT_BAD_INDEX);                                           \
            return NULL;                                                                                    \
        }                                                                                                   \
        return hutch_core_claim(&name##_pool, index) ? (type *)hutch_core_at(&name##_pool, index) : NULL;   \
    }                                                                                                       \
    linkage type *name##_acquire_run(unsigned length)                                                       \
    {                                                                                                       \
        return (type *)hutch_core_at(&name##_pool, hutch_core_acquire_run(&name##_pool, length));           \
    }                                                                                                       \
    linkage bool name##_release_run(type const *object, unsigned length)                                    \
    {                                                                                                       \
        const unsigned index = hutch_core_index(&name##_pool, object);                                      \
        if (HUTCH_LIKELY(hutch_core_release_run(&name##_pool, index, length))) {                            \
            return true;                                                                                    \
        }                                                                                                   \
        return index < name##_pool.capacity ? HUTCH_BAD_INDEX_(name, index, HUTCH_FAULT_BAD_RUN)            \
                                            : HUTCH_BAD_RELEASE_(name, object);                             \
    }                                                                                                       \
    linkage type *name##_first(void)                                                                        \
    {                                                                                                       \
        return (type *)hutch_core_at(&name##_pool, hutch_core_next(&name##_pool, 0));                       \
    }                                                                                                       \
    linkage type *name##_next(type const *object)                                                           \
    {                                                                                                       \
        return (type *)hutch_core_next_object(&name##_pool, object);                                        \
    }                                                                                                       \
    linkage unsigned name##_release_if(bool (*should_go)(type const *object, void *context), void *context) \
    {                                                                                                       \
        unsigned released = 0;                                                                              \
        HUTCH_FOREACH (type const, object, name) {                                                          \
            if (should_go(object, context) && hutch_core_let_go_if_live(&name##_pool, object)) {            \
                released++;                                                                                 \
            }                                                                                               \
        }                                                                                                   \
        return released;                                                                                    \
    }                                                                                                       \
    HUTCH_REF_FUNCTIONS_##kind##_(linkage, name, type) HUTCH_SPAWN_FUNCTIONS_##kind##_(linkage, name, type)

#define HUTCH_OBJECT_PROTOTYPES_(linkage, kind, name, type)                                                 \
    HUTCH_COMMON_PROTOTYPES_(linkage, name)                                                                 \
    linkage type *name##_walk_(struct hutch_walk *walk) HUTCH_ABI(name##_walk_);                            \
    linkage type *name##_acquire(void) HUTCH_ABI(name##_acquire);                                           \
    linkage type *name##_acquire_urgent(void) HUTCH_ABI(name##_acquire_urgent);                             \
    linkage bool name##_release(type const *object) HUTCH_ABI(name##_release);                              \
    linkage bool name##_is_live(type const *object) HUTCH_ABI(name##_is_live);                              \
    linkage unsigned name##_index(type const *object) HUTCH_ABI(name##_index);                              \
    linkage type *name##_at(unsigned index) HUTCH_ABI(name##_at);                                           \
    linkage type *name##_claim(unsigned index) HUTCH_ABI(name##_claim);                                     \
    linkage type *name##_acquire_run(unsigned length) HUTCH_ABI(name##_acquire_run);                        \
    linkage bool name##_release_run(type const *object, unsigned length) HUTCH_ABI(name##_release_run);     \
    linkage type *name##_first(void) HUTCH_ABI(name##_first);                                               \
    linkage type *name##_next(type const *object) HUTCH_ABI(name##_next);                                   \
    linkage unsigned name##_release_if(bool (*should_go)(type const *object, void *context), void *context) \
        HUTCH_ABI(name##_release_if);                                                                       \
    HUTCH_WAIT_PROTOTYPES_(linkage, name, type)                                                             \
    HUTCH_REF_PROTOTYPES_##kind##_(linkage, name, type) HUTCH_SPAWN_PROTOTYPES_##kind##_(linkage, name, type)

// -------------------------------------------------------------------------------------- what the user writes

/// A pool for one file.
#define HUTCH_POOL(name, type, ...) \
    HUTCH_LOCAL_POOL_(PLAIN, name, type, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

/// A pool for one file with weak refs, in release builds too.
#define HUTCH_POOL_TRACKED(name, type, ...) \
    HUTCH_LOCAL_POOL_(TRACKED, name, type, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

/// A pool for one file with hooks and weak refs: struct hutch_hooks says what spawn and despawn do.
#define HUTCH_POOL_SPAWNED(name, type, ...) \
    HUTCH_LOCAL_POOL_(SPAWNED, name, type, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

/// The same with a lock and hooks in the form that every language takes.
#define HUTCH_POOL_SPAWNED_LOCKED(name, type, pool_capacity, lock_kind, its_hooks) \
    HUTCH_POOL_SPAWNED(name, type, pool_capacity, HUTCH_ALL_OPTIONS_(lock_kind, NULL, its_hooks))

/// The same with a lock, a policy and hooks.
#define HUTCH_POOL_SPAWNED_POLICED(name, type, pool_capacity, lock_kind, its_policy, its_hooks) \
    HUTCH_POOL_SPAWNED(name, type, pool_capacity, HUTCH_ALL_OPTIONS_(lock_kind, its_policy, its_hooks))

/// A pool for one file with a lock and a policy, in the form that every language takes.
#define HUTCH_POOL_POLICED(name, type, pool_capacity, lock_kind, its_policy) \
    HUTCH_POOL(name, type, pool_capacity, HUTCH_ALL_OPTIONS_(lock_kind, its_policy, NULL))

/// A pool for one file with a lock, in the form that every language takes.
#define HUTCH_POOL_LOCKED(name, type, pool_capacity, lock_kind) \
    HUTCH_POOL(name, type, pool_capacity, HUTCH_OPTION_LOCK_(lock_kind))

/// A pool for several files: this in a header.
#define HUTCH_POOL_DECLARE(name, type, pool_capacity) HUTCH_SHARED_POOL_(PLAIN, name, type, pool_capacity)
#define HUTCH_POOL_SPAWNED_DECLARE(name, type, pool_capacity) \
    HUTCH_SHARED_POOL_(SPAWNED, name, type, pool_capacity)
#define HUTCH_POOL_TRACKED_DECLARE(name, type, pool_capacity) \
    HUTCH_SHARED_POOL_(TRACKED, name, type, pool_capacity)

/// A pool for several files: this in one .c file that includes the header. Options stand here.
#define HUTCH_POOL_DEFINE(name, type, ...) \
    HUTCH_DEFINED_POOL_(PLAIN, name, type, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)
#define HUTCH_POOL_TRACKED_DEFINE(name, type, ...) \
    HUTCH_DEFINED_POOL_(TRACKED, name, type, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

#define HUTCH_POOL_SPAWNED_DEFINE(name, type, ...) \
    HUTCH_DEFINED_POOL_(SPAWNED, name, type, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

#define HUTCH_LOCAL_POOL_(kind, name, type, pool_capacity, ...)                \
    HUTCH_OBJECTS_(HUTCH_LOCAL_, kind, name, type, pool_capacity, __VA_ARGS__) \
    HUTCH_LOCAL_FUNCTIONS_(kind, name, type)

#define HUTCH_LOCAL_FUNCTIONS_(kind, name, type)            \
    HUTCH_COLD_FUNCTIONS_(name)                             \
    HUTCH_REF_TYPE_(name)                                   \
    HUTCH_WALK_FUNCTIONS_(name, type)                       \
    HUTCH_OBJECT_FUNCTIONS_(HUTCH_TYPED_, kind, name, type) \
    HUTCH_WAIT_FUNCTIONS_(HUTCH_TYPED_, name, type, false)  \
    HUTCH_TAKE_SEMICOLON

#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_SHARED_POOL_(kind, name, type, pool_capacity)            \
        HUTCH_BEGIN_DECLS                                                  \
        extern const struct hutch_pool name##_pool HUTCH_ABI(name##_pool); \
        HUTCH_END_DECLS                                                    \
        HUTCH_REF_TYPE_(name)                                              \
        HUTCH_WALK_FUNCTIONS_(name, type)                                  \
        HUTCH_OBJECT_FUNCTIONS_(HUTCH_TYPED_, kind, name, type)            \
        HUTCH_WAIT_FUNCTIONS_(HUTCH_TYPED_, name, type, true)              \
        enum { name##_declared_capacity_ = (pool_capacity) }
#    define HUTCH_DEFINED_FUNCTIONS_(kind, name, type)
#else
#    define HUTCH_SHARED_POOL_(kind, name, type, pool_capacity)            \
        HUTCH_BEGIN_DECLS                                                  \
        extern const struct hutch_pool name##_pool HUTCH_ABI(name##_pool); \
        HUTCH_REF_TYPE_(name)                                              \
        HUTCH_OBJECT_PROTOTYPES_(extern, kind, name, type)                 \
        HUTCH_WALK_CALLS_(name, type)                                      \
        HUTCH_END_DECLS                                                    \
        enum { name##_declared_capacity_ = (pool_capacity) }
#    define HUTCH_DEFINED_FUNCTIONS_(kind, name, type) \
        HUTCH_COLD_FUNCTIONS_(name)                    \
        HUTCH_WALK_FUNCTION_(, name, type)             \
        HUTCH_OBJECT_FUNCTIONS_(, kind, name, type)    \
        HUTCH_WAIT_FUNCTIONS_(, name, type, true)
#endif

#define HUTCH_DEFINED_POOL_(kind, name, type, pool_capacity, ...)                    \
    HUTCH_STATIC_ASSERT((pool_capacity) == name##_declared_capacity_ + 0,            \
                        hutch_pool_##name##_is_declared_with_another_capacity);      \
    HUTCH_OBJECTS_(HUTCH_EXTERN_CONST, kind, name, type, pool_capacity, __VA_ARGS__) \
    HUTCH_DEFINED_FUNCTIONS_(kind, name, type)                                       \
    HUTCH_TAKE_SEMICOLON

#endif
