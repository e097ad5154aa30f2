// SPDX-License-Identifier: MIT
// prefab.h - objects made from a template: a constant image, components with hooks, and children that are
// despawned with their parent.
//
//   HUTCH_POOL_PREFABS(creatures, struct creature, 16);                     a pool for several prefabs
//   HUTCH_COMPONENTS(orc_parts, {walk_in_hook, NULL, 10, 0}, {shout_hook, hush_hook, 20, 0});
//   HUTCH_PREFAB(orc, creatures, orc_parts, .hp = 30, .speed = 2);          the image of a new orc
//
//   struct creature *c = orc_spawn(&place);       copies the image, spawns the components, makes it visible
//   creatures_attach(c, &flames_herd, flame);     the flame is despawned with the creature
//   creatures_despawn(c);  hutch_despawn_any(c);  despawns children and components, restores the image
//
//   parts   the components of a prefab: orc_parts
//   kin     the record of one slot, in RAM: the prefab of its object, its started components, its relatives
//   herd    a pool and the kin of all its slots: creatures_herd
//
// Components are spawned in ascending order of priority and despawned in descending order; equal ones are
// spawned in the order of the list and despawned in reverse. Despawn restores the bytes of the image before
// the slot is free, so that the next spawn of the same prefab in that slot copies nothing. Debug builds fill
// free slots, and always copy.
//
// The despawn of a parent takes one step per ancestor of each descendant, and passes its own siblings with
// interrupts masked: keep families small.
//
// RAM per slot of such a pool: one struct hutch_kin, in addition to a ref and three bits. Everything else is
// constant, in flash. On AVR avr-gcc copies constants to RAM: the image and 10 bytes per prefab, 6 bytes per
// component.
//
// As in other pools, release, release_ref and release_run free a slot without running hooks: use despawn.
#ifndef HUTCH_PREFAB_H
#define HUTCH_PREFAB_H

#include "spawn.h" // IWYU pragma: export

enum { HUTCH_COMPONENTS_MAX = 16 };

/// A component: hooks for one ability of a prefab's objects. Constant.
struct hutch_component {
    void (*spawned)(void *object, const void *args); // args: the caller's, may be NULL; hook may be NULL
    void (*despawned)(void *object);                 // undoes what spawned changed; may be NULL
    uint8_t priority;                                // spawned in ascending order, despawned in descending
    uint8_t is_late;                                 // 1: started by add_component, not at spawn
};

/// The components of a prefab, 16 at most.
struct hutch_components {
    const struct hutch_component *first;
    unsigned count;
};

struct hutch_prefab;

/// The record of a slot in a herd, in RAM. Zeroed memory is its initial state.
struct hutch_kin {
    const struct hutch_prefab *prefab;       // the prefab of the image in the slot
    struct hutch_kin *parent, *child, *next; // next: the next child of the parent; the kin itself if the free
                                             // slot holds the image
    hutch_ref_t ref;     // of the object; of the next one if the free slot holds the image
    uint16_t components; // bit i: component i has started
};

/// A pool with the kin of its slots.
struct hutch_herd {
    const struct hutch_pool *pool;
    struct hutch_kin *kin;
};

/// A template for objects. Made by HUTCH_PREFAB.
struct hutch_prefab {
    const char *name;
    const struct hutch_herd *herd;
    const void *image;
    size_t image_bytes;
    const struct hutch_components *components;
};

HUTCH_BEGIN_DECLS

/// The components of a prefab that has none.
extern const struct hutch_components hutch_no_components;

/// Makes an object: acquires a slot, copies the image, and runs the spawned hooks of the components. The
/// object is visible when they have returned.
/// @param  prefab  made with HUTCH_PREFAB
/// @param  args    passed to the hooks, may be NULL
/// @return the object; NULL if no slot is free (counted by hutch_refused): no hook runs then
/// @time   as spawn, the copy of one object, and the hooks, outside the lock
/// @isr    any context that the pool's lock covers and the hooks allow; without a lock one context per pool
/// @fault  none
void *hutch_spawn_prefab(const struct hutch_prefab *prefab, const void *args) HUTCH_ABI(hutch_spawn_prefab);

/// Makes an object as hutch_spawn_prefab, and may use the slots that the pool's policy reserves, see
/// policy.h.
/// @param  prefab  made with HUTCH_PREFAB
/// @param  args    passed to the hooks, may be NULL
/// @return as hutch_spawn_prefab
/// @time   as hutch_spawn_prefab
/// @isr    as hutch_spawn_prefab
/// @fault  none
void *hutch_spawn_prefab_urgent_(const struct hutch_prefab *prefab, const void *args)
    HUTCH_ABI(hutch_spawn_prefab_urgent_);

