// SPDX-License-Identifier: MIT
// typed.h - the macros that declare a pool of objects: its storage, its descriptor and its typed functions.
//
//   HUTCH_POOL(rabbits, struct rabbit, 64);                           for one file
//   HUTCH_POOL(bullets, struct bullet, 32, .lock = HUTCH_LOCK_IRQ);   with options: C99, C++20, SDCC
//   HUTCH_POOL_LOCKED(bullets, struct bullet, 32, HUTCH_LOCK_IRQ);    the same before C++20
//   HUTCH_POOL_DECLARE(rabbits, struct rabbit, 64);                   in a header ...
//   HUTCH_POOL_DEFINE(rabbits, struct rabbit, 64);                    ... and once in a .c file, with options
//
// Each makes rabbits_pool (the descriptor, for the functions of generic.h) and a typed twin of each of those
// functions, rabbits_acquire() of hutch_acquire(&rabbits_pool), with the same contract. What is not called
// leaves no code.
#ifndef HUTCH_TYPED_H
#define HUTCH_TYPED_H

#include "core.h"
#include "generic.h"

// ------------------------------------------------------------------------------------ storage and descriptor

#define HUTCH_CHECK_CAPACITY_(name, pool_capacity)                                                 \
    HUTCH_STATIC_ASSERT((pool_capacity) >= 1, hutch_pool_##name##_needs_a_capacity_of_at_least_1); \
    HUTCH_STATIC_ASSERT((pool_capacity) <= HUTCH_CAPACITY_MAX,                                     \
                        hutch_pool_##name##_has_a_capacity_above_HUTCH_CAPACITY_MAX)

// A capacity that is wrong has been reported already; what follows should not add noise to that message.
#define HUTCH_SANE_(pool_capacity) \
    ((pool_capacity) >= 1 && (pool_capacity) <= HUTCH_CAPACITY_MAX ? (pool_capacity) : 1)

#if HUTCH_CFG_STATS
#    define HUTCH_STATS_STORAGE_(name) static struct hutch_stats name##_stats_;
#else
#    define HUTCH_STATS_STORAGE_(name)
#endif

#if HUTCH_CFG_REGISTER
#    define HUTCH_REGISTER_(name)                                                                            \
        __attribute__((section("hutch_pools"), used)) static const struct hutch_pool *const name##_listed_ = \
            &name##_pool;
#else
#    define HUTCH_REGISTER_(name)
#endif

#define HUTCH_BITMAP_(name, pool_capacity)                                             \
    static hutch_word_t name##_live_[HUTCH_TRACKER_WORDS(HUTCH_SANE_(pool_capacity))]; \
    HUTCH_STATS_STORAGE_(name)

#define HUTCH_STORAGE_(name, type, pool_capacity)          \
    HUTCH_CHECK_CAPACITY_(name, pool_capacity);            \
    static type name##_slots_[HUTCH_SANE_(pool_capacity)]; \
    HUTCH_BITMAP_(name, pool_capacity)

// The fields before the capacity. C++ before C++20 knows no designators: there they stand in order, and the
// options that may follow a capacity do too.
#if defined(__cplusplus) && __cplusplus < 202002L
#    if HUTCH_CFG_STATS
#        define HUTCH_STATS_FIELD_(name) &name##_stats_,
#    else
#        define HUTCH_STATS_FIELD_(name)
#    endif
#    define HUTCH_DESCRIBE_(linkage, name, slots_address, stride, ...) \
        linkage const struct hutch_pool name##_pool = {                \
            slots_address,                                             \
            name##_live_,                                              \
            HUTCH_STATS_FIELD_(name) #name,                            \
            (stride),                                                  \
            HUTCH_INVERSE(stride),                                     \
            HUTCH_SHIFT(stride),                                       \
            HUTCH_PLAIN_OPTIONS_(__VA_ARGS__, HUTCH_LOCK_NONE, 0)}
#    define HUTCH_PLAIN_OPTIONS_(pool_capacity, lock_kind, ...) pool_capacity, lock_kind
#    define HUTCH_OPTION_LOCK_(lock_kind) lock_kind
#else
#    if HUTCH_CFG_STATS
#        define HUTCH_STATS_FIELD_(name) .stats = &name##_stats_,
#    else
#        define HUTCH_STATS_FIELD_(name)
#    endif
#    define HUTCH_DESCRIBE_(linkage, pool, slots_address, stride, ...)                        \
        linkage const struct hutch_pool pool##_pool = {.slots = slots_address,                \
                                                       .live = pool##_live_,                  \
                                                       HUTCH_STATS_FIELD_(pool).name = #pool, \
                                                       .stride_bytes = (stride),              \
                                                       .inverse = HUTCH_INVERSE(stride),      \
                                                       .stride_shift = HUTCH_SHIFT(stride),   \
                                                       .capacity = __VA_ARGS__}
