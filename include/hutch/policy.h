// SPDX-License-Identifier: MIT
// policy.h - what a pool does when it is full or nearly full: keep a reserve, evict, spill, call back.
//
//   HUTCH_POLICY(careful, .reserve = 2, .on_low = warn, .low = 4);
//   HUTCH_POOL(bullets, struct bullet, 32, .lock = HUTCH_LOCK_IRQ, .policy = &careful);
//   bullets_acquire();          NULL when only 2 are free
//   bullets_acquire_urgent();   uses those too: for an interrupt, or the player's own shot
//
//   HUTCH_POLICY_OLDEST(fade, 64);                         evicts the oldest object
//   HUTCH_EVICT_LOWEST(least_dangerous, struct foe, hp);   for .evict: the lowest value of a field
//   HUTCH_POLICY(crowd, .evict = least_dangerous, .spill = &spare_pool, .on_room = wake);
//
// An acquire or spawn that finds no room evicts one object; in a full pool it gets that slot. If there is
// no victim it acquires from the spill pool. If that has no room either it is refused, and only then
// counted; no object is evicted for an acquire that is refused. A policy belongs to one pool. Pools without a
// policy cost nothing more: src/hutch_policy.c is linked only if a pool uses one. Typed acquires and
// releases of a policy that the compiler sees are inlined, and call it only if there is no room; if it has
// a reserve only they never do. claim and acquire_run use free slots, the reserve too, and call nothing. A
// prefab's spawn does not spill: an object there would have no prefab.
//
// Callbacks run outside the lock, in the context of the acquire or release, and may use the pool, but for
// what calls them again: evict must not acquire from its pool, on_low not release and acquire again, on_room
// not acquire and release again. They would recurse until the stack ends; debug builds report
// CALLBACK_NESTED before. A victim that is free, or being spawned or despawned, is not evicted; then evict is
// called again, up to four times. One past the end is BAD_INDEX.
//
// release, despawn and is_live of a pool accept an object that was spilled. Its other functions ignore it
// (walks, live, index, clear, refs): call those of both pools.
//
// A pool that several files share needs a policy that they all see: HUTCH_POLICY_DECLARE(careful); in the
// header before the pool, and HUTCH_POLICY_DEFINE(careful, .reserve = 2); in one .c file.
//
// The fields are in core/policy_fields.h. Pools that are declared after this header have the urgent forms.
#ifndef HUTCH_POLICY_H
#define HUTCH_POLICY_H

#include "hutch.h" // IWYU pragma: export
#include "core/core.h"

HUTCH_BEGIN_DECLS

/// Acquires as hutch_acquire, and may use the slots that the pool's policy reserves, see policy.h.
/// @param  pool  a pool of objects
/// @return the slot, aligned for the object type; NULL if none is free (counted by hutch_refused)
/// @time   as hutch_acquire
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
void *hutch_acquire_urgent_(const struct hutch_pool *pool) HUTCH_ABI(hutch_acquire_urgent_);

/// Acquires as acquire_urgent, and returns the slot's number.
/// @param  pool  any pool
/// @return 0 to capacity - 1; HUTCH_NONE if none is free (counted by hutch_refused)
/// @time   as hutch_acquire
/// @isr    any context that the pool's lock covers; without a lock one context per pool
/// @fault  none
unsigned hutch_acquire_urgent_index_(const struct hutch_pool *pool) HUTCH_ABI(hutch_acquire_urgent_index_);

extern const struct hutch_policy_calls hutch_policy_calls HUTCH_ABI(hutch_policy_calls);

/// Returns the slot of the object that has been live for longest: for `.evict`, in a policy made with
/// HUTCH_POLICY_OLDEST.
/// @param  pool  a pool with such a policy
/// @return the slot's number; HUTCH_NONE if no object is visible
/// @time   one walk over the pool, outside the lock
/// @isr    any context
/// @fault  none
unsigned hutch_evict_oldest_(const struct hutch_pool *pool) HUTCH_ABI(hutch_evict_oldest_);

HUTCH_END_DECLS

HUTCH_INLINE unsigned hutch_core_acquire_urgent_index(const struct hutch_pool *pool)
{
    return hutch_core_acquire_mode(pool, HUTCH_MODE_URGENT);
}

HUTCH_INLINE void *hutch_core_acquire_urgent(const struct hutch_pool *pool)
{
    return hutch_core_acquire_object(pool, HUTCH_MODE_URGENT);
}

// clang-format off
#undef HUTCH_URGENT_FUNCTIONS_
#define HUTCH_URGENT_FUNCTIONS_(name, type, pool)                                                                      \
    HUTCH_TYPED_ type *name##_acquire_urgent(void) { return HUTCH_STAY_((type *)HUTCH_DO_INNER_(acquire_urgent)(&pool)); }
#undef HUTCH_NUMBER_URGENT_FUNCTIONS_
#define HUTCH_NUMBER_URGENT_FUNCTIONS_(name, pool)                                                                     \
    HUTCH_TYPED_ int name##_acquire_urgent(void) { return HUTCH_STAY_((int)HUTCH_DO_INNER_(acquire_urgent_index)(&pool)); }
