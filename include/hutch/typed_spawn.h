// SPDX-License-Identifier: MIT
// typed_spawn.h - the typed functions of pools with hooks.
#ifndef HUTCH_TYPED_SPAWN_H
#define HUTCH_TYPED_SPAWN_H

#include "fault.h"
#include "generic.h"
#include "spawn.h"

// Weak refs of a pool with hooks are those of a tracked pool.
#define HUTCH_REF_FUNCTIONS_SPAWNED_(linkage, name, type) HUTCH_REF_FUNCTIONS_TRACKED_(linkage, name, type)
#define HUTCH_REF_PROTOTYPES_SPAWNED_(linkage, name, type) HUTCH_REF_PROTOTYPES_TRACKED_(linkage, name, type)

#define HUTCH_SPAWN_FUNCTIONS_SPAWNED_(linkage, name, type)                                           \
    linkage type *name##_spawn(const void *args)                                                      \
    {                                                                                                 \
        return (type *)hutch_core_spawn(&name##_pool, args, HUTCH_TAKE_HIDDEN);                       \
    }                                                                                                 \
    linkage type *name##_spawn_urgent(const void *args)                                               \
    {                                                                                                 \
        return (type *)hutch_core_spawn(&name##_pool, args, HUTCH_TAKE_HIDDEN_URGENT);                \
    }                                                                                                 \
    linkage bool name##_despawn(type const *object)                                                   \
    {                                                                                                 \
        const unsigned index = hutch_core_index(&name##_pool, object);                                \
        if (HUTCH_LIKELY(index < name##_pool.capacity) &&                                             \
            HUTCH_LIKELY(hutch_core_despawn(&name##_pool, index))) {                                  \
            return true;                                                                              \
        }                                                                                             \
        if (hutch_core_spilled(&name##_pool, index, object) != NULL) {                                \
            return hutch_despawn(hutch_core_spilled(&name##_pool, index, object), object);            \
        }                                                                                             \
        return HUTCH_BAD_RELEASE_(name, object);                                                      \
    }                                                                                                 \
    linkage bool name##_prespawn(unsigned count)                                                      \
    {                                                                                                 \
        if (count > name##_pool.capacity) {                                                           \
            return HUTCH_BAD_INDEX_(name, count, HUTCH_FAULT_PRESPAWN);                               \
        }                                                                                             \
        if (HUTCH_CFG_CHECK >= 2 && !hutch_debug_may_use(&name##_pool, HUTCH_NONE, HUTCH_CALLER())) { \
            return false;                                                                             \
        }                                                                                             \
        for (unsigned index = 0; !HUTCH_CFG_FENCE && index < count; index++) {                        \
            hutch_core_construct(&name##_pool, index);                                                \
        }                                                                                             \
        return true;                                                                                  \
    }                                                                                                 \
    linkage bool name##_persist(type const *object, bool persistent)                                  \
    {                                                                                                 \
        const unsigned index = hutch_core_index(&name##_pool, object);                                \
        if (!hutch_core_is_live_at(&name##_pool, index)) {                                            \
            return HUTCH_BAD_USE_(name, object);                                                      \
        }                                                                                             \
        if (HUTCH_CFG_CHECK >= 2 && !hutch_debug_may_use(&name##_pool, index, HUTCH_CALLER())) {      \
            return false;                                                                             \
        }                                                                                             \
        hutch_core_set_mark(&name##_pool, HUTCH_MARK_PERSISTENT, index, persistent);                  \
        return true;                                                                                  \
    }

#define HUTCH_SPAWN_PROTOTYPES_SPAWNED_(linkage, name, type)                            \
    linkage type *name##_spawn(const void *args) HUTCH_ABI(name##_spawn);               \
    linkage type *name##_spawn_urgent(const void *args) HUTCH_ABI(name##_spawn_urgent); \
    linkage bool name##_despawn(type const *object) HUTCH_ABI(name##_despawn);          \
    linkage bool name##_prespawn(unsigned count) HUTCH_ABI(name##_prespawn);            \
    linkage bool name##_persist(type const *object, bool persistent) HUTCH_ABI(name##_persist);

// A pool without hooks has no spawn: using it is an error at compile time that names the macro.
#define HUTCH_SPAWN_FUNCTIONS_PLAIN_(linkage, name, type) HUTCH_SPAWN_PROTOTYPES_PLAIN_(linkage, name, type)
#define HUTCH_SPAWN_FUNCTIONS_TRACKED_(linkage, name, type) HUTCH_SPAWN_PROTOTYPES_PLAIN_(linkage, name, type)
#define HUTCH_SPAWN_PROTOTYPES_TRACKED_(linkage, name, type) \
    HUTCH_SPAWN_PROTOTYPES_PLAIN_(linkage, name, type)
#define HUTCH_SPAWN_PROTOTYPES_PLAIN_(linkage, name, type)                                \
    HUTCH_MISSING("spawn needs HUTCH_POOL_SPAWNED") type *name##_spawn(const void *args); \
    HUTCH_MISSING("despawn needs HUTCH_POOL_SPAWNED") bool name##_despawn(type const *object);

#endif