#    define HUTCH_OPTION_LOCK_(lock_kind) .lock = (lock_kind)
#endif

#define HUTCH_OBJECTS_(linkage, name, type, ...)                                               \
    HUTCH_STORAGE_(name, type, HUTCH_FIRST(__VA_ARGS__))                                       \
    HUTCH_DESCRIBE_(linkage, name, (unsigned char *)name##_slots_, sizeof(type), __VA_ARGS__); \
    HUTCH_REGISTER_(name)

// -------------------------------------------------------------------------------------- typed functions

// What a pool of objects and a pool of numbers have in common.
#define HUTCH_COMMON_FUNCTIONS_(linkage, name)                                    \
    linkage bool name##_release_at(unsigned index)                                \
    {                                                                             \
        if (HUTCH_CFG_CHECK >= 1 && index >= name##_pool.capacity) {              \
            return hutch_fault_index(#name, index, HUTCH_FAULT_BAD_INDEX);        \
        }                                                                         \
        return HUTCH_LIKELY(hutch_core_release(&name##_pool, index))              \
                   ? true                                                         \
                   : hutch_fault_index(#name, index, HUTCH_FAULT_DOUBLE_RELEASE); \
    }                                                                             \
    linkage bool name##_is_live_at(unsigned index)                                \
    {                                                                             \
        return hutch_core_is_live_at(&name##_pool, index);                        \
    }                                                                             \
    linkage unsigned name##_next_index(unsigned from)                             \
    {                                                                             \
        return hutch_core_next(&name##_pool, from);                               \
    }                                                                             \
    linkage unsigned name##_live(void)                                            \
    {                                                                             \
        return hutch_core_live(&name##_pool);                                     \
    }                                                                             \
    linkage unsigned name##_available(void)                                       \
    {                                                                             \
        return name##_pool.capacity - hutch_core_live(&name##_pool);              \
    }                                                                             \
    linkage unsigned name##_capacity(void)                                        \
    {                                                                             \
        return name##_pool.capacity;                                              \
    }                                                                             \
    linkage void name##_clear(void)                                               \
    {                                                                             \
        hutch_core_clear(&name##_pool);                                           \
    }                                                                             \
    HUTCH_STATS_FUNCTIONS_(linkage, name)

#define HUTCH_COMMON_PROTOTYPES_(linkage, name)        \
    linkage bool name##_release_at(unsigned index);    \
    linkage bool name##_is_live_at(unsigned index);    \
    linkage unsigned name##_next_index(unsigned from); \
    linkage unsigned name##_live(void);                \
    linkage unsigned name##_available(void);           \
    linkage unsigned name##_capacity(void);            \
    linkage void name##_clear(void);                   \
    HUTCH_STATS_PROTOTYPES_(linkage, name)

#if HUTCH_CFG_STATS
#    define HUTCH_STATS_FUNCTIONS_(linkage, name) \
        linkage unsigned name##_peak(void)        \
        {                                         \
            return name##_stats_.peak;            \
        }                                         \
        linkage unsigned name##_refused(void)     \
        {                                         \
            return name##_stats_.refused;         \
        }
#    define HUTCH_STATS_PROTOTYPES_(linkage, name) \
        linkage unsigned name##_peak(void);        \
        linkage unsigned name##_refused(void);
#else
// Calling one of these in a build without counters is an error at compile time that names the option.
#    define HUTCH_STATS_FUNCTIONS_(linkage, name) HUTCH_STATS_PROTOTYPES_(linkage, name)
#    define HUTCH_STATS_PROTOTYPES_(linkage, name)                                \
        HUTCH_MISSING("peak needs HUTCH_CFG_STATS 1") unsigned name##_peak(void); \
        HUTCH_MISSING("refused needs HUTCH_CFG_STATS 1") unsigned name##_refused(void);
#endif

#define HUTCH_OBJECT_FUNCTIONS_(linkage, name, type)                                                        \
    HUTCH_COMMON_FUNCTIONS_(linkage, name)                                                                  \
    linkage type *name##_acquire(void)                                                                      \
    {                                                                                                       \
        return (type *)hutch_core_acquire_object(&name##_pool);                                             \
    }                                                                                                       \
    linkage bool name##_release(type const *object)                                                         \
    {                                                                                                       \
        const unsigned index = hutch_core_index(&name##_pool, object);                                      \
        if (HUTCH_LIKELY(index < name##_pool.capacity) &&                                                   \
            HUTCH_LIKELY(hutch_core_release(&name##_pool, index))) {                                        \
            return true;                                                                                    \
        }                                                                                                   \
        return name##_bad_release_(object);                                                                 \
    }                                                                                                       \
    linkage bool name##_is_live(type const *object)                                                         \
    {                                                                                                       \
        return hutch_core_is_live_at(&name##_pool, hutch_core_index(&name##_pool, object));                 \
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
            hutch_fault_index(#name, index, HUTCH_FAULT_BAD_INDEX);                                         \
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
        return index < name##_pool.capacity ? hutch_fault_index(#name, index, HUTCH_FAULT_BAD_RUN)          \
                                            : name##_bad_release_(object);                                  \
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
            if (should_go(object, context) && hutch_core_release_if_live(&name##_pool, object)) {           \
                released++;                                                                                 \
            }                                                                                               \
        }                                                                                                   \
        return released;                                                                                    \
    }

#define HUTCH_OBJECT_PROTOTYPES_(linkage, name, type)                     \
    HUTCH_COMMON_PROTOTYPES_(linkage, name)                               \
    linkage type *name##_acquire(void);                                   \
    linkage bool name##_release(type const *object);                      \
    linkage bool name##_is_live(type const *object);                      \
    linkage unsigned name##_index(type const *object);                    \
    linkage type *name##_at(unsigned index);                              \
    linkage type *name##_claim(unsigned index);                           \
    linkage type *name##_acquire_run(unsigned length);                    \
    linkage bool name##_release_run(type const *object, unsigned length); \
    linkage type *name##_first(void);                                     \
    linkage type *name##_next(type const *object);                        \
    linkage unsigned name##_release_if(bool (*should_go)(type const *object, void *context), void *context);

// The cold end of a typed release: passes constants, so that the descriptor need not exist.
#define HUTCH_BAD_RELEASE_(name, type)                                                      \
    HUTCH_COLD HUTCH_UNUSED static bool name##_bad_release_(const void *object)             \
    {                                                                                       \
        return hutch_fault_release(#name, object, name##_pool.slots,                        \
                                   (size_t)name##_pool.capacity * name##_pool.stride_bytes, \
                                   name##_pool.stride_bytes);                               \
    }

// -------------------------------------------------------------------------------------- what the user writes

/// A pool for one file.
#define HUTCH_POOL(name, type, ...)                                 \
    HUTCH_OBJECTS_(HUTCH_UNUSED static, name, type, __VA_ARGS__)    \
    HUTCH_BAD_RELEASE_(name, type)                                  \
    HUTCH_OBJECT_FUNCTIONS_(HUTCH_UNUSED static inline, name, type) \
    HUTCH_TAKE_SEMICOLON

/// A pool for one file with a lock, in the form that every language takes.
#define HUTCH_POOL_LOCKED(name, type, pool_capacity, lock_kind) \
    HUTCH_POOL(name, type, pool_capacity, HUTCH_OPTION_LOCK_(lock_kind))

/// A pool for several files: this in a header.
#define HUTCH_POOL_DECLARE(name, type, pool_capacity) \
    HUTCH_BEGIN_DECLS                                 \
    extern const struct hutch_pool name##_pool;       \
    HUTCH_OBJECT_PROTOTYPES_(extern, name, type)      \
    HUTCH_END_DECLS                                   \
    enum { name##_declared_capacity_ = (pool_capacity) }

/// A pool for several files: this in one .c file that includes the header. Options stand here.
#define HUTCH_POOL_DEFINE(name, type, ...)                                           \
    HUTCH_STATIC_ASSERT((HUTCH_FIRST(__VA_ARGS__)) == name##_declared_capacity_ + 0, \
                        hutch_pool_##name##_is_declared_with_another_capacity);      \
    HUTCH_OBJECTS_(HUTCH_EXTERN_CONST, name, type, __VA_ARGS__)                      \
    HUTCH_BAD_RELEASE_(name, type)                                                   \
    HUTCH_OBJECT_FUNCTIONS_(, name, type)                                            \
    HUTCH_TAKE_SEMICOLON

/// Visits every live object of a pool by rising slot number. The body may break, continue, release any
/// object, this one included, and acquire: what was live at the start and still is gets visited, nothing that
/// was released is, and nothing is visited twice. An object acquired meanwhile is visited if its slot is
/// still ahead.
#define HUTCH_FOREACH(type, object, name)                                                     \
    for (unsigned object##_index_ = name##_next_index(0), object##_more_ = 1;                 \
         object##_more_ && object##_index_ != HUTCH_NONE;                                     \
         object##_index_ = name##_next_index(object##_index_ + 1))                            \
        for (type *object = (object##_more_ = 0, name##_at(object##_index_)); object != NULL; \
             object##_more_ = 1, object = NULL)

#endif
