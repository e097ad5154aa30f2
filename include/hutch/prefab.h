// SPDX-License-Identifier: MIT
// prefab.h - objects made from a template: an image in flash, components with hooks, and children that go
// with their parent.
//
//   HUTCH_POOL_PREFABS(creatures, struct creature, 16);                     a pool for several prefabs
//   HUTCH_COMPONENTS(orc_parts, {walk_in_hook, NULL, 10, 0}, {shout_hook, hush_hook, 20, 0});
//   HUTCH_PREFAB(orc, creatures, orc_parts, .hp = 30, .speed = 2);          what a fresh orc looks like
//
//   struct creature *c = orc_spawn(&place);       image copied, components spawned; only then visible
//   creatures_attach(c, &flames_herd, flame);     the flame goes when the creature does
//   creatures_despawn(c);  hutch_despawn_any(c);  children first, components despawned, image put back
//
// Order: spawned by rising priority, despawned by falling; equal ones as listed, and in reverse. State is put
// back at despawn: the bytes are the image's again before the slot is free, so that the next spawn of the
// same prefab there has nothing to copy (debug builds fill free slots, and always copy).
//
// RAM for each slot of such a pool, besides a ref and three bits: one struct hutch_kin. All the rest is
// constant. release, release_ref and release_run free a slot without hooks, here as elsewhere: use despawn.
#ifndef HUTCH_PREFAB_H
#define HUTCH_PREFAB_H

#include "bits.h"

struct hutch_pool;

enum { HUTCH_COMPONENTS_MAX = 16 };

/// One of the things that a prefab's objects can do. Constant, in flash.
struct hutch_component {
    void (*spawned)(void *object, const void *args); // args are the spawner's, NULL too; NULL: nothing to do
    void (*despawned)(void *object);                 // puts back what spawned changed; NULL: nothing to do
    uint8_t priority;                                // spawned by rising priority, despawned by falling
    uint8_t is_late;                                 // 1: not at spawn, but by hutch_add_component
};

/// The components of a prefab, 16 at most.
struct hutch_components {
    const struct hutch_component *first;
    unsigned count;
};

struct hutch_prefab;

/// What is known of an object that a prefab has made, in RAM. Zeroed memory is right.
struct hutch_kin {
    const struct hutch_prefab *prefab;       // the prefab that the slot has the image of
    struct hutch_kin *parent, *child, *next; // next: the parent's next child
    hutch_ref_t ref;                         // live: the object's ref; free: the inverse of the next one's
    uint16_t components;                     // bit i: component i has started
};

/// A pool with the kin of its objects.
struct hutch_herd {
    const struct hutch_pool *pool;
    struct hutch_kin *kin;
};

/// How to make an object.
struct hutch_prefab {
    const char *name;
    const struct hutch_herd *herd;
    const void *image;
    size_t image_bytes;
    const struct hutch_components *components;
};

HUTCH_BEGIN_DECLS

/// For a prefab that has none.
extern const struct hutch_components hutch_no_components;

/// Makes an object: acquires, copies the image, runs the components' spawned hooks; visible when they are
/// done.
/// @param  prefab  made with HUTCH_PREFAB
/// @param  args    for the hooks, NULL if they need none
/// @return the object; NULL when its pool is full (then `refused` counts up), without a hook run
/// @time   as hutch_spawn, the copy of one object, and the hooks, which run outside critical sections
/// @isr    any context that the pool's lock covers and the hooks allow; without a lock one context per pool
/// @fault  CONTEXT (debug builds)
void *hutch_spawn_prefab(const struct hutch_prefab *prefab, const void *args) HUTCH_ABI(hutch_spawn_prefab);

/// Makes an object as hutch_spawn_prefab, and may take the slots that the pool's policy reserves, see
/// policy.h.
/// @param  prefab  made with HUTCH_PREFAB
/// @param  args    for the hooks, NULL if they need none
/// @return as hutch_spawn_prefab
/// @time   as hutch_spawn_prefab
/// @isr    as hutch_spawn_prefab
/// @fault  CONTEXT (debug builds)
void *hutch_spawn_prefab_urgent(const struct hutch_prefab *prefab, const void *args)
    HUTCH_ABI(hutch_spawn_prefab_urgent);

/// Turns an object that stands in the level already into one of a prefab's: its bytes stay, its components
/// are spawned.
/// @param  prefab  made with HUTCH_PREFAB
/// @param  object  a live object of the prefab's pool: acquired, claimed, or adopted with its array
/// @param  args    for the hooks, NULL if they need none
/// @return true; false when a prefab has made it already, or after a fault
/// @time   one multiply, and the hooks
/// @isr    one context per object
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, USE_AFTER_RELEASE
bool hutch_adopt_prefab(const struct hutch_prefab *prefab, void *object, const void *args)
    HUTCH_ABI(hutch_adopt_prefab);

/// Copies the image into free slots ahead of time, so that later spawns need not.
/// @param  prefab  made with HUTCH_PREFAB
/// @param  count   how many slots
/// @return true; false after a fault
/// @time   count copies of one object
/// @isr    one context, before others use the pool
/// @fault  PRESPAWN
bool hutch_prespawn_prefab(const struct hutch_prefab *prefab, unsigned count)
    HUTCH_ABI(hutch_prespawn_prefab);

