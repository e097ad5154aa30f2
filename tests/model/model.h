// SPDX-License-Identifier: MIT
// model.h - the reference that a pool is compared with: an array of bool, and loops that anybody can check by
// eye.
#ifndef MODEL_H
#define MODEL_H

#include "unit.h"

enum { W = HUTCH_WORD_BITS };

#ifndef MODEL_SLOTS_MAX
#    define MODEL_SLOTS_MAX HUTCH_CAPACITY_MAX // boards have no room for that
#endif

/// The reference: which slots are live, and what the counters must say.
struct model {
    unsigned capacity;
    unsigned peak;
    unsigned refused;
    bool has_history; // are the counters compared too? Not where states are set from outside
    bool live[MODEL_SLOTS_MAX];
};

/// A pool under test, by its typed functions (folded for its capacity) or by the generic ones.
struct subject {
    const struct hutch_pool *pool;
    unsigned capacity;
    void *(*acquire)(const struct hutch_pool *pool);
    bool (*release)(const struct hutch_pool *pool, const void *object);
    bool (*release_at)(const struct hutch_pool *pool, unsigned index);
    void *(*claim)(const struct hutch_pool *pool, unsigned index);
    void *(*acquire_run)(const struct hutch_pool *pool, unsigned length);
    bool (*release_run)(const struct hutch_pool *pool, const void *object, unsigned length);
    unsigned (*next_index)(const struct hutch_pool *pool, unsigned from);
    unsigned (*live)(const struct hutch_pool *pool);
    unsigned (*release_if)(const struct hutch_pool *pool, unsigned divisor);
    void (*clear)(const struct hutch_pool *pool);
};

/// A pool of objects by the name, and its subject for what src/ does with it: for subject_generic().
#define SUBJECT_POOL(name, object_bytes, slots) \
    struct name {                               \
        uint8_t bytes[object_bytes];            \
    };                                          \
    HUTCH_POOL(name, struct name, slots)
#define SUBJECT_FOR_GENERIC(name, object_bytes, slots)                                         \
    SUBJECT_POOL(name, object_bytes, slots);                                                   \
    static const struct subject name##_subject = {&name##_pool, slots, NULL, NULL, NULL, NULL, \
                                                  NULL,         NULL,  NULL, NULL, NULL, NULL}

/// A pool of objects and its subject, both called by the name.
#define SUBJECT(name, object_bytes, slots)                                                                \
    SUBJECT_POOL(name, object_bytes, slots);                                                              \
    static void *name##_do_acquire(const struct hutch_pool *pool)                                         \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_acquire();                                                                          \
    }                                                                                                     \
    static bool name##_do_release(const struct hutch_pool *pool, const void *object)                      \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_release((const struct name *)object);                                               \
    }                                                                                                     \
    static bool name##_do_release_at(const struct hutch_pool *pool, unsigned index)                       \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_release_at(index);                                                                  \
    }                                                                                                     \
    static void *name##_do_claim(const struct hutch_pool *pool, unsigned index)                           \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_claim(index);                                                                       \
    }                                                                                                     \
    static void *name##_do_acquire_run(const struct hutch_pool *pool, unsigned length)                    \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_acquire_run(length);                                                                \
    }                                                                                                     \
    static bool name##_do_release_run(const struct hutch_pool *pool, const void *object, unsigned length) \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_release_run((const struct name *)object, length);                                   \
    }                                                                                                     \
    static unsigned name##_do_next_index(const struct hutch_pool *pool, unsigned from)                    \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_next_index(from);                                                                   \
    }                                                                                                     \
    static unsigned name##_do_live(const struct hutch_pool *pool)                                         \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_live();                                                                             \
    }                                                                                                     \
    static bool name##_is_multiple(const struct name *object, void *context)                              \
    {                                                                                                     \
        return name##_index(object) % *(const unsigned *)context == 0;                                    \
    }                                                                                                     \
    static unsigned name##_do_release_if(const struct hutch_pool *pool, unsigned divisor)                 \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_release_if(name##_is_multiple, &divisor);                                           \
    }                                                                                                     \
    static void name##_do_clear(const struct hutch_pool *pool)                                            \
    {                                                                                                     \
        (void)pool;                                                                                       \
        name##_clear();                                                                                   \
    }                                                                                                     \
    static const struct subject name##_subject = {                                                        \
        &name##_pool,         slots,           name##_do_acquire,     name##_do_release,                  \
        name##_do_release_at, name##_do_claim, name##_do_acquire_run, name##_do_release_run,              \
        name##_do_next_index, name##_do_live,  name##_do_release_if,  name##_do_clear}

/// The same pool by the functions of src/, which know it at run time.
void subject_generic(struct subject *generic, const struct subject *typed);

/// What is called. The meaning of `a` and `b` stands behind each.
enum call {
    CALL_ACQUIRE,
    CALL_RELEASE,     // a: byte offset behind the first slot, any
    CALL_RELEASE_AT,  // a: index, any
    CALL_CLAIM,       // a: index, any
    CALL_ACQUIRE_RUN, // a: length, any
    CALL_RELEASE_RUN, // a: first index, any; b: length, any
    CALL_NEXT,        // a: index, any
    CALL_LIVE,
    CALL_RELEASE_IF, // a: releases the multiples of this
    CALL_CLEAR,
    CALLS_COUNT
};

/// Calls the pool and the reference, and compares answer and fault. Says what differs on the log.
/// @return do they agree?
bool model_step(struct model *model, const struct subject *subject, enum call call, unsigned a, unsigned b);

/// Compares every slot and the counters with the reference, and checks the pool's invariants.
bool model_agrees(const struct model *model, const struct subject *subject);

/// Makes pool and reference empty, with fresh counters.
void model_reset(struct model *model, const struct subject *subject);

/// Makes a slot of pool and reference live or free, without a call that would count. Ends the history.
void model_set(struct model *model, const struct subject *subject, unsigned index, bool live);

/// Calls made so far.
extern unsigned long model_steps;

// The tests of each file.
extern const struct unit_test states_tests[];
extern const struct unit_test sequences_tests[];
extern const struct unit_test borders_tests[];
extern const struct unit_test runs_tests[];
extern const struct unit_test kinds_tests[];
extern const struct unit_test random_tests[];
extern uint32_t random_seed;
extern unsigned long random_calls;

#endif
