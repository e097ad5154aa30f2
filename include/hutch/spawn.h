// SPDX-License-Identifier: MIT
// spawn.h - acquire and release with hooks: construct once, spawn, despawn.
//
//   static const struct hutch_hooks orc_hooks = {NULL, born_hook, gone_hook};
//   HUTCH_POOL_SPAWNED(orcs, struct orc, 16, .hooks = &orc_hooks);
//   struct orc *o = orcs_spawn(&place);      acquires, and runs born_hook(o, &place)
//   orcs_despawn(o);                         runs gone_hook(o), and releases
//
//   spawn     acquire the slot, construct hook (first spawn in that slot only), spawn hook, make visible
//   despawn   hide, despawn hook, free the slot
//
// Walks, is_live and refs ignore a hidden object, also in an interrupt during its hook. Hooks run outside the
// lock and are never called with NULL. They may spawn and despawn other objects, but not their own; what a
// despawn hook spawns may outlive hutch_clear.
//
// Three bits per slot, in one array: [visible words][constructed words][persistent words]
#ifndef HUTCH_SPAWN_H
#define HUTCH_SPAWN_H

#include "hutch.h" // IWYU pragma: export
#include "core/hooks.h"

HUTCH_BEGIN_DECLS

/// Acquires an object and runs its hooks: construct, for the first object in a slot, then spawn. The object
/// is visible when they have returned.
/// @param  pool  a pool made with HUTCH_POOL_SPAWNED
/// @param  args  passed to the spawn hook, may be NULL
/// @return the object; NULL if no slot is free (counted by hutch_refused): no hook runs then
/// @time   as hutch_acquire, at most two more short critical sections, and the hooks, outside the lock
/// @isr    any context that the pool's lock covers and the hooks allow; without a lock one context per pool
/// @fault  none
void *hutch_spawn_(const struct hutch_pool *pool, const void *args) HUTCH_ABI(hutch_spawn_);

/// Acquires an object as spawn, and may use the slots that the pool's policy reserves, see policy.h.
/// @param  pool  a pool made with HUTCH_POOL_SPAWNED
/// @param  args  passed to the spawn hook, may be NULL
/// @return the object; NULL if no slot is free (counted by hutch_refused): no hook runs then
/// @time   as spawn
/// @isr    any context that the pool's lock covers and the hooks allow; without a lock one context per pool
/// @fault  none
void *hutch_spawn_urgent_(const struct hutch_pool *pool, const void *args) HUTCH_ABI(hutch_spawn_urgent_);

/// Releases an object with its hook: hides it, runs the despawn hook, then frees the slot.
/// @param  pool    a pool made with HUTCH_POOL_SPAWNED
/// @param  object  what spawn returned
/// @return true; false after a fault: nothing changes then
/// @time   as hutch_release, one more short critical section, and the hook, outside the lock
/// @isr    any context that the pool's lock covers and the hook allows; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, DOUBLE_RELEASE
bool hutch_despawn_(const struct hutch_pool *pool, const void *object) HUTCH_ABI(hutch_despawn_);

/// Runs the construct hook for the first slots, before they are spawned.
/// @param  pool   a pool made with HUTCH_POOL_SPAWNED
/// @param  count  how many slots, 0 to capacity
/// @return true; false after a fault: nothing changes then
/// @time   `count` construct hooks
/// @isr    one context, before others use the pool
/// @fault  PRESPAWN
bool hutch_prespawn_(const struct hutch_pool *pool, unsigned count) HUTCH_ABI(hutch_prespawn_);

/// Marks an object as persistent, so that hutch_scene_reset does not release it, or removes the mark.
/// @param  pool        a pool made with HUTCH_POOL_SPAWNED
/// @param  object      a live object
/// @param  persistent  true to set the mark, false to remove it
/// @return true; false after a fault: nothing changes then
/// @time   one multiply and a short critical section
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, USE_AFTER_RELEASE
bool hutch_persist_(const struct hutch_pool *pool, const void *object, bool persistent)
    HUTCH_ABI(hutch_persist_);

