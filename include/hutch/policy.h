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
#ifndef HUTCH_POLICY_H
#define HUTCH_POLICY_H

#include "core/bits.h"

struct hutch_pool;
struct hutch_policy;

/// The functions of src/hutch_policy.c, as pointers: only a program with a policy links them.
struct hutch_policy_calls {
    // Acquires a slot, or takes that of a victim.
    unsigned (*acquire)(const struct hutch_pool *pool, unsigned mode);
    bool (*release)(const struct hutch_pool *pool, unsigned index, bool is_hidden);
    // Acquires slot `index` of the pool that the policy spills to, and returns that pool.
    const struct hutch_pool *(*spill)(const struct hutch_pool *pool, unsigned mode, unsigned *index);
    // hutch_acquire, hutch_release and hutch_despawn, for objects of both pools.
    void *(*acquire_object)(const struct hutch_pool *pool, unsigned mode);
    bool (*release_object)(const struct hutch_pool *pool, const void *object, bool is_despawn);
};

/// What a policy keeps in RAM. acquired - released slots are live: hutch_check compares that with the bitmap.
struct hutch_policy_state {
    unsigned acquired, released; // the number of slots so far; wraps to 0
};

/// What a pool does when it is full. Made by HUTCH_POLICY, which takes the fields from `reserve` on.
struct hutch_policy {
    const struct hutch_policy_calls *calls;
    struct hutch_policy_state *state;
    unsigned *stamps; // NULL, or the value of `acquired` when each slot was acquired
    unsigned stamps_length;
    uint16_t reserve HUTCH_DEFAULT_ZERO; // slots for urgent callers only
    // Returns the slot of a victim; HUTCH_NONE if there is none, or if it has released one itself. The pool
    // releases the victim, with its despawn hook if the pool has hooks.
    unsigned (*evict)(const struct hutch_pool *pool) HUTCH_DEFAULT_ZERO;
    const struct hutch_pool *spill HUTCH_DEFAULT_ZERO; // a pool of the same type, used if this one is full
    // Called if a release makes ordinary acquires possible again.
    void (*on_room)(const struct hutch_pool *pool) HUTCH_DEFAULT_ZERO;
    uint16_t low HUTCH_DEFAULT_ZERO;
    void (*on_low)(const struct hutch_pool *pool)
        HUTCH_DEFAULT_ZERO; // called if an acquire has left exactly `low` slots free
};

/// The number of free slots, inside the critical section.
#define HUTCH_POLICY_AVAILABLE_(pool, policy) \
    ((pool)->capacity - ((policy)->state->acquired - (policy)->state->released))

/// Counts and stamps slot `index`, inside the critical section. The functions that choose a victim read both
/// values without it.
#define HUTCH_POLICY_STAMP_(policy, index)                                   \
    do {                                                                     \
        const unsigned acquired_ = (policy)->state->acquired + 1u;           \
        HUTCH_STORE((policy)->state->acquired, acquired_);                   \
        if ((policy)->stamps != NULL && (index) < (policy)->stamps_length) { \
            HUTCH_STORE((policy)->stamps[index], acquired_);                 \
        }                                                                    \
    } while (0)

/// True if the compiler sees the policy's fields, so that acquire and release are inlined until there is no
/// room; else they are calls through `calls`.
#define HUTCH_POLICY_FOLDS_(policy) (HUTCH_CFG_CHECK < 2 && HUTCH_FOLDS((policy)->reserve))

/// True if the compiler sees that nothing more can be done when there is no room, so that src/hutch_policy.c
/// need not be called.
#define HUTCH_POLICY_ENDS_HERE_(policy) \
    (!HUTCH_CFG_STATS && HUTCH_POLICY_FOLDS_(policy) && (policy)->evict == NULL && (policy)->spill == NULL)

/// True if there is a policy, and it has a pool to spill to.
#define HUTCH_SPILLS_(policy) ((policy) != NULL && (policy)->spill != NULL)

HUTCH_BEGIN_DECLS

extern const struct hutch_policy_calls hutch_policy_calls HUTCH_ABI(hutch_policy_calls);

/// Returns the slot of the object that has been live for longest: for `.evict`, in a policy made with
/// HUTCH_POLICY_OLDEST.
/// @param  pool  a pool with such a policy
/// @return the slot's number; HUTCH_NONE if no object is visible
/// @time   one walk over the pool, outside the lock
/// @isr    any context
/// @fault  none
unsigned hutch_evict_oldest(const struct hutch_pool *pool) HUTCH_ABI(hutch_evict_oldest);

HUTCH_END_DECLS

/// Defines a function for `.evict`: the live object with the lowest value of a field, the first of equal
/// ones.
#define HUTCH_EVICT_LOWEST(function, type, field)                                                        \
    static unsigned function(const struct hutch_pool *pool)                                              \
    {                                                                                                    \
        unsigned lowest = hutch_next_index(pool, 0);                                                     \
        for (unsigned index = lowest; index != HUTCH_NONE; index = hutch_next_index(pool, index + 1u)) { \
            if (((type const *)hutch_at(pool, index))->field <                                           \
                ((type const *)hutch_at(pool, lowest))->field) {                                         \
                lowest = index;                                                                          \
            }                                                                                            \
        }                                                                                                \
        return lowest;                                                                                   \
    }                                                                                                    \
    HUTCH_TAKE_SEMICOLON

#if defined(__cplusplus) && __cplusplus < 202002L
#    define HUTCH_POLICY_SET_(field)
#else
#    define HUTCH_POLICY_SET_(field) .field =
#endif

/// A policy for one file: any of `.reserve`, `.evict`, `.spill`, `.on_room`, `.low` and `.on_low`, in this
/// order. C++ before C++20 takes all six by position.
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

#define HUTCH_POLICY_STATE_(name)                                                                         \
    HUTCH_STATIC_ASSERT(!HUTCH_CFG_PORT_PLAIN,                                                            \
                        hutch_policy_##name##_nests_critical_sections_so_HUTCH_CFG_PORT_PLAIN_must_be_0); \
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
            HUTCH_POLICY_SET_(reserve) 0, HUTCH_POLICY_SET_(evict) hutch_evict_oldest,                 \
            HUTCH_POLICY_SET_(spill) NULL, HUTCH_POLICY_SET_(on_room) NULL, HUTCH_POLICY_SET_(low) 0,  \
            HUTCH_POLICY_SET_(on_low) NULL                                                             \
    }

#endif
