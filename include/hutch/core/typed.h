// SPDX-License-Identifier: MIT
// typed.h - the macros that declare a pool, and its typed functions. The contracts are in generic.h.
//
//   HUTCH_POOL(rabbits, struct rabbit, 64);                           for one file
//   HUTCH_POOL(bullets, struct bullet, 32, .lock = HUTCH_LOCK_IRQ);   with options: C99, C++20, SDCC
//   HUTCH_POOL(bullets, struct bullet, 32, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));    in C++11 too
//   HUTCH_POOL_DECLARE(rabbits, struct rabbit, 64);                   for several files: in a header ...
//   HUTCH_POOL_DEFINE(rabbits);                                       ... and once in a .c file
//   HUTCH_POOL_TRACKED(foes, struct foe, 40);                         with weak refs: tracked.h
//   HUTCH_POOL_IDS(oam, 128);                                         numbers 0 to 127: numbers.h
//   HUTCH_POOL_OVER(crates, struct crate, level_crates, 12);          over an array of the program: over.h
//
// All but HUTCH_POOL_OVER have the forms _DECLARE and _DEFINE. Each defines rabbits_pool, the
// descriptor for the functions of generic.h, and the typed functions.
// Functions that are not called leave no code.
#ifndef HUTCH_TYPED_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_TYPED_H

#include "generic.h"
#include "needs.h"
#include "storage.h"

// A typed function is its core verb over a constant, if typed functions fold; else one call of its generic
// counterpart with the shared descriptor: a public one, or one that only typed functions call.
#if HUTCH_CFG_FOLD
#    define HUTCH_DO_(verb) hutch_core_##verb
#    define HUTCH_DO_ACQUIRE_(pool) hutch_core_acquire_object(pool, HUTCH_MODE_USUAL)
#    define HUTCH_DO_INNER_(verb) hutch_core_##verb
#    define HUTCH_SHARED_(name) name##_folded_
#    define HUTCH_TYPED_ HUTCH_UNUSED static inline
#else
#    define HUTCH_DO_(verb) hutch_##verb
#    define HUTCH_DO_ACQUIRE_(pool) hutch_acquire(pool)
#    define HUTCH_DO_INNER_(verb) hutch_##verb##_
#    define HUTCH_SHARED_(name) name##_pool
#    if defined(__SDCC)
// SDCC emits a plain `inline` function only if it is called; a `static inline` one always. If the address of
// a typed function is used, declare that function before the pool: SDCC then emits it.
#        define HUTCH_TYPED_ inline
#    else
#        define HUTCH_TYPED_ HUTCH_INLINE // so that debug builds note the user's function as the caller
#    endif
#endif

// Debug builds note the return address. So a call at the end of a user's function must stay a call: a jump
// would pass the return address of that function's caller.
#if HUTCH_CFG_CHECK >= 2 && HUTCH_GNU
#    define HUTCH_STAYED_() __asm__ volatile("")
#    define HUTCH_STAY_(call)                  \
        __extension__({                        \
            __typeof__(call) result_ = (call); \
            HUTCH_STAYED_();                   \
            result_;                           \
        })
#else
#    define HUTCH_STAYED_() ((void)0)
#    define HUTCH_STAY_(call) (call)
#endif

// Where the compiler does not fold, a port may serve some pools by functions of its own, and walk: port/sm83.
#ifndef HUTCH_PORT_POOL
#    define HUTCH_PORT_POOL(kind, name, ...)
#    define HUTCH_PORT_OR(verb, name, usual, ...) (usual)
#    define HUTCH_PORT_AT(name, type, pool, slots) return (type *)HUTCH_DO_(at)(&pool, index_);
#endif

// ---------------------------------------------------------------------------------------------- debug builds

/// For the first line of an object's own functions: reports a fault unless the object is live. Does nothing
/// in release builds.
#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_ASSERT_LIVE(object) ((void)HUTCH_STAY_(hutch_debug_assert_live(object)))
#else
#    define HUTCH_ASSERT_LIVE(object) ((void)(object))
#endif

// ------------------------------------------------------------------------------------------- typed functions
// `pool` is the constant that folds, name##_pool the shared descriptor, which functions of src/ receive.
// Parameters end in `_`: SDCC 4.2 mistakes a call of a user's function for one of a parameter of the same
// name after inlining, and passes nothing.

