// SPDX-License-Identifier: MIT
// verbs.h - the typed functions of a pool with the parameters of the generic ones: a table of them.
#ifndef VERBS_H
#define VERBS_H

#include "model.h"
#include "hutch/spawn.h"

#define VERB_(result, name, parameters, call) \
    static result name parameters             \
    {                                         \
        (void)pool;                           \
        return call;                          \
    }
#define POOL_ const struct hutch_pool *pool

#define VERBS_FUNCTIONS_(name, type)                                                                        \
    VERB_(void *, name##_do_acquire, (POOL_), name##_acquire())                                             \
    VERB_(void *, name##_do_claim, (POOL_, unsigned index), name##_claim(index))                            \
    VERB_(bool, name##_do_release, (POOL_, const void *object), name##_release((const type *)object))       \
    VERB_(bool, name##_do_release_at, (POOL_, unsigned index), name##_release_at(index))                    \
    VERB_(void *, name##_do_acquire_run, (POOL_, unsigned length), name##_acquire_run(length))              \
    VERB_(bool, name##_do_release_run, (POOL_, const void *object, unsigned length),                        \
          name##_release_run((const type *)object, length))                                                 \
    VERB_(unsigned, name##_do_live, (POOL_), name##_live())                                                 \
    VERB_(void *, name##_do_at, (POOL_, unsigned index), name##_at(index))                                  \
    VERB_(bool, name##_do_is_live_at, (POOL_, unsigned index), name##_is_live_at(index))                    \
    static bool name##_do_test(const type *object, void *context)                                           \
    {                                                                                                       \
        return real_test(object, context);                                                                  \
    }                                                                                                       \
    VERB_(unsigned, name##_do_release_if, (POOL_, unsigned *goes), name##_release_if(name##_do_test, goes)) \
    static void name##_do_clear(const struct hutch_pool *pool)                                              \
    {                                                                                                       \
        (void)pool;                                                                                         \
        name##_clear();                                                                                     \
    }                                                                                                       \
    static void name##_do_walk(const struct hutch_pool *pool)                                               \
    {                                                                                                       \
        (void)pool;                                                                                         \
        HUTCH_FOREACH (type, object, name) {                                                                \
            if (!real_visit(object)) {                                                                      \
                break;                                                                                      \
            }                                                                                               \
        }                                                                                                   \
    }
#define VERBS_REFS_(name, type)                                                         \
    VERB_(hutch_ref_t, name##_do_ref, (POOL_, const void *object),                      \
          HUTCH_REF_VALUE_(name##_ref((const type *)object)))                           \
    static void *name##_do_deref(const struct hutch_pool *pool, hutch_ref_t value)      \
    {                                                                                   \
        HUTCH_REF_WRAP_(name, ref, value);                                              \
        (void)pool;                                                                     \
        return name##_deref(ref);                                                       \
    }                                                                                   \
    static bool name##_do_release_ref(const struct hutch_pool *pool, hutch_ref_t value) \
    {                                                                                   \
        HUTCH_REF_WRAP_(name, ref, value);                                              \
        (void)pool;                                                                     \
        return name##_release_ref(ref);                                                 \
    }
#define VERBS_HOOKS_(name, type)                                                  \
    VERB_(void *, name##_do_spawn, (POOL_, const void *args), name##_spawn(args)) \
    VERB_(bool, name##_do_despawn, (POOL_, const void *object), name##_despawn((const type *)object))

// What needs a policy has no room on small boards.
#ifdef MODEL_BOUNDED
#    define RICH(verb) NULL
#    define VERBS_URGENT_(name)
#    define VERBS_SPAWN_URGENT_(name)
#else
#    define RICH(verb) verb
#    define VERBS_URGENT_(name) VERB_(void *, name##_do_acquire_urgent, (POOL_), name##_acquire_urgent())
#    define VERBS_SPAWN_URGENT_(name) \
        VERB_(void *, name##_do_spawn_urgent, (POOL_, const void *args), name##_spawn_urgent(args))
#endif

#define VERBS_TABLE_(name, ref, deref, release_ref, spawn, spawn_urgent, despawn) \
    static const struct verbs name##_verbs = {name##_do_acquire,                  \
                                              RICH(name##_do_acquire_urgent),     \
                                              name##_do_claim,                    \
                                              name##_do_release,                  \
                                              name##_do_release_at,               \
                                              name##_do_release_if,               \
                                              name##_do_clear,                    \
                                              name##_do_acquire_run,              \
                                              name##_do_release_run,              \
                                              name##_do_live,                     \
                                              name##_do_at,                       \
                                              name##_do_is_live_at,               \
                                              name##_do_walk,                     \
                                              ref,                                \
                                              deref,                              \
                                              release_ref,                        \
                                              spawn,                              \
                                              RICH(spawn_urgent),                 \
                                              despawn}
#define VERBS_TABLE_OF_REFS_(name, spawn, spawn_urgent, despawn) \
    VERBS_TABLE_(name, name##_do_ref, name##_do_deref, name##_do_release_ref, spawn, spawn_urgent, despawn)

/// Defines `name_verbs`, of a pool without refs; of one with refs; of one with hooks.
#define VERBS_PLAIN(name, type)                                                                      \
    VERBS_FUNCTIONS_(name, type)                                                                     \
    VERBS_URGENT_(name)                                                                              \
    VERBS_TABLE_(name, hutch_ref, hutch_deref, hutch_release_ref, hutch_spawn_, hutch_spawn_urgent_, \
                 hutch_despawn_)
#define VERBS_WITH_REFS(name, type) \
    VERBS_FUNCTIONS_(name, type)    \
    VERBS_URGENT_(name)             \
    VERBS_REFS_(name, type)         \
    VERBS_TABLE_OF_REFS_(name, hutch_spawn_, hutch_spawn_urgent_, hutch_despawn_)
#define VERBS_WITH_HOOKS(name, type) \
    VERBS_FUNCTIONS_(name, type)     \
    VERBS_URGENT_(name)              \
    VERBS_REFS_(name, type)          \
    VERBS_HOOKS_(name, type)         \
    VERBS_SPAWN_URGENT_(name)        \
    VERBS_TABLE_OF_REFS_(name, name##_do_spawn, name##_do_spawn_urgent, name##_do_despawn)

#endif
