// SPDX-License-Identifier: MIT
// scene.h - groups of pools that are emptied together, and the look-up of an object's pool.
//
//   HUTCH_SCENE(level, &rabbits_pool, &bullets_pool);      at file scope
//   hutch_scene_check(&level);                             at the end of a level: reports live objects
//   hutch_scene_reset(&level);                             releases them, with hooks; their refs become stale
#ifndef HUTCH_SCENE_H
#define HUTCH_SCENE_H

#include "hutch.h" // IWYU pragma: export

/// A group of pools.
struct hutch_scene {
    const struct hutch_pool *const *pools;
    unsigned length;
};

/// Defines a scene by its pools.
#undef HUTCH_SCENE
#define HUTCH_SCENE(name, ...) HUTCH_SCENE_(name, __VA_ARGS__)
#define HUTCH_SCENE_(name, ...)                                                                             \
    static const struct hutch_pool *const name##_pools_[] = {__VA_ARGS__};                                  \
    HUTCH_UNUSED static const struct hutch_scene name = {name##_pools_,                                     \
                                                         sizeof(name##_pools_) / sizeof(name##_pools_[0])}; \
    HUTCH_TAKE_SEMICOLON

HUTCH_BEGIN_DECLS

/// Releases every object of a scene's pools that is not marked as persistent, with despawn hooks.
/// @param  scene  made with HUTCH_SCENE
/// @return how many were released
/// @time   one walk over each pool, a release per object, and the hooks
/// @isr    any context that each pool's lock covers and the hooks allow
/// @fault  none
unsigned hutch_scene_reset(const struct hutch_scene *scene) HUTCH_ABI(hutch_scene_reset);

/// Reports every object of a scene's pools that is live and not marked as persistent: the leaks at the end of
/// the scene. Changes nothing. Debug builds report which call acquired each; the
/// default handler stops there at the first.
/// @param  scene  made with HUTCH_SCENE
/// @return how many were reported
/// @time   one walk over each pool
/// @isr    any context
/// @fault  LEAK
unsigned hutch_scene_check(const struct hutch_scene *scene) HUTCH_ABI(hutch_scene_check);

/// Returns the listed pool to which an object belongs; report.h describes how pools are listed.
/// @param  object  any pointer
/// @return the pool of which a slot, live or free, starts there; NULL if there is none
/// @time   one multiply per listed pool
/// @isr    any context
/// @fault  none
const struct hutch_pool *hutch_owner(const void *object) HUTCH_ABI(hutch_owner);

/// Despawns an object of any listed pool, as despawn.
/// @param  object  what spawn returned
/// @return true; false after a fault: nothing changes then
/// @time   hutch_owner and despawn
/// @isr    any context that the pool's lock covers and the hook allows
/// @fault  NULL_POINTER, FOREIGN, DOUBLE_RELEASE
bool hutch_despawn_any(const void *object) HUTCH_ABI(hutch_despawn_any);

HUTCH_END_DECLS

#endif