// clang-format on

/// Defines a function for `.evict`: the live object with the lowest value of a field, the first of equal
/// ones.
#define HUTCH_EVICT_LOWEST(function, type, field)                                                         \
    static unsigned function(const struct hutch_pool *pool)                                               \
    {                                                                                                     \
        unsigned lowest = hutch_next_index_(pool, 0);                                                     \
        for (unsigned index = lowest; index != HUTCH_NONE; index = hutch_next_index_(pool, index + 1u)) { \
            if (((type const *)hutch_at(pool, index))->field <                                            \
                ((type const *)hutch_at(pool, lowest))->field) {                                          \
                lowest = index;                                                                           \
            }                                                                                             \
        }                                                                                                 \
        return lowest;                                                                                    \
    }                                                                                                     \
    HUTCH_TAKE_SEMICOLON

#if defined(__cplusplus) && __cplusplus < 202002L
#    define HUTCH_POLICY_SET_(field)
#else
#    define HUTCH_POLICY_SET_(field) .field =
#endif

/// A policy for one file: any of `.reserve`, `.evict`, `.spill`, `.on_room`, `.low` and `.on_low`, in this
/// order. C++ before C++20 takes all six by position.
#undef HUTCH_POLICY
#define HUTCH_POLICY(name, ...)                                                                 \
    HUTCH_POLICY_STATE_(name)                                                                   \
    HUTCH_UNUSED static const struct hutch_policy name = HUTCH_POLICY_INIT_(name, __VA_ARGS__); \
    HUTCH_TAKE_SEMICOLON

/// The same for several files: this in a header ...
#define HUTCH_POLICY_DECLARE(name)                         \
    HUTCH_BEGIN_DECLS                                      \
    extern const struct hutch_policy name HUTCH_ABI(name); \
    HUTCH_END_DECLS                                        \
    HUTCH_TAKE_SEMICOLON

/// ... and this in one .c file.
#define HUTCH_POLICY_DEFINE(name, ...)                                                         \
    HUTCH_POLICY_STATE_(name)                                                                  \
    HUTCH_EXTERN_CONST const struct hutch_policy name = HUTCH_POLICY_INIT_(name, __VA_ARGS__); \
    HUTCH_TAKE_SEMICOLON

#define HUTCH_POLICY_STATE_(name)                                                                            \
    HUTCH_STATIC_ASSERT(!HUTCH_PORT_EXIT_ENABLES,                                                            \
                        hutch_policy_##name##_nests_critical_sections_so_HUTCH_PORT_EXIT_ENABLES_must_be_0); \
    static struct hutch_policy_state name##_state_;
#define HUTCH_POLICY_INIT_(name, ...)                                                            \
    {                                                                                            \
        HUTCH_POLICY_SET_(calls) & hutch_policy_calls, HUTCH_POLICY_SET_(state) & name##_state_, \
            HUTCH_POLICY_SET_(stamps) NULL, HUTCH_POLICY_SET_(stamps_length) 0, __VA_ARGS__      \
    }

/// A policy that evicts the oldest object, for a pool of that capacity. Needs an unsigned in RAM per slot.
#define HUTCH_POLICY_OLDEST(name, pool_capacity)                                                         \
    HUTCH_POLICY_OLDEST_STATE_(name, pool_capacity)                                                      \
    HUTCH_UNUSED static const struct hutch_policy name = HUTCH_POLICY_OLDEST_INIT_(name, pool_capacity); \
    HUTCH_TAKE_SEMICOLON

/// The same for several files: HUTCH_POLICY_DECLARE in a header, and this in one .c file.
#define HUTCH_POLICY_OLDEST_DEFINE(name, pool_capacity)                                                 \
    HUTCH_POLICY_OLDEST_STATE_(name, pool_capacity)                                                     \
    HUTCH_EXTERN_CONST const struct hutch_policy name = HUTCH_POLICY_OLDEST_INIT_(name, pool_capacity); \
    HUTCH_TAKE_SEMICOLON

#define HUTCH_POLICY_OLDEST_STATE_(name, pool_capacity) \
    HUTCH_POLICY_STATE_(name)                           \
    static unsigned name##_stamps_[pool_capacity];
#define HUTCH_POLICY_OLDEST_INIT_(name, pool_capacity)                                                 \
    {                                                                                                  \
        HUTCH_POLICY_SET_(calls) & hutch_policy_calls, HUTCH_POLICY_SET_(state) & name##_state_,       \
            HUTCH_POLICY_SET_(stamps) name##_stamps_, HUTCH_POLICY_SET_(stamps_length)(pool_capacity), \
            HUTCH_POLICY_SET_(reserve) 0, HUTCH_POLICY_SET_(evict) hutch_evict_oldest_,                \
            HUTCH_POLICY_SET_(spill) NULL, HUTCH_POLICY_SET_(on_room) NULL, HUTCH_POLICY_SET_(low) 0,  \
            HUTCH_POLICY_SET_(on_low) NULL                                                             \
    }

#endif
