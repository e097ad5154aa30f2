// SPDX-License-Identifier: MIT
// pools.c - the pools: plain, with refs and with hooks; each lock; sizes at every border of the levels.

#include "model.h"
#include "hutch/core/over.h"
#include "hutch/spawn.h"

// MODEL_PART: the pools of one program, where not all have room in it.
#ifndef MODEL_PART
#    define MODEL_PART 0
#endif
#define MODEL_HAS(part) (MODEL_PART == 0 || MODEL_PART == (part))

// Other ways to declare a plain pool. The Game Boy's port has one for locked ones.
#ifndef HUTCH_POOL_LOCKED
#    define HUTCH_POOL_LOCKED(name, type, slots) HUTCH_POOL(name, type, slots, .lock = HUTCH_LOCK_IRQ)
#endif
#define SHARED(name, type, slots)          \
    HUTCH_POOL_DECLARE(name, type, slots); \
    HUTCH_POOL_DEFINE(name)
#define OVER(name, type, slots)       \
    static type name##_memory[slots]; \
    HUTCH_POOL_OVER(name, type, name##_memory, slots)

// A pool of objects by the name, and its typed functions with the parameters of the generic ones.
#define SUBJECT(kind, name, object_bytes, ...)                                                            \
    struct name {                                                                                         \
        uint8_t bytes[object_bytes];                                                                      \
    };                                                                                                    \
    kind(name, struct name, __VA_ARGS__);                                                                 \
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
    static unsigned name##_do_live(const struct hutch_pool *pool)                                         \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_live();                                                                             \
    }                                                                                                     \
    static void *name##_do_at(const struct hutch_pool *pool, unsigned index)                              \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_at(index);                                                                          \
    }                                                                                                     \
    static bool name##_do_is_live_at(const struct hutch_pool *pool, unsigned index)                       \
    {                                                                                                     \
        (void)pool;                                                                                       \
        return name##_is_live_at(index);                                                                  \
    }                                                                                                     \
    static bool name##_is_multiple(const struct name *object, void *divisor)                              \
    {                                                                                                     \
        return model_is_multiple(name##_index(object), divisor);                                          \
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
    static void name##_do_walk(const struct hutch_pool *pool)                                             \
    {                                                                                                     \
        (void)pool;                                                                                       \
        HUTCH_FOREACH (struct name, object, name) {                                                       \
            if (!model_visit(name##_index(object))) {                                                     \
                break;                                                                                    \
            }                                                                                             \
        }                                                                                                 \
    }
#define WITH_REFS(name)                                                                 \
    static hutch_ref_t name##_do_ref(const struct hutch_pool *pool, const void *object) \
    {                                                                                   \
        (void)pool;                                                                     \
        return HUTCH_REF_VALUE_(name##_ref((const struct name *)object));               \
    }                                                                                   \
    static void *name##_do_deref(const struct hutch_pool *pool, hutch_ref_t value)      \
    {                                                                                   \
        HUTCH_REF_WRAP_(name, ref, value);                                              \
        (void)pool;                                                                     \
        return name##_deref(ref);                                                       \
    }                                                                                   \
    static bool name##_do_release_ref(const struct hutch_pool *pool, hutch_ref_t value) \
    {                                                                                   \
        HUTCH_REF_WRAP_(name, ref, value);                                              \
        (void)pool;                                                                     \
        return name##_release_ref(ref);                                                 \
    }
#define WITH_HOOKS(name)                                                             \
    static void *name##_do_spawn(const struct hutch_pool *pool, const void *args)    \
    {                                                                                \
        (void)pool;                                                                  \
        return name##_spawn(args);                                                   \
    }                                                                                \
    static bool name##_do_despawn(const struct hutch_pool *pool, const void *object) \
    {                                                                                \
        (void)pool;                                                                  \
        return name##_despawn((const struct name *)object);                          \
    }
#define ROW(name, ref, deref, release_ref, spawn, despawn)               \
    static const struct subject name##_subject = {&name##_pool,          \
                                                  name##_do_acquire,     \
                                                  name##_do_release,     \
                                                  name##_do_release_at,  \
                                                  name##_do_claim,       \
                                                  name##_do_acquire_run, \
                                                  name##_do_release_run, \
                                                  hutch_next_index_,     \
                                                  name##_do_live,        \
                                                  name##_do_at,          \
                                                  name##_do_is_live_at,  \
                                                  name##_do_release_if,  \
                                                  name##_do_clear,       \
                                                  name##_do_walk,        \
                                                  ref,                   \
                                                  deref,                 \
                                                  release_ref,           \
                                                  spawn,                 \
                                                  despawn}
#define PLAIN_OF(kind, name, bytes, ...)    \
    SUBJECT(kind, name, bytes, __VA_ARGS__) \
    ROW(name, hutch_ref, hutch_deref, hutch_release_ref, hutch_spawn_, hutch_despawn_)
#define PLAIN(name, bytes, ...) PLAIN_OF(HUTCH_POOL, name, bytes, __VA_ARGS__)
#define TRACKED(name, bytes, ...)                         \
    SUBJECT(HUTCH_POOL_TRACKED, name, bytes, __VA_ARGS__) \
    WITH_REFS(name)                                       \
    ROW(name, name##_do_ref, name##_do_deref, name##_do_release_ref, hutch_spawn_, hutch_despawn_)
#define SPAWNED(name, bytes, ...)                         \
    SUBJECT(HUTCH_POOL_SPAWNED, name, bytes, __VA_ARGS__) \
    WITH_REFS(name)                                       \
    WITH_HOOKS(name)                                      \
    ROW(name, name##_do_ref, name##_do_deref, name##_do_release_ref, name##_do_spawn, name##_do_despawn)

#if MODEL_HAS(1)
PLAIN(one, 4, 1);
PLAIN(six, 3, 6);
PLAIN(word, 1, W);
#endif
#if MODEL_HAS(2)
PLAIN_OF(HUTCH_POOL_LOCKED, locked_five, 5, 5);
PLAIN_OF(SHARED, word_and_one, 3, W + 1);
PLAIN_OF(OVER, scan, 1, 3 * W);
PLAIN_OF(HUTCH_POOL_LOCKED, locked_scan, 33, 2 * W);
#endif
#if MODEL_HAS(3)
PLAIN(summary, 2, 3 * W + 1);
TRACKED(trio, 5, 3, .lock = HUTCH_LOCK_IRQ);
TRACKED(flock, 5, 3 * W + 2);
#endif
#if MODEL_HAS(4)
static const struct hutch_hooks some = {NULL, model_spawns, model_despawns};
static const struct hutch_hooks all = {model_constructs, model_spawns, model_despawns};
SPAWNED(solo, 5, 1, .hooks = &some);
SPAWNED(band, 5, W + 1, .lock = HUTCH_LOCK_IRQ, .hooks = &all);
SPAWNED(herd, 2, 3 * W + 2, .hooks = &some);
#endif
#ifndef MODEL_BOUNDED
PLAIN(two, 3, 2);
PLAIN(ten, 24, 10);
PLAIN(word_less_one, 1, W - 1);
PLAIN(two_words, 100, 2 * W);
PLAIN(summary_more, 1, 4 * W + W / 2, .lock = HUTCH_LOCK_IRQ);
PLAIN(square_less_one, 1, W *W - 1);
PLAIN(square, 12, W *W);
PLAIN(square_and_one, 3, W *W + 1, .lock = HUTCH_LOCK_IRQ);
PLAIN(square_and_word, 1, W *W + W + 3);
PLAIN(most, 1, HUTCH_CAPACITY_MAX);
enum { throng_slots = HUTCH_CFG_REF_BITS > 16 || W < 16 ? W *W + W + 3 : W *W - W }; // a ref keeps 8 bits
TRACKED(throng, 7, throng_slots, .lock = HUTCH_LOCK_IRQ);
SPAWNED(swarm, 3, 7, .lock = HUTCH_LOCK_IRQ, .hooks = &all);
#    if HUTCH_HAS_LOCK_FREE
PLAIN(free_six, 16, 6, .lock = HUTCH_LOCK_FREE);
TRACKED(free_word, 9, W, .lock = HUTCH_LOCK_FREE);
#    endif
#endif

const struct subject *const subjects[] = {
#if MODEL_HAS(1)
    &one_subject,
    &six_subject,
    &word_subject,
#endif
#if MODEL_HAS(2)
    &locked_five_subject,
    &word_and_one_subject,
    &scan_subject,
    &locked_scan_subject,
#endif
#if MODEL_HAS(3)
    &summary_subject,
    &trio_subject,
    &flock_subject,
#endif
#if MODEL_HAS(4)
    &solo_subject,
    &band_subject,
    &herd_subject,
#endif
#ifndef MODEL_BOUNDED
    &two_subject,
    &ten_subject,
    &word_less_one_subject,
    &two_words_subject,
    &summary_more_subject,
    &square_less_one_subject,
    &square_subject,
    &square_and_one_subject,
    &square_and_word_subject,
    &most_subject,
    &throng_subject,
    &swarm_subject,
#    if HUTCH_HAS_LOCK_FREE
    &free_six_subject,
    &free_word_subject,
#    endif
#endif
};
const unsigned subjects_count = sizeof subjects / sizeof subjects[0];