// clang-format off
// The functions of pools of objects and of pools of numbers.
#define HUTCH_COMMON_FUNCTIONS_(name, pool)                                                                            \
    HUTCH_TYPED_ unsigned name##_live(void)                                                                            \
    {                                                                                                                  \
        return HUTCH_PORT_OR(live, name, HUTCH_DO_(live)(&pool), &pool);                                               \
    }                                                                                                                  \
    HUTCH_TYPED_ unsigned name##_available(void) { return HUTCH_DO_(available)(&pool); }                               \
    HUTCH_TYPED_ unsigned name##_capacity(void) { return name##_capacity_; }                                           \
    HUTCH_TYPED_ void name##_clear(void)                                                                               \
    {                                                                                                                  \
        HUTCH_PORT_OR(clear, name, HUTCH_DO_(clear)(&pool), &pool);                                                    \
        HUTCH_STAYED_();                                                                                               \
    }                                                                                                                  \
    HUTCH_STATS_FUNCTIONS_(name, pool)

#define HUTCH_OBJECT_FUNCTIONS_(name, type, pool, slots)                                                               \
    HUTCH_COMMON_FUNCTIONS_(name, pool)                                                                                \
    HUTCH_MUST_USE HUTCH_TYPED_ type *name##_acquire(void)                                                             \
    {                                                                                                                  \
        return HUTCH_STAY_((type *)HUTCH_PORT_OR(acquire, name, HUTCH_DO_ACQUIRE_(&pool), &pool));                    \
    }                                                                                                                  \
    HUTCH_URGENT_FUNCTIONS_(name, type, pool)                                                                          \
    HUTCH_TYPED_ bool name##_release(type const *object_)                                                              \
    {                                                                                                                  \
        return HUTCH_STAY_(HUTCH_PORT_OR(release, name, HUTCH_DO_(release)(&pool, (const void *)object_), &pool, (const void *)object_));\
    }                                                                                                                  \
    HUTCH_TYPED_ bool name##_release_at(unsigned index_) { return HUTCH_STAY_(HUTCH_DO_INNER_(release_at)(&pool, index_)); } \
    HUTCH_TYPED_ bool name##_is_live_at(unsigned index_)                                                               \
    {                                                                                                                  \
        return HUTCH_PORT_OR(is_live_at, name, HUTCH_DO_(is_live_at)(&pool, index_), &pool, index_);                   \
    }                                                                                                                  \
    HUTCH_TYPED_ bool name##_is_live(type const *object_) { return HUTCH_DO_(is_live)(&pool, (const void *)object_); } \
    HUTCH_TYPED_ unsigned name##_index(type const *object_) { return HUTCH_DO_(index)(&pool, (const void *)object_); } \
    HUTCH_TYPED_ type *name##_at(unsigned index_) { HUTCH_PORT_AT(name, type, pool, slots) }                               \
    HUTCH_TYPED_ type *name##_containing(const void *address_) { return (type *)hutch_containing_(&name##_pool, address_); } \
    HUTCH_TYPED_ type *name##_claim(unsigned index_) { return HUTCH_STAY_((type *)HUTCH_DO_INNER_(claim)(&pool, index_)); }  \
    HUTCH_TYPED_ type *name##_first(void) { return (type *)HUTCH_DO_(first)(&pool); }                                  \
    HUTCH_TYPED_ type *name##_next(type const *object_) { return (type *)HUTCH_DO_(next)(&pool, (const void *)object_); } \
    HUTCH_TYPED_ type *name##_last(void) { return (type *)HUTCH_DO_INNER_(last)(&pool); }                                    \
    HUTCH_TYPED_ size_t name##_object_bytes(void) { return sizeof(name##_object_); }                                   \
    HUTCH_RUN_FUNCTIONS_(name, type, pool)                                                                             \
    HUTCH_WALK_FUNCTIONS_(name, type, pool)                                                                            \
    HUTCH_TYPED_ unsigned name##_release_if(bool (*should_go_)(type const *object_, void *context_), void *context_)   \
    {                                                                                                                  \
        unsigned released_ = 0;                                                                                        \
        HUTCH_FOREACH (type const, object_, name) {                                                                    \
            if (should_go_(object_, context_) && HUTCH_DO_(release_if_live)(&pool, name##_index(object_))) {               \
                released_++;                                                                                           \
            }                                                                                                          \
        }                                                                                                              \
        return released_;                                                                                              \
    }                                                                                                                  \
    HUTCH_WAIT_FUNCTIONS_(name, type, pool)

#if HUTCH_CFG_FOLD
#    define HUTCH_WALK_FUNCTIONS_(name, type, pool)                                                                    \
    HUTCH_INLINE struct hutch_walk *name##_walk_start_(struct hutch_walk *walk_) { return hutch_core_walk_start(&pool, walk_); } \
    HUTCH_INLINE bool name##_walk_find_(struct hutch_walk *walk_) { return hutch_core_walk_find(&pool, walk_); }       \
    HUTCH_INLINE type *name##_walk_object_(struct hutch_walk const *walk_) { return (type *)(void *)walk_->at; } \
    HUTCH_INLINE void name##_walk_step_(struct hutch_walk *walk_) { hutch_core_walk_step(&pool, walk_); }
#elif !defined(HUTCH_WALK_FUNCTIONS_)
#    define HUTCH_WALK_FUNCTIONS_(name, type, pool)
#endif

// clang-format on

// ----------------------------------------------------------------------------------------------------- loops

/// Visits every live object of a pool in ascending order of slot numbers. The body may break, continue,
/// acquire, release any object, and assign to its variable. An object that was live at the start is visited
/// unless it is released before its turn; a released object is not visited, and no object twice. An object
/// acquired meanwhile is visited if its slot comes later. Walk a pool without a lock only in the context that
/// changes it; in others use rabbits_first and rabbits_next.
#define HUTCH_FOREACH(type, object, name) HUTCH_FOREACH_OF_(type, object, name) // `name` may be a macro
// Two loops, so that `break` and `continue` work: the outer one runs once. `, true` makes the assignment a
// condition that holds. The pointer to the walk is const: else gcc -Os keeps the walk in memory, which
// doubles a frame of tests/bench. A flag that only the outer loop reads would do; with it a frame by gcc 12
// takes up to 11 % more.
#ifdef __cplusplus
#    define HUTCH_WALK_OF_(object, start) \
        struct hutch_walk object##_walk_, *const object##_state_ = start(&object##_walk_)
#else // without a name debug information is 900 bytes a loop shorter, by gcc -Os -g
#    define HUTCH_WALK_OF_(object, start) \
        struct hutch_walk *const object##_state_ = start(&(struct hutch_walk){.rest = 0})
#endif
#if HUTCH_CFG_FOLD
#    define HUTCH_FOREACH_OF_(type, object, name)                                            \
        for (HUTCH_WALK_OF_(object, name##_walk_start_); object##_state_->is_between_bodies; \
             object##_state_->is_between_bodies = false)                                     \
            for (type *object = NULL; name##_walk_find_(object##_state_) &&                  \
                                      (object = name##_walk_object_(object##_state_), true); \
                 name##_walk_step_(object##_state_))
#elif !defined(HUTCH_FOREACH_OF_) // without a constant to fold around, a walk is twice the code
#    define HUTCH_FOREACH_OF_(type, object, name) \
        HUTCH_FOREACH_BY_(type, object, name##_first(), &name##_pool)
#endif

/// Visits every live object of a pool given by its descriptor, with the guarantees of HUTCH_FOREACH: for a
/// function that serves several pools. The compiler cannot check the type: it must be that of the objects, or
/// one that all of them begin with.
#define HUTCH_FOREACH_IN(type, object, pool) HUTCH_FOREACH_IN_(type, object, pool)
#ifndef HUTCH_FOREACH_IN_ // a loop that runs once, so that `pool` is evaluated once
#    define HUTCH_FOREACH_IN_(type, object, pool)                                      \
        for (const struct hutch_pool *object##_pool_ = (pool); object##_pool_ != NULL; \
             object##_pool_ = NULL)                                                    \
        HUTCH_FOREACH_BY_(type, object, (type *)hutch_first(object##_pool_), object##_pool_)
#endif
#define HUTCH_FOREACH_BY_(type, object, first, pool)                                            \
    for (type *object##_at_ = first; object##_at_ != NULL; object##_at_ = NULL)                 \
        for (type *object = NULL; (object = object##_at_) != NULL; /* the body may change it */ \
             object##_at_ = (type *)hutch_next(pool, object##_at_))

// ------------------------------------------------------------------------------------- what a program writes

/// A pool of objects for one file. In a header it would be another pool in each file that includes it, which
/// the linker refuses (not SDCC's).
#define HUTCH_POOL(name, type, ...) /* ...: capacity, .lock, .policy, .hooks, .wait */ \
    HUTCH_LOCAL_POOL_(plain_, name, type, __VA_ARGS__)

/// A pool of objects for several files: this in a header, with the options ...
/// All files must see the same kind, capacity, object size and options: GNU ld, gold, lld and SDCC's linker
/// refuse a program whose files differ, and name the pool. Not found: options in a file that clang compiles
/// without optimisation, where those of the definition hold; anything where object files are not ELF. mold
/// links shared pools with -z muldefs only.
#define HUTCH_POOL_DECLARE(name, type, ...) HUTCH_SHARED_POOL_(plain_, name, type, __VA_ARGS__)

/// ... and this in one .c file that includes the header.
#define HUTCH_POOL_DEFINE(name) HUTCH_GLOBAL_POOL_(plain_, name)

// -------------------------------------------------------------------------------------------- implementation

#define HUTCH_FUNCTIONS_(kind, name, type, pool, slots) \
    HUTCH_REF_TYPE_(name)                               \
    HUTCH_OBJECT_FUNCTIONS_(name, type, pool, slots)    \
    HUTCH_REF_FUNCTIONS_##kind(name, type, pool) HUTCH_SPAWN_FUNCTIONS_##kind(name, type, pool)

#define HUTCH_LOCAL_POOL_(kind, name, type, ...)                                                         \
    HUTCH_CAPACITY_AND_OPTIONS_(kind, name, __VA_ARGS__)                                                 \
    HUTCH_PORT_POOL(kind, name, __VA_ARGS__)                                                             \
    HUTCH_CHECK_TYPE_(name, type)                                                                        \
    HUTCH_CHECK_REFS_##kind(name) HUTCH_LOCAL_LAID_OUT_(kind, HUTCH_LAYOUT_##kind, name, name##_object_) \
        HUTCH_FUNCTIONS_(kind, name, type, name##_pool, name##_slots_) HUTCH_TAKE_SEMICOLON
// Two steps: HUTCH_LAYOUT_x and HUTCH_DEFINED_ expand in the first; ## pastes them in the second.
#define HUTCH_LOCAL_LAID_OUT_(kind, layout, name, type) HUTCH_LOCAL_LAID_OUT_2_(kind, layout, name, type)
#define HUTCH_LOCAL_LAID_OUT_2_(kind, layout, name, type)                                                 \
    HUTCH_SLOTS_##layout(static_, name, type) HUTCH_POOL_RAM_(static_, kind, name) HUTCH_DESCRIBE_LOCAL_( \
        kind, name, HUTCH_FIRST_##layout(name), sizeof(type), HUTCH_STRIDE_##layout(name, type))

// Debug builds do not fold, so other files need the descriptor only.
#define HUTCH_SHARED_POOL_(kind, name, type, ...)                                                    \
    HUTCH_CAPACITY_AND_OPTIONS_(kind, name, __VA_ARGS__)                                             \
    HUTCH_PORT_POOL(kind, name, __VA_ARGS__)                                                         \
    HUTCH_CHECK_TYPE_(name, type)                                                                    \
    HUTCH_CHECK_REFS_##kind(name) HUTCH_DECLARED_SLOTS_(name, name##_object_)                        \
        HUTCH_DECLARED_RAM_(kind, name) HUTCH_DESCRIBE_SHARED_(                                      \
            kind, name, HUTCH_BYTES_(name##_slots_), sizeof(name##_object_), sizeof(name##_object_)) \
            HUTCH_FUNCTIONS_(kind, name, type, HUTCH_SHARED_(name), name##_slots_) HUTCH_TAKE_SEMICOLON
#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_DECLARED_SLOTS_(name, type)
#    define HUTCH_DECLARED_RAM_(kind, name)
#    define HUTCH_DEFINED_ static_
#else
#    define HUTCH_DECLARED_SLOTS_(name, type) \
        HUTCH_BEGIN_DECLS HUTCH_SLOTS_packed_(extern_, name, type) HUTCH_END_DECLS
#    define HUTCH_DECLARED_RAM_(kind, name) \
        HUTCH_BEGIN_DECLS HUTCH_POOL_RAM_(extern_, kind, name) HUTCH_END_DECLS
#    define HUTCH_DEFINED_ global_
#endif

#define HUTCH_GLOBAL_POOL_(kind, name) HUTCH_GLOBAL_LAID_OUT_(kind, HUTCH_LAYOUT_##kind, HUTCH_DEFINED_, name)
#define HUTCH_GLOBAL_LAID_OUT_(kind, layout, linkage, name) \
    HUTCH_GLOBAL_LAID_OUT_2_(kind, layout, linkage, name)
#define HUTCH_GLOBAL_LAID_OUT_2_(kind, layout, linkage, name)                                  \
    HUTCH_CHECK_DECLARED_(kind, name)                                                          \
    HUTCH_SLOTS_##layout(linkage, name, name##_object_) HUTCH_POOL_RAM_(linkage, kind, name)   \
        HUTCH_DESCRIBE_GLOBAL_(kind, name, HUTCH_FIRST_##layout(name), sizeof(name##_object_), \
                               HUTCH_STRIDE_##layout(name, name##_object_)) HUTCH_TAKE_SEMICOLON

#endif