/// Returns the prefab that made an object.
/// @param  herd    the herd of a pool made with HUTCH_POOL_PREFABS
/// @param  object  any pointer
/// @return the prefab; NULL when no prefab has made it, or it is gone
/// @time   one multiply and two reads
/// @isr    any context
/// @fault  none
const struct hutch_prefab *hutch_prefab_of(const struct hutch_herd *herd, const void *object)
    HUTCH_ABI(hutch_prefab_of);

/// Starts a late component of an object: its spawned hook runs now, its despawned hook at despawn.
/// @param  herd       the object's herd
/// @param  object     a live object that a prefab has made
/// @param  component  one of that prefab's, started or not
/// @param  args       for the spawned hook
/// @return true; false when it has started already, is not that prefab's, or after a fault
/// @time   one pass over the components, and the hook
/// @isr    one context per object
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, USE_AFTER_RELEASE
bool hutch_add_component(const struct hutch_herd *herd, void *object, const struct hutch_component *component,
                         const void *args) HUTCH_ABI(hutch_add_component);

/// Makes one object the child of another: it despawns when its parent does. A child that has a parent
/// changes it.
/// @param  herd        the parent's herd
/// @param  parent      a live object that a prefab has made
/// @param  child_herd  the child's herd, the same or another
/// @param  child       a live object that a prefab has made
/// @return true; false after a fault
/// @time   one step per ancestor, outside critical sections; two short sections
/// @isr    one context per family
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, USE_AFTER_RELEASE, ANCESTOR
bool hutch_attach(const struct hutch_herd *herd, const void *parent, const struct hutch_herd *child_herd,
                  const void *child) HUTCH_ABI(hutch_attach);

/// The despawn hook of every herd: children, components, image. Called by despawn.
void hutch_herd_despawned(const struct hutch_herd *herd, void *object) HUTCH_ABI(hutch_herd_despawned);

HUTCH_END_DECLS

