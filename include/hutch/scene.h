// SPDX-License-Identifier: MIT
// scene.h - pools that are emptied together, and finding the pool of an object.
//
//   HUTCH_SCENE(level, &rabbits_pool, &bullets_pool);      at file scope
//   hutch_scene_check(&level);                             at the end of a level: reports what is still live
//   hutch_scene_reset(&level);                             releases everything, hooks run, old refs are stale
#ifndef HUTCH_SCENE_H
#define HUTCH_SCENE_H

#include "config.h"

struct hutch_pool;

/// A group of pools.
struct hutch_scene {
    const struct hutch_pool *const *pools;
    unsigned length;
};

/// Names the pools of a scene.
#define HUTCH_SCENE(name, ...)                                                                              \
    static const struct hutch_pool *const name##_pools_[] = {__VA_ARGS__};                                  \
    HUTCH_UNUSED static const struct hutch_scene name = {name##_pools_,                                     \
                                                         sizeof(name##_pools_) / sizeof(name##_pools_[0])}; \
    HUTCH_TAKE_SEMICOLON

HUTCH_BEGIN_DECLS

/// Releases every object of a scene's pools, with hooks where the pool has them, except those marked
/// persistent.
/// @param  scene  made with HUTCH_SCENE
/// @return how many were released
/// @time   one iteration over each pool, and the hooks
/// @isr    any context that each pool's lock covers and the hooks allow
/// @fault  none
unsigned hutch_scene_reset(const struct hutch_scene *scene) HUTCH_ABI(hutch_scene_reset);

/// Reports every object of a scene's pools that is still live and not persistent: the leaks at a scene's
/// end. Changes nothing. Debug builds name who acquired each.
/// @param  scene  made with HUTCH_SCENE
/// @return how many there are
/// @time   one iteration over each pool
/// @isr    any context
/// @fault  LEAK
unsigned hutch_scene_check(const struct hutch_scene *scene) HUTCH_ABI(hutch_scene_check);

/// Returns the listed pool that an object belongs to (see report.h for how pools are listed).
/// @param  object  any pointer
/// @return the pool that has a slot beginning there, live or free; NULL when there is none
/// @time   one multiply per listed pool
/// @isr    any context
/// @fault  none
const struct hutch_pool *hutch_owner(const void *object) HUTCH_ABI(hutch_owner);

/// Despawns an object of any listed pool.
/// @param  object  what spawn returned
/// @return true; false after a fault
/// @time   hutch_owner and hutch_despawn
/// @isr    any context that the pool's lock covers and the hook allows
/// @fault  NULL_POINTER, FOREIGN, DOUBLE_RELEASE, RELEASE_IN_DESPAWN (debug builds)
bool hutch_despawn_any(const void *object) HUTCH_ABI(hutch_despawn_any);

HUTCH_END_DECLS

#endif
