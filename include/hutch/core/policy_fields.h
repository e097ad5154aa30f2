// SPDX-License-Identifier: MIT
// policy_fields.h - what the option `.policy` of a pool points to; policy.h explains it.
#ifndef HUTCH_POLICY_FIELDS_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_POLICY_FIELDS_H

#include "bits.h"

struct hutch_pool;

/// The functions of src/hutch_policy.c, as pointers: only a program with a policy links them.
struct hutch_policy_calls {
    // Acquires a slot, or takes that of a victim.
    unsigned (*acquire)(const struct hutch_pool *pool, unsigned mode);
    bool (*release)(const struct hutch_pool *pool, unsigned index, bool is_hidden);
    // Acquires slot `index` of the pool that the policy spills to, and returns that pool.
    const struct hutch_pool *(*spill)(const struct hutch_pool *pool, unsigned mode, unsigned *index);
    // hutch_acquire, hutch_release and despawn, for objects of both pools.
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

#endif
