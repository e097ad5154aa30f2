// SPDX-License-Identifier: MIT
// model.h - the reference that a pool is compared with: an array of bool, and loops that anybody can check by
// eye; and the pools.
#ifndef MODEL_H
#define MODEL_H

#include "unit.h"

enum { W = HUTCH_WORD_BITS };

/// MODEL_BOUNDED: as much as a small board has time and memory for.
#ifdef MODEL_BOUNDED
enum { MODEL_SLOTS_MAX = 4 * W };
#else
enum { MODEL_SLOTS_MAX = HUTCH_CAPACITY_MAX };
#endif

/// The reference: which slots are live, with which ref, and what the counters must say.
struct model {
    unsigned capacity, count, peak, refused;
    bool live[MODEL_SLOTS_MAX];
    uint8_t marks[MODEL_SLOTS_MAX];
    hutch_ref_t refs[MODEL_SLOTS_MAX];
};

/// A pool under test, by its typed functions (folded for its capacity) or by the generic ones.
struct subject {
    const struct hutch_pool *pool;
    void *(*acquire)(const struct hutch_pool *pool);
    bool (*release)(const struct hutch_pool *pool, const void *object);
    bool (*release_at)(const struct hutch_pool *pool, unsigned index);
    void *(*claim)(const struct hutch_pool *pool, unsigned index);
    void *(*acquire_run)(const struct hutch_pool *pool, unsigned length);
    bool (*release_run)(const struct hutch_pool *pool, const void *object, unsigned length);
    unsigned (*next_index)(const struct hutch_pool *pool, unsigned from);
    unsigned (*live)(const struct hutch_pool *pool);
    void *(*at)(const struct hutch_pool *pool, unsigned index);
    bool (*is_live_at)(const struct hutch_pool *pool, unsigned index);
    unsigned (*release_if)(const struct hutch_pool *pool, unsigned divisor);
    void (*clear)(const struct hutch_pool *pool);
    void (*walk)(const struct hutch_pool *pool);
    hutch_ref_t (*ref)(const struct hutch_pool *pool, const void *object); // pools with refs
    void *(*deref)(const struct hutch_pool *pool, hutch_ref_t ref);
    bool (*release_ref)(const struct hutch_pool *pool, hutch_ref_t ref);
    void *(*spawn)(const struct hutch_pool *pool, const void *args);
    bool (*despawn)(const struct hutch_pool *pool, const void *object);
};

/// The pools: those of this program's part, where not all have room in one.
extern const struct subject *const subjects[];
extern const unsigned subjects_count;

/// The same pool by the functions of src/, which know it at run time.
void subject_generic(struct subject *generic, const struct hutch_pool *pool);

/// What is called. The meaning of `a` and `b` stands behind each.
enum call {
    CALL_ACQUIRE,
    CALL_SPAWN,
    CALL_RELEASE, // a: byte offset from the first slot, any
    CALL_DESPAWN,
    CALL_RELEASE_AT,  // a: index, any
    CALL_RELEASE_REF, // a: index of the slot whose last ref it is
    CALL_CLAIM,       // a: index, any
    CALL_PERSIST,
    CALL_ACQUIRE_RUN, // a: length, any
    CALL_RELEASE_RUN, // a: first index, any; b: length, any
    CALL_NEXT,        // a: index, any
    CALL_LIVE,
    CALL_WALK,       // a: dice for what the body calls; 0: nothing
    CALL_RELEASE_IF, // a: releases the multiples of this
    CALL_CLEAR,
    CALL_RESET, // of a scene
    CALLS_COUNT
};

/// Calls the pool and the reference, and compares result, fault and hooks. Prints what differs.
/// @return do they agree?
bool model_step(struct model *model, const struct subject *subject, enum call call, unsigned a, unsigned b);

/// Compares every slot and the counters with the reference, and checks the pool's invariants.
bool model_agrees(const struct model *model, const struct subject *subject);

/// Makes pool and reference empty, with fresh counters.
void model_reset(struct model *model, const struct subject *subject);

/// Calls made so far.
extern unsigned long model_steps;

/// What typed functions call back: the body of a walk, the test of release_if, and hooks.
bool model_visit(unsigned index); // false: the walk is wrong, and must end
bool model_is_multiple(unsigned index, void *divisor);
void model_constructs(void *object);
void model_spawns(void *object, const void *args);
void model_despawns(void *object);

/// A random number below the limit, without a division: that is a library call on small CPUs.
unsigned model_random(uint32_t *dice, unsigned below);

// The tests of each file.
extern const struct unit_test states_tests[];
extern const struct unit_test random_tests[];
extern const struct unit_test runs_tests[];
extern uint32_t random_seed;
extern unsigned long random_turns; // of each pool

#endif