/// Makes an existing live object one of a prefab: its bytes stay, its components are spawned.
/// @param  prefab  made with HUTCH_PREFAB
/// @param  object  a live object of the prefab's pool: acquired, claimed, or adopted with its array
/// @param  args    passed to the hooks, may be NULL
/// @return true; false if it has a prefab already, or after a fault
/// @time   one multiply, and the hooks
/// @isr    one context per object
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, USE_AFTER_RELEASE
bool hutch_adopt_prefab(const struct hutch_prefab *prefab, void *object, const void *args)
    HUTCH_ABI(hutch_adopt_prefab);

/// Copies the image into free slots, so that later spawns need not.
/// @param  prefab  made with HUTCH_PREFAB
/// @param  count   how many slots, at most the free ones
/// @return true; false after a fault
/// @time   `count` copies of one object
/// @isr    one context, before others use the pool
/// @fault  PRESPAWN
bool hutch_prespawn_prefab(const struct hutch_prefab *prefab, unsigned count)
    HUTCH_ABI(hutch_prespawn_prefab);

/// Returns the prefab of an object.
/// @param  herd    the herd of a pool made with HUTCH_POOL_PREFABS
/// @param  object  any pointer
/// @return the prefab; NULL if the object is not live or has no prefab
/// @time   one multiply and two reads
/// @isr    any context
/// @fault  none
const struct hutch_prefab *hutch_prefab_of_(const struct hutch_herd *herd, const void *object)
    HUTCH_ABI(hutch_prefab_of_);

/// Starts a component of an object: its spawned hook runs now, its despawned hook at despawn.
/// @param  herd       the object's herd
/// @param  object     a live object that has a prefab
/// @param  component  a component of that prefab
/// @param  args       passed to the spawned hook, may be NULL
/// @return true; false if it has started already or is not one of that prefab, or after a fault
/// @time   one pass over the components, and the hook
/// @isr    one context per object
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, USE_AFTER_RELEASE
bool hutch_add_component_(const struct hutch_herd *herd, void *object,
                          const struct hutch_component *component, const void *args)
    HUTCH_ABI(hutch_add_component_);

/// Makes one object the child of another, so that it is despawned with its parent. A child that has a parent
/// leaves that one.
/// @param  herd        the parent's herd
/// @param  parent      a live object that has a prefab
/// @param  child_herd  the child's herd, the same or another
/// @param  child       a live object that has a prefab
/// @return true; false after a fault: nothing changes then
/// @time   one step per ancestor and per sibling of the child; siblings are passed with interrupts masked
/// @isr    one context per family
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, USE_AFTER_RELEASE, ANCESTOR
bool hutch_attach_(const struct hutch_herd *herd, const void *parent, const struct hutch_herd *child_herd,
                   const void *child) HUTCH_ABI(hutch_attach_);

/// The despawn hook of every herd: despawns children and components, restores the image.
void hutch_herd_despawned(const struct hutch_herd *herd, void *object) HUTCH_ABI(hutch_herd_despawned);

HUTCH_END_DECLS