/// Names the components of a prefab: {spawned, despawned, priority, is_late} each.
#define HUTCH_COMPONENTS(name, ...)                                                                          \
    static const struct hutch_component name##_list[] = {__VA_ARGS__};                                       \
    HUTCH_STATIC_ASSERT(sizeof(name##_list) / sizeof(name##_list[0]) <= HUTCH_COMPONENTS_MAX,                \
                        hutch_##name##_has_more_components_than_HUTCH_COMPONENTS_MAX);                       \
    HUTCH_UNUSED static const struct hutch_components name = {name##_list,                                   \
                                                              sizeof(name##_list) / sizeof(name##_list[0])}; \
    HUTCH_TAKE_SEMICOLON

/// A prefab: its name, the name of its pool, its components (or hutch_no_components), and the initialiser
/// of a fresh object. Makes orc_spawn(args), orc_spawn_urgent(args), orc_adopt(object, args) and
/// orc_prespawn(count).
#define HUTCH_PREFAB(prefab, pool, parts, ...)                                           \
    static const pool##_object_ prefab##_image_ = {__VA_ARGS__};                         \
    static const struct hutch_prefab prefab = {#prefab, &pool##_herd, &prefab##_image_,  \
                                               sizeof(prefab##_image_), &parts};         \
    HUTCH_TYPED_ pool##_object_ *prefab##_spawn(const void *args_)                       \
    {                                                                                    \
        return HUTCH_STAY_((pool##_object_ *)hutch_spawn_prefab(&prefab, args_));        \
    }                                                                                    \
    HUTCH_TYPED_ pool##_object_ *prefab##_spawn_urgent(const void *args_)                \
    {                                                                                    \
        return HUTCH_STAY_((pool##_object_ *)hutch_spawn_prefab_urgent(&prefab, args_)); \
    }                                                                                    \
    HUTCH_TYPED_ bool prefab##_adopt(pool##_object_ *object_, const void *args_)         \
    {                                                                                    \
        return HUTCH_STAY_(hutch_adopt_prefab(&prefab, object_, args_));                 \
    }                                                                                    \
    HUTCH_TYPED_ bool prefab##_prespawn(unsigned count_)                                 \
    {                                                                                    \
        return HUTCH_STAY_(hutch_prespawn_prefab(&prefab, count_));                      \
    }                                                                                    \
    HUTCH_TAKE_SEMICOLON

// The pool's hooks are the herd's. They stand before the pool, the one that knows the pool after it.
#define HUTCH_KIN_(name, ...)                                                          \
    HUTCH_PLACED_ static struct hutch_kin                                              \
        name##_kin_[(HUTCH_FIRST(__VA_ARGS__)) >= 1 ? (HUTCH_FIRST(__VA_ARGS__)) : 1]; \
    static void name##_despawned_(void *object);

#define HUTCH_HERD_(linkage, name)                                             \
    linkage const struct hutch_herd name##_herd = {&name##_pool, name##_kin_}; \
    static void name##_despawned_(void *object)                                \
    {                                                                          \
        hutch_herd_despawned(&name##_herd, object);                            \
    }

#define HUTCH_HERD_FUNCTIONS_(name, type)                                                                    \
    HUTCH_TYPED_ bool name##_attach(type const *parent_, const struct hutch_herd *herd_, const void *child_) \
    {                                                                                                        \
        return HUTCH_STAY_(hutch_attach(&name##_herd, parent_, herd_, child_));                              \
    }                                                                                                        \
    HUTCH_TYPED_ bool name##_add_component(type *object_, const struct hutch_component *component_,          \
                                           const void *args_)                                                \
    {                                                                                                        \
        return HUTCH_STAY_(hutch_add_component(&name##_herd, object_, component_, args_));                   \
    }                                                                                                        \
    HUTCH_TYPED_ const struct hutch_prefab *name##_prefab(type const *object_)                               \
    {                                                                                                        \
        return hutch_prefab_of(&name##_herd, object_);                                                       \
    }

// C++ before C++20 takes the lock and the policy by position, see HUTCH_POOL_PREFABS_POLICED.
#if defined(__cplusplus) && __cplusplus < 202002L
#    define HUTCH_HERD_OPTIONS_(name, ...) HUTCH_HERD_BY_POSITION_(name, __VA_ARGS__, 0, NULL, 0)
#    define HUTCH_HERD_BY_POSITION_(name, capacity, lock_kind, its_policy, ...) \
        capacity, lock_kind, its_policy, &name##_herd_hooks_
#else
#    define HUTCH_HERD_OPTIONS_(name, ...) __VA_ARGS__, .hooks = &name##_herd_hooks_
#endif

/// A pool for prefabs, for one file: a pool with hooks and refs. Its herd is creatures_herd.
#define HUTCH_POOL_PREFABS(name, type, ...)                                 \
    typedef type name##_object_;                                            \
    HUTCH_LOCAL_KIN_(name, __VA_ARGS__)                                     \
    HUTCH_POOL_SPAWNED(name, type, HUTCH_HERD_OPTIONS_(name, __VA_ARGS__)); \
    HUTCH_LOCAL_HERD_(name, type)                                           \
    HUTCH_TAKE_SEMICOLON

/// The same over an array of the program's, see adopt.h.
#define HUTCH_POOL_PREFABS_OVER(name, type, array, ...)                                 \
    typedef type name##_object_;                                                        \
    HUTCH_LOCAL_KIN_(name, __VA_ARGS__)                                                 \
    HUTCH_POOL_SPAWNED_OVER(name, type, array, HUTCH_HERD_OPTIONS_(name, __VA_ARGS__)); \
    HUTCH_LOCAL_HERD_(name, type)                                                       \
    HUTCH_TAKE_SEMICOLON

/// The same with a lock, and with a lock and a policy, in the form that every language takes.
#define HUTCH_POOL_PREFABS_LOCKED(name, type, capacity, lock_kind) \
    HUTCH_POOL_PREFABS(name, type, capacity, HUTCH_OPTION_LOCK_(lock_kind))
#define HUTCH_POOL_PREFABS_POLICED(name, type, capacity, lock_kind, its_policy) \
    HUTCH_POOL_PREFABS(name, type, capacity, HUTCH_LOCK_AND_POLICY_(lock_kind, its_policy))

/// The same for several files: this in a header, with the options ...
#define HUTCH_POOL_PREFABS_DECLARE(name, type, ...)                                   \
    HUTCH_BEGIN_DECLS                                                                 \
    extern const struct hutch_hooks name##_herd_hooks_ HUTCH_ABI(name##_herd_hooks_); \
    extern const struct hutch_herd name##_herd HUTCH_ABI(name##_herd);                \
    HUTCH_END_DECLS                                                                   \
    HUTCH_POOL_SPAWNED_DECLARE(name, type, HUTCH_HERD_OPTIONS_(name, __VA_ARGS__));   \
    HUTCH_HERD_FUNCTIONS_(name, type)                                                 \
    HUTCH_TAKE_SEMICOLON

/// ... and this in one .c file.
#define HUTCH_POOL_PREFABS_DEFINE(...) HUTCH_NAME_ONLY_(HUTCH_GLOBAL_PREFABS_, spawned_, __VA_ARGS__)

#define HUTCH_LOCAL_KIN_(name, ...) \
    HUTCH_KIN_(name, __VA_ARGS__)   \
    static const struct hutch_hooks name##_herd_hooks_ = {NULL, NULL, name##_despawned_};
#define HUTCH_LOCAL_HERD_(name, type)      \
    HUTCH_HERD_(HUTCH_UNUSED static, name) \
    HUTCH_HERD_FUNCTIONS_(name, type)
#define HUTCH_GLOBAL_PREFABS_(kind, name)                                                             \
    HUTCH_KIN_(name, name##_count_)                                                                   \
    HUTCH_EXTERN_CONST const struct hutch_hooks name##_herd_hooks_ = {NULL, NULL, name##_despawned_}; \
    HUTCH_GLOBAL_POOL_(kind, name);                                                                   \
    HUTCH_HERD_(HUTCH_EXTERN_CONST, name)                                                             \
    HUTCH_TAKE_SEMICOLON

#endif