// Those of hutch::pool::create.
unsigned hutch_create_begin(const struct hutch_pool *pool) HUTCH_ABI(hutch_create_begin);
void hutch_create_end(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_create_end);
void hutch_create_undo(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_create_undo);

/// Runs the construct hook for a hidden slot, unless that was done before.
void hutch_spawn_construct(const struct hutch_pool *pool, unsigned index) HUTCH_ABI(hutch_spawn_construct);

HUTCH_END_DECLS

/// Runs the hooks of a slot that was acquired and is hidden.
/// @param  index  its number: only the construct hook needs it
HUTCH_INLINE void hutch_core_set_up(const struct hutch_pool *pool, void *object, unsigned index,
                                    const void *args)
{
    const struct hutch_hooks *const hooks = pool->options->hooks;
    if (hooks != NULL && hooks->construct != NULL) {
        hutch_spawn_construct(pool->self, index);
    }
    if (hooks != NULL && hooks->spawn != NULL) {
        (hooks->spawn)(object, args);
    }
}

/// Acquires a slot of this pool, or of the pool that its policy spills to. @return the pool of that slot
/// @param  index  receives the slot; HUTCH_NONE if there is none
HUTCH_INLINE const struct hutch_pool *hutch_core_acquire_any(const struct hutch_pool *pool, unsigned mode,
                                                             unsigned *index)
{
    const struct hutch_policy *const policy = pool->options->policy;
    *index = hutch_core_acquire_mode(pool, HUTCH_SPILLS_(policy) ? mode | HUTCH_MODE_UNCOUNTED : mode);
    return *index == HUTCH_NONE && HUTCH_SPILLS_(policy) ? (policy->calls->spill)(pool->self, mode, index)
                                                         : pool;
}

/// Acquires an object and runs its hooks.
/// @param  mode  HUTCH_MODE_HIDDEN, or HUTCH_MODE_HIDDEN | HUTCH_MODE_URGENT
/// @return the object, visible now; NULL if the pool is full
HUTCH_INLINE void *hutch_core_spawn_mode(const struct hutch_pool *pool, const void *args, unsigned mode)
{
    if (HUTCH_IS_SMALL(pool)) {
        void *const object = hutch_small_acquire(pool);
        if (object != NULL && pool->has_marks) {
            hutch_core_set_up(pool, object, hutch_slot_index(pool, object), args);
            hutch_small_show(object, pool->slots, pool->visible, HUTCH_SHAPE(pool));
        }
        return object;
    }
    unsigned index = HUTCH_NONE;
    const struct hutch_pool *const owner = hutch_core_acquire_any(pool, mode, &index);
    if (index == HUTCH_NONE) {
        return NULL;
    }
    void *const object = hutch_slot_address(owner, index);
    if (owner->has_marks) {
        hutch_core_set_up(owner, object, index, args);
        HUTCH_ENGINE(show, owner, index);
    }
    return object;
}

HUTCH_INLINE void *hutch_core_spawn(const struct hutch_pool *pool, const void *args)
{
    return hutch_core_spawn_mode(pool, args, HUTCH_MODE_HIDDEN);
}

HUTCH_INLINE void *hutch_core_spawn_urgent(const struct hutch_pool *pool, const void *args)
{
    return hutch_core_spawn_mode(pool, args, HUTCH_MODE_HIDDEN | HUTCH_MODE_URGENT);
}

/// The steps of hutch::pool::create, in a pool with hooks and without a policy: acquires a slot that stays
/// hidden; shows its object, which is constructed; or frees the slot again.
HUTCH_INLINE unsigned hutch_core_create_begin(const struct hutch_pool *pool)
{
    return HUTCH_ENGINE(acquire, pool, HUTCH_MODE_HIDDEN);
}

HUTCH_INLINE void hutch_core_create_end(const struct hutch_pool *pool, unsigned index)
{
    HUTCH_ENGINE(show, pool, index);
}

HUTCH_INLINE void hutch_core_create_undo(const struct hutch_pool *pool, unsigned index)
{
    hutch_core_release_slot(pool, index, true);
}