/// Defines the components of a prefab: {spawned, despawned, priority, is_late} each.
#define HUTCH_COMPONENTS(name, ...) HUTCH_COMPONENTS_(name, __VA_ARGS__)
#define HUTCH_COMPONENTS_(name, ...)                                                                         \
    static const struct hutch_component name##_list[] = {__VA_ARGS__};                                       \
    HUTCH_STATIC_ASSERT(sizeof(name##_list) / sizeof(name##_list[0]) <= HUTCH_COMPONENTS_MAX,                \
                        hutch_##name##_has_more_components_than_HUTCH_COMPONENTS_MAX);                       \
    HUTCH_UNUSED static const struct hutch_components name = {name##_list,                                   \
                                                              sizeof(name##_list) / sizeof(name##_list[0])}; \
    HUTCH_TAKE_SEMICOLON

/// Defines a prefab: its name, the name of its pool, its components (or hutch_no_components), and the
/// initialiser of a new object. Defines orc_spawn(args), orc_spawn_urgent(args), orc_adopt(object, args) and
/// orc_prespawn(count).
#define HUTCH_PREFAB(prefab, pool, parts, ...) HUTCH_PREFAB_(prefab, pool, parts, __VA_ARGS__)
#define HUTCH_PREFAB_(prefab, pool, parts, ...)                                           \
    static const pool##_object_ prefab##_image_ = {__VA_ARGS__};                          \
    static const struct hutch_prefab prefab = {#prefab, &pool##_herd, &prefab##_image_,   \
                                               sizeof(prefab##_image_), &parts};          \
    HUTCH_TYPED_ pool##_object_ *prefab##_spawn(const void *args_)                        \
    {                                                                                     \
        return HUTCH_STAY_((pool##_object_ *)hutch_spawn_prefab(&prefab, args_));         \
    }                                                                                     \
    HUTCH_TYPED_ pool##_object_ *prefab##_spawn_urgent(const void *args_)                 \
    {                                                                                     \
        return HUTCH_STAY_((pool##_object_ *)hutch_spawn_prefab_urgent_(&prefab, args_)); \
    }                                                                                     \
    HUTCH_TYPED_ bool prefab##_adopt(pool##_object_ *object_, const void *args_)          \
    {                                                                                     \
        return HUTCH_STAY_(hutch_adopt_prefab(&prefab, object_, args_));                  \
    }                                                                                     \
    HUTCH_TYPED_ bool prefab##_prespawn(unsigned count_)                                  \
    {                                                                                     \
        return HUTCH_STAY_(hutch_prespawn_prefab(&prefab, count_));                       \
    }                                                                                     \
    HUTCH_TAKE_SEMICOLON

// The hooks of the pool are those of the herd. They are declared before the pool; the despawn hook, which
// needs the pool, is defined after it.
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
    struct HUTCH_STATE_cannot_hold_the_prefabs_of_##name;                                                    \
    HUTCH_TYPED_ bool name##_attach(type const *parent_, const struct hutch_herd *herd_, const void *child_) \
    {                                                                                                        \
        return HUTCH_STAY_(hutch_attach_(&name##_herd, parent_, herd_, child_));                             \
    }                                                                                                        \
    HUTCH_TYPED_ bool name##_add_component(type *object_, const struct hutch_component *component_,          \
                                           const void *args_)                                                \
    {                                                                                                        \
        return HUTCH_STAY_(hutch_add_component_(&name##_herd, object_, component_, args_));                  \
    }                                                                                                        \
    HUTCH_TYPED_ const struct hutch_prefab *name##_prefab(type const *object_)                               \
    {                                                                                                        \
        return hutch_prefab_of_(&name##_herd, object_);                                                      \
    }

// C++ before C++20 takes the lock and the policy by position: HUTCH_OPTIONS(HUTCH_LOCK_IRQ, &careful, NULL).
#if defined(__cplusplus) && __cplusplus < 202002L
#    define HUTCH_HERD_OPTIONS_(name, ...) HUTCH_HERD_BY_POSITION_(name, __VA_ARGS__, 0, NULL, 0)
#    define HUTCH_HERD_BY_POSITION_(name, capacity, lock_kind, its_policy, ...) \
        capacity, lock_kind, its_policy, &name##_herd_hooks_
#else
#    define HUTCH_HERD_OPTIONS_(name, ...) __VA_ARGS__, .hooks = &name##_herd_hooks_
#endif

/// A pool for prefabs, for one file: a pool with hooks and refs. Its herd is creatures_herd.
#undef HUTCH_POOL_PREFABS
#define HUTCH_POOL_PREFABS(name, type, ...)                                 \
    HUTCH_LOCAL_KIN_(name, __VA_ARGS__)                                     \
    HUTCH_POOL_SPAWNED(name, type, HUTCH_HERD_OPTIONS_(name, __VA_ARGS__)); \
    HUTCH_LOCAL_HERD_(name, type)                                           \
    HUTCH_TAKE_SEMICOLON

/// The same for several files: this in a header, with the options ...
#define HUTCH_POOL_PREFABS_DECLARE(name, type, ...) HUTCH_SHARED_PREFABS_(name, type, __VA_ARGS__)
#define HUTCH_SHARED_PREFABS_(name, type, ...)                                        \
    HUTCH_BEGIN_DECLS                                                                 \
    extern const struct hutch_hooks name##_herd_hooks_ HUTCH_ABI(name##_herd_hooks_); \
    extern const struct hutch_herd name##_herd HUTCH_ABI(name##_herd);                \
    HUTCH_END_DECLS                                                                   \
    HUTCH_POOL_SPAWNED_DECLARE(name, type, HUTCH_HERD_OPTIONS_(name, __VA_ARGS__));   \
    HUTCH_HERD_FUNCTIONS_(name, type)                                                 \
    HUTCH_TAKE_SEMICOLON

/// ... and this in one .c file.
#define HUTCH_POOL_PREFABS_DEFINE(name) HUTCH_GLOBAL_PREFABS_(spawned_, name)

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
