// SPDX-License-Identifier: MIT
// policy.h - what a pool does when it is full, or nearly: keep slots back, evict, spill, tell somebody.
//
//   HUTCH_POLICY(careful, .reserve = 2, .on_low = warn, .low = 4);
//   HUTCH_POOL(bullets, struct bullet, 32, .lock = HUTCH_LOCK_IRQ, .policy = &careful);
//   bullets_acquire();          NULL when only 2 are left
//   bullets_acquire_urgent();   takes those too: an interrupt, the player's own shot
//
//   HUTCH_POLICY_OLDEST(fade, 64);                         the oldest object makes room for the new one
//   HUTCH_EVICT_LOWEST(least_dangerous, struct foe, hp);   or that with the lowest value of a field
//   HUTCH_POLICY(crowd, .evict = least_dangerous, .spill = &spare_pool, .on_room = wake);
//
// An acquire or spawn that finds no room evicts; when nobody may go it spills; when there is no room either
// it is refused, and only then `refused` counts. Callbacks run outside the lock, in the context of whoever
// acquired or released, and may use the pool. A policy is one pool's own. A pool without one pays nothing:
// all of this is src/policy.c, linked only when a policy is named. claim and acquire_run take what is free
// and ask nobody.
#ifndef HUTCH_POLICY_H
#define HUTCH_POLICY_H

#include "pool.h"

/// The ways into src/policy.c, by address: the functions of generic.h do not link it.
struct hutch_policy_calls {
    unsigned (*acquire)(const struct hutch_pool *pool, enum hutch_take how);
    void *(*acquire_object)(const struct hutch_pool *pool, enum hutch_take how);
    void *(*spawn_spilled)(const struct hutch_pool *pool, const void *args, enum hutch_take how);
    bool (*release)(const struct hutch_pool *pool, unsigned index, bool is_hidden);
    bool (*release_ref)(const struct hutch_pool *pool, hutch_ref_t ref);
};

/// What a policy keeps in RAM.
struct hutch_turns {
    unsigned taken; // counts what the pool handed out; begins anew at 0
};

/// What a pool does when it is full. Made by HUTCH_POLICY; the fields from `reserve` on are what it may name.
struct hutch_policy {
    const struct hutch_policy_calls *calls;
    struct hutch_turns *turns;
    unsigned *stamps; // NULL, or when each slot was taken, in turns
    unsigned stamps_length;
    uint16_t reserve HUTCH_DEFAULT_ZERO; // so many slots are for urgent callers only
    // Names a victim, by its slot; HUTCH_NONE when nobody may go. The pool lets it go, with hooks where it
    // has any.
    unsigned (*evict)(const struct hutch_pool *pool) HUTCH_DEFAULT_ZERO;
    const struct hutch_pool *spill HUTCH_DEFAULT_ZERO; // a pool of the same type that is asked instead
    // An ordinary acquire would have been refused, and would be no longer.
    void (*on_room)(const struct hutch_pool *pool) HUTCH_DEFAULT_ZERO;
    uint16_t low HUTCH_DEFAULT_ZERO;
    void (*on_low)(const struct hutch_pool *pool) HUTCH_DEFAULT_ZERO; // an acquire has left just `low` free
};

HUTCH_BEGIN_DECLS

extern const struct hutch_policy_calls hutch_policy_calls HUTCH_ABI(hutch_policy_calls);

/// The victim that has been live for longest: for `.evict`, in a policy made with HUTCH_POLICY_OLDEST.
/// @param  pool  a pool with such a policy
/// @return its slot; HUTCH_NONE when no object is visible
/// @time   one iteration over the pool, outside the lock
/// @isr    any context
/// @fault  none
unsigned hutch_evict_oldest(const struct hutch_pool *pool) HUTCH_ABI(hutch_evict_oldest);

HUTCH_END_DECLS

/// Makes a function for `.evict`: the live object with the lowest value of a field goes; of equals the first.
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

/// A policy: `.reserve`, `.evict`, `.spill`, `.on_room`, `.low` and `.on_low`, each of them or none, in
/// this order. C++ before C++20 takes all six by position.
#define HUTCH_POLICY(name, ...)                                                                  \
    static struct hutch_turns name##_turns_;                                                     \
    HUTCH_UNUSED static const struct hutch_policy name = {                                       \
        HUTCH_POLICY_SET_(calls) & hutch_policy_calls, HUTCH_POLICY_SET_(turns) & name##_turns_, \
        HUTCH_POLICY_SET_(stamps) NULL, HUTCH_POLICY_SET_(stamps_length) 0, __VA_ARGS__};        \
    HUTCH_TAKE_SEMICOLON

/// A policy that evicts the oldest object, for a pool of that capacity: a stamp in RAM for each slot.
#define HUTCH_POLICY_OLDEST(name, pool_capacity)                                                           \
    static struct hutch_turns name##_turns_;                                                               \
    static unsigned name##_stamps_[pool_capacity];                                                         \
    HUTCH_UNUSED static const struct hutch_policy name = {HUTCH_POLICY_SET_(calls) & hutch_policy_calls,   \
                                                          HUTCH_POLICY_SET_(turns) & name##_turns_,        \
                                                          HUTCH_POLICY_SET_(stamps) name##_stamps_,        \
                                                          HUTCH_POLICY_SET_(stamps_length)(pool_capacity), \
                                                          HUTCH_POLICY_SET_(reserve) 0,                    \
                                                          HUTCH_POLICY_SET_(evict) hutch_evict_oldest,     \
                                                          HUTCH_POLICY_SET_(spill) NULL,                   \
                                                          HUTCH_POLICY_SET_(on_room) NULL,                 \
                                                          HUTCH_POLICY_SET_(low) 0,                        \
                                                          HUTCH_POLICY_SET_(on_low) NULL};                 \
    HUTCH_TAKE_SEMICOLON

/// Notes that slot `index` was handed out. Inside the lock.
HUTCH_INLINE void hutch_policy_note_taken(const struct hutch_pool *pool, unsigned index)
{
    if (pool->policy != NULL) {
        const struct hutch_policy *const policy = pool->policy;
        policy->turns->taken++;
        if (index < policy->stamps_length) {
            policy->stamps[index] = policy->turns->taken;
        }
    }
}

#endif
