// SPDX-License-Identifier: MIT
// typed.h - the macros that declare a pool, and its typed functions. The contracts are in generic.h.
//
//   HUTCH_POOL(rabbits, struct rabbit, 64);                           for one file
//   HUTCH_POOL(bullets, struct bullet, 32, .lock = HUTCH_LOCK_IRQ);   with options: C99, C++20, SDCC
//   HUTCH_POOL_LOCKED(bullets, struct bullet, 32, HUTCH_LOCK_IRQ);    the same without designators: C++11
//   HUTCH_POOL_DECLARE(rabbits, struct rabbit, 64);                   for several files: in a header ...
//   HUTCH_POOL_DEFINE(rabbits);                                       ... and once in a .c file
//   HUTCH_POOL_TRACKED(foes, struct foe, 40);                         with weak refs: foes_ref(f) ...
//   HUTCH_POOL_SPAWNED(orcs, struct orc, 16, .hooks = &orc_hooks);    with hooks and refs: orcs_spawn(a) ...
//   HUTCH_POOL_RUNS(tiles, struct tile, 64);                          runs are arrays, in debug builds too
//   HUTCH_POOL_IDS(oam, 128);                                         numbers 0 to 127, no storage
//   HUTCH_POOL_OVER(crates, struct crate, level_crates, 12);          over an array of the program: adopt.h
//
// All but HUTCH_POOL_LOCKED and _OVER have the forms _DECLARE and _DEFINE. Each defines rabbits_pool, the
// descriptor for the functions of generic.h, and the typed functions.
// Functions that are not called leave no code.
#ifndef HUTCH_TYPED_H
#define HUTCH_TYPED_H

#include "generic.h"
#include "storage.h"

// A typed function is its core verb over a constant, if typed functions fold; else one call of its generic
// counterpart with the shared descriptor.
#if HUTCH_CFG_FOLD
#    define HUTCH_DO_(verb) hutch_core_##verb
#    define HUTCH_SHARED_(name) name##_folded_
#    define HUTCH_TYPED_ HUTCH_UNUSED static inline
#else
#    define HUTCH_DO_(verb) hutch_##verb
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