HUTCH_INLINE bool hutch_core_despawn(const struct hutch_pool *pool, const void *object)
{
    if (HUTCH_IS_SMALL(pool) && HUTCH_HAS_HOOKS(pool)) {
        return hutch_small_despawn(pool, object) ||
               (HUTCH_CFG_NAMES &&
                hutch_core_bad_pointer(pool, HUTCH_NONE, object, HUTCH_FAULT_DOUBLE_RELEASE));
    }
    const unsigned index = hutch_slot_index(pool, object);
    if (HUTCH_LIKELY(index != HUTCH_NONE) && HUTCH_LIKELY(hutch_core_release_with_hook(pool, index))) {
        return true;
    }
    const struct hutch_policy *const policy = pool->options->policy;
    return index == HUTCH_NONE && HUTCH_SPILLS_(policy)
               ? (policy->calls->release_object)(pool->self, object, true)
               : hutch_core_bad_pointer(pool, index, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

// ------------------------------------------------------------------------------------------- typed functions

// clang-format off
#define HUTCH_SPAWN_FUNCTIONS_spawned_(name, type, pool)                                                               \
    HUTCH_TYPED_ type *name##_spawn(const void *args_) { return HUTCH_STAY_((type *)HUTCH_DO_INNER_(spawn)(&pool, args_)); } \
    HUTCH_TYPED_ type *name##_spawn_urgent(const void *args_) { return HUTCH_STAY_((type *)HUTCH_DO_INNER_(spawn_urgent)(&pool, args_)); } \
    HUTCH_TYPED_ bool name##_despawn(type const *object_) { return HUTCH_STAY_(HUTCH_DO_INNER_(despawn)(&pool, (const void *)object_)); } \
    HUTCH_TYPED_ bool name##_prespawn(unsigned count_) { return HUTCH_STAY_(hutch_prespawn_(&name##_pool, count_)); }   \
    HUTCH_TYPED_ bool name##_persist(type const *object_, bool is_persistent_)                                         \
    {                                                                                                                  \
        return HUTCH_STAY_(hutch_persist_(&name##_pool, (const void *)object_, is_persistent_));                        \
    }
// clang-format on

// The kind, see storage.h: refs, and three marks per slot.
#define HUTCH_LAYOUT_spawned_ HUTCH_LAYOUT_plain_
#define HUTCH_EDGE_BYTES_spawned_ HUTCH_EDGE_BYTES_plain_
#define HUTCH_GENERATIONS_spawned_(name) name##_generations_
#define HUTCH_REFS_spawned_(linkage, name) HUTCH_MARKED_(linkage, name, HUTCH_MARKS)
#define HUTCH_VISIBLE_spawned_(name) name##_marks_
#define HUTCH_HAS_MARKS_spawned_ HUTCH_MARKS
#define HUTCH_CALLS_spawned_(name) &hutch_hooked_calls
#define HUTCH_CHECK_REFS_spawned_(name) HUTCH_CHECK_REFS_tracked_(name)
#define HUTCH_CHECK_HOOKS_spawned_(name, ...)
#define HUTCH_REF_FUNCTIONS_spawned_(name, type, pool) HUTCH_REF_FUNCTIONS_tracked_(name, type, pool)

/// A pool with hooks and refs, for one file.
#undef HUTCH_POOL_SPAWNED
#define HUTCH_POOL_SPAWNED(name, type, ...) HUTCH_LOCAL_POOL_(spawned_, name, type, __VA_ARGS__)

/// The same for several files: this in a header, with the options, and the other in one .c file.
#define HUTCH_POOL_SPAWNED_DECLARE(name, type, ...) HUTCH_SHARED_POOL_(spawned_, name, type, __VA_ARGS__)
#define HUTCH_POOL_SPAWNED_DEFINE(name) HUTCH_GLOBAL_POOL_(spawned_, name)

/// The same over an array of the program, see over.h.
#define HUTCH_POOL_SPAWNED_OVER(name, type, array, ...) \
    HUTCH_POOL_OVER_(spawned_, name, type, array, __VA_ARGS__)

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

#endif
