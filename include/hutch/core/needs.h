// SPDX-License-Identifier: MIT
// needs.h - all that the core knows of add-ons: the error of a program that forgot the header of one. That
// header replaces these macros.
#ifndef HUTCH_NEEDS_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_NEEDS_H

#include "compiler.h"

#define HUTCH_NEEDS_(header) HUTCH_STATIC_ASSERT(0, this_needs_include_hutch_##header##_h)
#define HUTCH_POOL_SPAWNED(...) HUTCH_NEEDS_(spawn)
#define HUTCH_POOL_PREFABS(...) HUTCH_NEEDS_(prefab)
#define HUTCH_POOL_COUNTED(...) HUTCH_NEEDS_(counted)
#define HUTCH_POOL_RUNS(...) HUTCH_NEEDS_(runs)
#define HUTCH_POOL_BLOCKS(...) HUTCH_NEEDS_(sizes)
#define HUTCH_POOL_QUEUED(...) HUTCH_NEEDS_(queue)
#define HUTCH_QUEUE(...) HUTCH_NEEDS_(queue)
#define HUTCH_POLICY(...) HUTCH_NEEDS_(policy)
#define HUTCH_WAITERS(...) HUTCH_NEEDS_(wait)
#define HUTCH_SCENE(...) HUTCH_NEEDS_(scene)
#define HUTCH_STATE(...) HUTCH_NEEDS_(state)
#define HUTCH_POOL_LIST(...) HUTCH_NEEDS_(report)

// A pool has the functions of the add-ons whose headers stand before it.
#define HUTCH_STATS_FUNCTIONS_(name, pool)                                                      \
    HUTCH_MISSING("peak needs hutch/stats.h before the pool") unsigned name##_peak(void);       \
    HUTCH_MISSING("refused needs hutch/stats.h before the pool") unsigned name##_refused(void); \
    HUTCH_MISSING("stats_reset needs hutch/stats.h before the pool") void name##_stats_reset(void);
#define HUTCH_URGENT_FUNCTIONS_(name, type, pool) \
    HUTCH_MISSING("acquire_urgent needs hutch/policy.h before the pool") type *name##_acquire_urgent(void);
#define HUTCH_NUMBER_URGENT_FUNCTIONS_(name, pool) \
    HUTCH_MISSING("acquire_urgent needs hutch/policy.h before the pool") int name##_acquire_urgent(void);
#define HUTCH_RUN_FUNCTIONS_(name, type, pool)                      \
    HUTCH_MISSING("acquire_run needs hutch/runs.h before the pool") \
    type *name##_acquire_run(unsigned length);                      \
    HUTCH_MISSING("release_run needs hutch/runs.h before the pool") \
    bool name##_release_run(type const *object, unsigned length);
#define HUTCH_NUMBER_RUN_FUNCTIONS_(name, pool)                                                              \
    HUTCH_MISSING("acquire_run needs hutch/runs.h before the pool") int name##_acquire_run(unsigned length); \
    HUTCH_MISSING("release_run needs hutch/runs.h before the pool")                                          \
    bool name##_release_run(int id, unsigned length);
#define HUTCH_WAIT_FUNCTIONS_(name, type, pool)                      \
    HUTCH_MISSING("acquire_wait needs hutch/wait.h before the pool") \
    type *name##_acquire_wait(uint32_t ticks, void *why);
#define HUTCH_NUMBER_WAIT_FUNCTIONS_(name, pool)                     \
    HUTCH_MISSING("acquire_wait needs hutch/wait.h before the pool") \
    int name##_acquire_wait(uint32_t ticks, void *why);
#define HUTCH_SPAWN_FUNCTIONS_plain_(name, type, pool)                                                  \
    HUTCH_MISSING("spawn needs HUTCH_POOL_SPAWNED") type *name##_spawn(const void *args);               \
    HUTCH_MISSING("spawn_urgent needs HUTCH_POOL_SPAWNED") type *name##_spawn_urgent(const void *args); \
    HUTCH_MISSING("despawn needs HUTCH_POOL_SPAWNED") bool name##_despawn(type const *object);
#define HUTCH_SPAWN_FUNCTIONS_tracked_(name, type, pool) HUTCH_SPAWN_FUNCTIONS_plain_(name, type, pool)

#endif