#if HUTCH_CFG_STATS
#    define HUTCH_STATS_FUNCTIONS_(name)           \
        HUTCH_TYPED_ unsigned name##_peak(void)    \
        {                                          \
            return name##_stats_read_()->peak;     \
        }                                          \
        HUTCH_TYPED_ unsigned name##_refused(void) \
        {                                          \
            return name##_stats_read_()->refused;  \
        }                                          \
        HUTCH_TYPED_ void name##_stats_reset(void) \
        {                                          \
            hutch_stats_reset(&name##_pool);       \
        }
#else
// Calling one of these in a build without counters is an error that names the option, see HUTCH_MISSING.
#    define HUTCH_STATS_FUNCTIONS_(name)                                                \
        HUTCH_MISSING("peak needs HUTCH_CFG_STATS 1") unsigned name##_peak(void);       \
        HUTCH_MISSING("refused needs HUTCH_CFG_STATS 1") unsigned name##_refused(void); \
        HUTCH_MISSING("stats_reset needs HUTCH_CFG_STATS 1") void name##_stats_reset(void);
#endif

// clang-format off
// The functions of pools of objects and of pools of numbers.
#define HUTCH_COMMON_FUNCTIONS_(name, pool)                                                                            \
    HUTCH_TYPED_ bool name##_release_at(unsigned index_) { return HUTCH_STAY_(HUTCH_DO_(release_at)(&pool, index_)); } \
    HUTCH_TYPED_ bool name##_is_live_at(unsigned index_)                                                               \
    {                                                                                                                  \
        return HUTCH_BY_ENGINE_(name, hutch_port_is_live_at(&pool, index_), hutch_port_is_live_at(&pool, index_),      \
                                HUTCH_DO_(is_live_at)(&pool, index_));                                                 \
    }                                                                                                                  \
    HUTCH_TYPED_ unsigned name##_next_index(unsigned from_) { return HUTCH_DO_(next_index)(&pool, from_); }            \
    HUTCH_TYPED_ unsigned name##_live(void)                                                                            \
    {                                                                                                                  \
        return HUTCH_BY_ENGINE_(name, HUTCH_PORT_LIVE(name##_live_, name##_count_),                                    \
                                HUTCH_PORT_LIVE(name##_live_, name##_count_), HUTCH_DO_(live)(&pool));                 \
    }                                                                                                                  \
    HUTCH_TYPED_ unsigned name##_available(void) { return HUTCH_DO_(available)(&pool); }                               \
    HUTCH_TYPED_ unsigned name##_capacity(void) { return name##_capacity_; }                                           \
    HUTCH_TYPED_ void name##_clear(void)                                                                               \
    {                                                                                                                  \
        HUTCH_BY_ENGINE_(name, HUTCH_PORT_CLEAR(name##_live_, name##_count_),                                          \
                         HUTCH_PORT_CLEAR(name##_live_, name##_count_), HUTCH_DO_(clear)(&pool));                      \
        HUTCH_STAYED_();                                                                                               \
    }                                                                                                                  \
    HUTCH_STATS_FUNCTIONS_(name)

#define HUTCH_OBJECT_FUNCTIONS_(name, type, pool, slots)                                                               \
    HUTCH_COMMON_FUNCTIONS_(name, pool)                                                                                \
    HUTCH_TYPED_ type *name##_acquire(void)                                                                            \
    {                                                                                                                  \
        return HUTCH_STAY_((type *)HUTCH_BY_ENGINE_(name, hutch_port_acquire(&pool), hutch_port_acquire_locked(&pool), \
                                                    HUTCH_DO_(acquire)(&pool)));                                       \
    }                                                                                                                  \
    HUTCH_TYPED_ type *name##_acquire_urgent(void) { return HUTCH_STAY_((type *)HUTCH_DO_(acquire_urgent)(&pool)); }   \
    HUTCH_TYPED_ bool name##_release(type const *object_)                                                              \
    {                                                                                                                  \
        return HUTCH_STAY_(HUTCH_BY_ENGINE_(name, hutch_port_release(&pool, (const void *)object_),                    \
                                            hutch_port_release_locked(&pool, (const void *)object_),                   \
                                            HUTCH_DO_(release)(&pool, (const void *)object_)));                        \
    }                                                                                                                  \
    HUTCH_TYPED_ bool name##_is_live(type const *object_) { return HUTCH_DO_(is_live)(&pool, (const void *)object_); } \
    HUTCH_TYPED_ unsigned name##_index(type const *object_) { return HUTCH_DO_(index)(&pool, (const void *)object_); } \
    HUTCH_TYPED_ type *name##_at(unsigned index_) { HUTCH_AT_(name, type, pool, slots) }                               \
    HUTCH_TYPED_ type *name##_containing(const void *address_) { return (type *)hutch_containing(&name##_pool, address_); } \
    HUTCH_TYPED_ type *name##_claim(unsigned index_) { return HUTCH_STAY_((type *)HUTCH_DO_(claim)(&pool, index_)); }  \
    HUTCH_TYPED_ type *name##_first(void) { return (type *)HUTCH_DO_(first)(&pool); }                                  \
    HUTCH_TYPED_ type *name##_next(type const *object_) { return (type *)HUTCH_DO_(next)(&pool, (const void *)object_); } \
    HUTCH_TYPED_ type *name##_last(void) { return (type *)HUTCH_DO_(last)(&pool); }                                    \
    HUTCH_TYPED_ size_t name##_object_bytes(void) { return sizeof(name##_object_); }                                   \
    HUTCH_TYPED_ type *name##_acquire_run(unsigned length_) { return HUTCH_STAY_((type *)hutch_acquire_run(&name##_pool, length_)); } \
    HUTCH_TYPED_ bool name##_release_run(type const *object_, unsigned length_)                                        \
    {                                                                                                                  \
        return HUTCH_STAY_(hutch_release_run(&name##_pool, (const void *)object_, length_));                           \
    }                                                                                                                  \
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

#ifdef HUTCH_PORT_BY_HAND
#    define HUTCH_WALK_FUNCTIONS_(name, type, pool)                                                                    \
    inline struct hutch_port_walk *name##_walk_start_(struct hutch_port_walk *walk_) { return hutch_port_walk_start(&pool, walk_); }
#elif HUTCH_CFG_FOLD
#    define HUTCH_WALK_FUNCTIONS_(name, type, pool)                                                                    \
    HUTCH_INLINE struct hutch_walk *name##_walk_start_(struct hutch_walk *walk_) { return hutch_core_walk_start(&pool, walk_); } \
    HUTCH_INLINE bool name##_walk_find_(struct hutch_walk *walk_) { return hutch_core_walk_find(&pool, walk_); }       \
    HUTCH_INLINE type *name##_walk_object_(struct hutch_walk const *walk_) { return (type *)(void *)walk_->at; }       \
    HUTCH_INLINE void name##_walk_step_(struct hutch_walk *walk_) { hutch_core_walk_step(&pool, walk_); }
#else
#    define HUTCH_WALK_FUNCTIONS_(name, type, pool)
#endif

#define HUTCH_NUMBER_FUNCTIONS_(name, pool)                                                                            \
    HUTCH_COMMON_FUNCTIONS_(name, pool)                                                                                \
    HUTCH_TYPED_ int name##_acquire(void) { return HUTCH_STAY_((int)HUTCH_DO_(acquire_index)(&pool)); }                \
    HUTCH_TYPED_ int name##_acquire_urgent(void) { return HUTCH_STAY_((int)HUTCH_DO_(acquire_urgent_index)(&pool)); }  \
    HUTCH_TYPED_ bool name##_release(int id_) { return HUTCH_STAY_(HUTCH_DO_(release_at)(&pool, (unsigned)id_)); }     \
    HUTCH_TYPED_ bool name##_is_live(int id_) { return HUTCH_DO_(is_live_at)(&pool, (unsigned)id_); }                  \
    HUTCH_TYPED_ int name##_claim(int id_) { return HUTCH_DO_(claim_index)(&pool, (unsigned)id_) ? id_ : -1; }         \
    HUTCH_TYPED_ int name##_first(void) { return (int)HUTCH_DO_(next_index)(&pool, 0); }                               \
    HUTCH_TYPED_ int name##_next(int id_) { return (int)HUTCH_DO_(next_index)(&pool, (unsigned)id_ + 1u); }            \
    HUTCH_TYPED_ int name##_last(void) { return (int)HUTCH_DO_(last_index)(&pool); }                                   \
    HUTCH_TYPED_ int name##_acquire_run(unsigned length_) { return HUTCH_STAY_((int)hutch_acquire_run_index(&name##_pool, length_)); } \
    HUTCH_TYPED_ bool name##_release_run(int id_, unsigned length_)                                                    \
    {                                                                                                                  \
        return HUTCH_STAY_(hutch_release_run_at(&name##_pool, (unsigned)id_, length_));                                \
    }                                                                                                                  \
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

// ----------------------------------------------------------------------------------------------- refs, hooks
// Each pool has its own ref type. SDCC passes no structs by value: there it is an integer.
#if defined(__SDCC)
#    define HUTCH_REF_TYPE_(name) typedef hutch_ref_t name##_ref_t;
#    define HUTCH_REF_VALUE_(ref) (ref)
#    define HUTCH_REF_WRAP_(name, variable, ref) const name##_ref_t variable = (ref)
#else
#    define HUTCH_REF_TYPE_(name) typedef struct { hutch_ref_t value; } name##_ref_t;
#    define HUTCH_REF_VALUE_(ref) ((ref).value)
#    define HUTCH_REF_WRAP_(name, variable, ref) const name##_ref_t variable = {ref}
#endif

#define HUTCH_REF_FUNCTIONS_tracked_(name, type, pool)                                                                 \
    HUTCH_TYPED_ name##_ref_t name##_ref(type const *object_)                                                          \
    {                                                                                                                  \
        HUTCH_REF_WRAP_(name, ref_, HUTCH_STAY_(HUTCH_DO_(ref)(&pool, (const void *)object_)));                        \
        return ref_;                                                                                                   \
    }                                                                                                                  \
    HUTCH_TYPED_ type *name##_deref(name##_ref_t ref_) { return HUTCH_STAY_((type *)HUTCH_DO_(deref)(&pool, HUTCH_REF_VALUE_(ref_))); } \
    HUTCH_TYPED_ type *name##_expect(name##_ref_t ref_) { return HUTCH_STAY_((type *)HUTCH_DO_(expect)(&pool, HUTCH_REF_VALUE_(ref_))); } \
    HUTCH_TYPED_ bool name##_release_ref(name##_ref_t ref_) { return HUTCH_STAY_(HUTCH_DO_(release_ref)(&pool, HUTCH_REF_VALUE_(ref_))); }

// In a pool without refs, using one is an error that names the macro (HUTCH_MISSING); in debug builds too,
// although all their pools have generations: what compiles there must compile for release.
#define HUTCH_REF_FUNCTIONS_plain_(name, type, pool)                                                                   \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") name##_ref_t name##_ref(type const *object);                         \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") type *name##_deref(name##_ref_t ref);                                \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") type *name##_expect(name##_ref_t ref);                               \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") bool name##_release_ref(name##_ref_t ref);
#define HUTCH_REF_FUNCTIONS_runs_(name, type, pool) HUTCH_REF_FUNCTIONS_plain_(name, type, pool)
#define HUTCH_REF_FUNCTIONS_spawned_(name, type, pool) HUTCH_REF_FUNCTIONS_tracked_(name, type, pool)

#define HUTCH_SPAWN_FUNCTIONS_spawned_(name, type, pool)                                                               \
    HUTCH_TYPED_ type *name##_spawn(const void *args_) { return HUTCH_STAY_((type *)HUTCH_DO_(spawn)(&pool, args_)); } \
    HUTCH_TYPED_ type *name##_spawn_urgent(const void *args_) { return HUTCH_STAY_((type *)HUTCH_DO_(spawn_urgent)(&pool, args_)); } \
    HUTCH_TYPED_ bool name##_despawn(type const *object_) { return HUTCH_STAY_(HUTCH_DO_(despawn)(&pool, (const void *)object_)); } \
    HUTCH_TYPED_ bool name##_prespawn(unsigned count_) { return HUTCH_STAY_(hutch_prespawn(&name##_pool, count_)); }   \
    HUTCH_TYPED_ bool name##_persist(type const *object_, bool is_persistent_)                                         \
    {                                                                                                                  \
        return HUTCH_STAY_(hutch_persist(&name##_pool, (const void *)object_, is_persistent_));                        \
    }
#define HUTCH_SPAWN_FUNCTIONS_plain_(name, type, pool)                                                                 \
    HUTCH_MISSING("spawn needs HUTCH_POOL_SPAWNED") type *name##_spawn(const void *args);                              \
    HUTCH_MISSING("spawn_urgent needs HUTCH_POOL_SPAWNED") type *name##_spawn_urgent(const void *args);                \
    HUTCH_MISSING("despawn needs HUTCH_POOL_SPAWNED") bool name##_despawn(type const *object);
#define HUTCH_SPAWN_FUNCTIONS_tracked_(name, type, pool) HUTCH_SPAWN_FUNCTIONS_plain_(name, type, pool)
#define HUTCH_SPAWN_FUNCTIONS_runs_(name, type, pool) HUTCH_SPAWN_FUNCTIONS_plain_(name, type, pool)
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
#if defined(HUTCH_PORT_BY_HAND) // a function of the port, which returns the next object
#    define HUTCH_FOREACH_OF_(type, object, name) \
        HUTCH_FOREACH_FROM_(type, object, name##_walk_start_(&object##_walk_))
#    define HUTCH_FOREACH_FROM_(type, object, start)                                                   \
        for (struct hutch_port_walk object##_walk_, *object##_state_ = start; object##_state_ != NULL; \
             object##_state_ = NULL)                                                                   \
            for (type * object; (object = (type *)hutch_port_walk_next(&object##_walk_)) != NULL;)
#elif HUTCH_CFG_FOLD
#    define HUTCH_FOREACH_OF_(type, object, name)                                                            \
        for (struct hutch_walk object##_walk_, *const object##_state_ = name##_walk_start_(&object##_walk_); \
             object##_state_->is_between_bodies; object##_state_->is_between_bodies = false)                 \
            for (type *object = NULL; name##_walk_find_(object##_state_) &&                                  \
                                      (object = name##_walk_object_(object##_state_), true);                 \
                 name##_walk_step_(object##_state_))
#else // without a constant to fold around a walk is twice the code, and two calls a step instead of one
#    define HUTCH_FOREACH_OF_(type, object, name) \
        HUTCH_FOREACH_BY_(type, object, name##_first(), &name##_pool)
#endif

/// Visits every live object of a pool given by its descriptor, with the guarantees of HUTCH_FOREACH: for a
/// function that serves several pools. The compiler cannot check the type: it must be that of the objects, or
/// one that all of them begin with.
#ifdef HUTCH_PORT_BY_HAND
#    define HUTCH_FOREACH_IN(type, object, pool) \
        HUTCH_FOREACH_FROM_(type, object, hutch_port_walk_start((pool), &object##_walk_))
#else // a loop that runs once, so that `pool` is evaluated once
#    define HUTCH_FOREACH_IN(type, object, pool)                                       \
        for (const struct hutch_pool *object##_pool_ = (pool); object##_pool_ != NULL; \
             object##_pool_ = NULL)                                                    \
        HUTCH_FOREACH_BY_(type, object, (type *)hutch_first(object##_pool_), object##_pool_)
#endif
#define HUTCH_FOREACH_BY_(type, object, first, pool)                                            \
    for (type *object##_at_ = first; object##_at_ != NULL; object##_at_ = NULL)                 \
        for (type *object = NULL; (object = object##_at_) != NULL; /* the body may change it */ \
             object##_at_ = (type *)hutch_next(pool, (const void *)object##_at_))

/// Visits every live number in ascending order, with the guarantees of HUTCH_FOREACH.
#define HUTCH_FOREACH_ID(id, name) HUTCH_FOREACH_ID_OF_(id, name)
#define HUTCH_FOREACH_ID_OF_(id, name) \
    for (int id##_at_ = name##_first(), id = -1; (id = id##_at_) >= 0; id##_at_ = name##_next(id##_at_))

// ------------------------------------------------------------------------------------- what a program writes

/// A pool of objects for one file: plain; with refs; with hooks and refs; of runs. In a header it would be
/// another pool in each file that includes it, which the linker refuses (not SDCC's).
#define HUTCH_POOL(name, type, ...) HUTCH_LOCAL_POOL_(plain_, name, type, __VA_ARGS__)
#define HUTCH_POOL_TRACKED(name, type, ...) HUTCH_LOCAL_POOL_(tracked_, name, type, __VA_ARGS__)
#define HUTCH_POOL_SPAWNED(name, type, ...) HUTCH_LOCAL_POOL_(spawned_, name, type, __VA_ARGS__)
#define HUTCH_POOL_RUNS(name, type, ...) HUTCH_LOCAL_POOL_(runs_, name, type, __VA_ARGS__)

/// Pools of objects for several files: one of these in a header, with the options ...
/// All files must see the same kind, capacity, object size and options: GNU ld, gold, lld and SDCC's linker
/// refuse a program whose files differ, and name the pool. Not found: options in a file that clang compiles
/// without optimisation, where those of the definition hold; anything where object files are not ELF. mold
/// links shared pools with -z muldefs only.
#define HUTCH_POOL_DECLARE(name, type, ...) HUTCH_SHARED_POOL_(plain_, name, type, __VA_ARGS__)
#define HUTCH_POOL_TRACKED_DECLARE(name, type, ...) HUTCH_SHARED_POOL_(tracked_, name, type, __VA_ARGS__)
#define HUTCH_POOL_SPAWNED_DECLARE(name, type, ...) HUTCH_SHARED_POOL_(spawned_, name, type, __VA_ARGS__)
#define HUTCH_POOL_RUNS_DECLARE(name, type, ...) HUTCH_SHARED_POOL_(runs_, name, type, __VA_ARGS__)

/// ... and one of these in one .c file that includes the header.
#define HUTCH_POOL_DEFINE(name) HUTCH_GLOBAL_POOL_(plain_, name)
#define HUTCH_POOL_TRACKED_DEFINE(name) HUTCH_GLOBAL_POOL_(tracked_, name)
#define HUTCH_POOL_SPAWNED_DEFINE(name) HUTCH_GLOBAL_POOL_(spawned_, name)
#define HUTCH_POOL_RUNS_DEFINE(name) HUTCH_GLOBAL_POOL_(runs_, name)

/// A pool of the numbers 0 to capacity - 1, for one file: sprite slots, sound channels, DMA channels. Its RAM
/// is the bitmap.
#define HUTCH_POOL_IDS(name, ...) HUTCH_LOCAL_IDS_(name, __VA_ARGS__)
#define HUTCH_LOCAL_IDS_(name, ...)                          \
    HUTCH_CAPACITY_AND_OPTIONS_(plain_, name, __VA_ARGS__)   \
    HUTCH_SERVED_BY_(name, HUTCH_ENGINE_plain_(__VA_ARGS__)) \
    HUTCH_POOL_RAM_(static_, plain_, name)                   \
    HUTCH_DESCRIBE_LOCAL_(plain_, name, NULL, 0, 1)          \
    HUTCH_STATS_READ_(name, name##_pool)                     \
    HUTCH_NUMBER_FUNCTIONS_(name, name##_pool)               \
    HUTCH_TAKE_SEMICOLON

/// The same for several files: this in a header ...
#define HUTCH_POOL_IDS_DECLARE(name, ...)                    \
    HUTCH_CAPACITY_AND_OPTIONS_(plain_, name, __VA_ARGS__)   \
    HUTCH_SERVED_BY_(name, HUTCH_ENGINE_plain_(__VA_ARGS__)) \
    HUTCH_DECLARED_RAM_(plain_, name)                        \
    HUTCH_DESCRIBE_SHARED_(plain_, name, NULL, 0, 1)         \
    HUTCH_STATS_READ_(name, HUTCH_SHARED_(name))             \
    HUTCH_NUMBER_FUNCTIONS_(name, HUTCH_SHARED_(name))       \
    HUTCH_TAKE_SEMICOLON

/// ... and this in one .c file.
#define HUTCH_POOL_IDS_DEFINE(name) HUTCH_GLOBAL_IDS_(plain_, name)

/// A pool of objects with a lock, in a form that all languages accept; HUTCH_OPTIONS is that for more.
#define HUTCH_POOL_LOCKED(name, type, capacity, lock_kind)                             \
    HUTCH_SERVED_POOL_(HUTCH_ENGINE_OF_LOCK_(lock_kind), plain_, name, type, capacity, \
                       HUTCH_OPTIONS(lock_kind, NULL, NULL))

/// Makes a hook of a function over the object's own type: of `void boom(struct bomb *bomb)` the hook
/// `boom_hook`, for struct hutch_hooks. HUTCH_SPAWN_HOOK does so for
/// `void lit(struct bomb *bomb, const struct fuse *fuse)`.
#define HUTCH_HOOK(function, type)            \
    static void function##_hook(void *object) \
    {                                         \
        function((type *)object);             \
    }                                         \
    HUTCH_TAKE_SEMICOLON
#define HUTCH_SPAWN_HOOK(function, type, args_type)             \
    static void function##_hook(void *object, const void *args) \
    {                                                           \
        function((type *)object, (args_type const *)args);      \
    }                                                           \
    HUTCH_TAKE_SEMICOLON

// -------------------------------------------------------------------------------------------- implementation

#if HUTCH_CFG_STATS
#    define HUTCH_STATS_READ_(name, pool)                               \
        HUTCH_TYPED_ const struct hutch_stats *name##_stats_read_(void) \
        {                                                               \
            return pool.stats;                                          \
        }
#else
#    define HUTCH_STATS_READ_(name, pool)
#endif

#define HUTCH_FUNCTIONS_(kind, name, type, pool, slots) \
    HUTCH_STATS_READ_(name, pool)                       \
    HUTCH_REF_TYPE_(name)                               \
    HUTCH_OBJECT_FUNCTIONS_(name, type, pool, slots)    \
    HUTCH_REF_FUNCTIONS_##kind(name, type, pool) HUTCH_SPAWN_FUNCTIONS_##kind(name, type, pool)

#define HUTCH_LOCAL_POOL_(kind, name, type, ...) \
    HUTCH_SERVED_POOL_(HUTCH_ENGINE_##kind(__VA_ARGS__), kind, name, type, __VA_ARGS__)
#define HUTCH_SERVED_POOL_(engine, kind, name, type, ...)                                                \
    HUTCH_CAPACITY_AND_OPTIONS_(kind, name, __VA_ARGS__)                                                 \
    HUTCH_SERVED_BY_(name, engine)                                                                       \
    HUTCH_CHECK_TYPE_(name, type)                                                                        \
    HUTCH_CHECK_REFS_##kind(name) HUTCH_LOCAL_LAID_OUT_(kind, HUTCH_LAYOUT_##kind, name, name##_object_) \
        HUTCH_FUNCTIONS_(kind, name, type, name##_pool, name##_slots_) HUTCH_TAKE_SEMICOLON
// Two steps: HUTCH_LAYOUT_x and HUTCH_DEFINED_ expand in the first; ## pastes them in the second.
#define HUTCH_LOCAL_LAID_OUT_(kind, layout, name, type) HUTCH_LOCAL_LAID_OUT_2_(kind, layout, name, type)
#define HUTCH_LOCAL_LAID_OUT_2_(kind, layout, name, type)                                                 \
    HUTCH_SLOTS_##layout(static_, name, type) HUTCH_POOL_RAM_(static_, kind, name) HUTCH_DESCRIBE_LOCAL_( \
        kind, name, HUTCH_FIRST_##layout(name), sizeof(type), HUTCH_STRIDE_##layout(name, type))

// Debug builds do not fold, so other files need the descriptor only.
#define HUTCH_SHARED_POOL_(kind, name, type, ...)                                                       \
    HUTCH_CAPACITY_AND_OPTIONS_(kind, name, __VA_ARGS__)                                                \
    HUTCH_SERVED_BY_(name, HUTCH_ENGINE_##kind(__VA_ARGS__))                                            \
    HUTCH_CHECK_TYPE_(name, type)                                                                       \
    HUTCH_CHECK_REFS_##kind(name) HUTCH_DECLARED_SLOTS_(name, name##_object_)                           \
        HUTCH_DECLARED_RAM_(kind, name) HUTCH_DESCRIBE_SHARED_(                                         \
            kind, name, (unsigned char *)name##_slots_, sizeof(name##_object_), sizeof(name##_object_)) \
            HUTCH_FUNCTIONS_(kind, name, type, HUTCH_SHARED_(name), name##_slots_) HUTCH_TAKE_SEMICOLON
#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_DECLARED_SLOTS_(name, type)
#    define HUTCH_DECLARED_RAM_(kind, name)
#    define HUTCH_DEFINED_ static_
#else
#    define HUTCH_DECLARED_SLOTS_(name, type) \
        HUTCH_BEGIN_DECLS HUTCH_SLOTS_plain_(extern_, name, type) HUTCH_END_DECLS
#    define HUTCH_DECLARED_RAM_(kind, name) \
        HUTCH_BEGIN_DECLS HUTCH_POOL_RAM_(extern_, kind, name) HUTCH_END_DECLS
#    define HUTCH_DEFINED_ global_
#endif

#define HUTCH_GLOBAL_POOL_(kind, name) HUTCH_GLOBAL_LAID_OUT_(kind, HUTCH_LAYOUT_##kind, HUTCH_DEFINED_, name)
#define HUTCH_GLOBAL_LAID_OUT_(kind, layout, linkage, name) \
    HUTCH_GLOBAL_LAID_OUT_2_(kind, layout, linkage, name)
#define HUTCH_GLOBAL_LAID_OUT_2_(kind, layout, linkage, name)                                  \
    HUTCH_SLOTS_##layout(linkage, name, name##_object_) HUTCH_POOL_RAM_(linkage, kind, name)   \
        HUTCH_DESCRIBE_GLOBAL_(kind, name, HUTCH_FIRST_##layout(name), sizeof(name##_object_), \
                               HUTCH_STRIDE_##layout(name, name##_object_)) HUTCH_TAKE_SEMICOLON

#define HUTCH_GLOBAL_IDS_(kind, name) HUTCH_GLOBAL_IDS_2_(kind, HUTCH_DEFINED_, name)
#define HUTCH_GLOBAL_IDS_2_(kind, linkage, name) HUTCH_GLOBAL_IDS_3_(kind, linkage, name)
#define HUTCH_GLOBAL_IDS_3_(kind, linkage, name)   \
    HUTCH_POOL_RAM_(linkage, kind, name)           \
    HUTCH_DESCRIBE_GLOBAL_(kind, name, NULL, 0, 1) \
    HUTCH_TAKE_SEMICOLON

#endif
