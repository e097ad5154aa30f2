// SPDX-License-Identifier: MIT
// pools.c - the pools: plain, with refs and with hooks; each lock; sizes at every border of the levels.

#include "model.h"
#include "verbs.h"
#include "hutch/core/over.h"
#include "hutch/spawn.h"

// MODEL_PART: the pools of one program, where not all have room in it.
#ifndef MODEL_PART
#    define MODEL_PART 0
#endif
#define MODEL_HAS(part) (MODEL_PART == 0 || MODEL_PART == (part))

// Other ways to declare a plain pool.
#define SHARED(name, type, slots)          \
    HUTCH_POOL_DECLARE(name, type, slots); \
    HUTCH_POOL_DEFINE(name)
#define OVER(name, type, slots)       \
    static type name##_memory[slots]; \
    HUTCH_POOL_OVER(name, type, name##_memory, slots)

// A pool of objects by the name, and its typed functions.
#define POOL_OF(kind, name, object_bytes, ...) \
    struct name {                              \
        uint8_t bytes[object_bytes];           \
    };                                         \
    kind(name, struct name, __VA_ARGS__)
#define PLAIN_OF(kind, name, bytes, ...)     \
    POOL_OF(kind, name, bytes, __VA_ARGS__); \
    VERBS_PLAIN(name, struct name)
#define PLAIN(name, bytes, ...) PLAIN_OF(HUTCH_POOL, name, bytes, __VA_ARGS__)
#define TRACKED(name, bytes, ...)                          \
    POOL_OF(HUTCH_POOL_TRACKED, name, bytes, __VA_ARGS__); \
    VERBS_WITH_REFS(name, struct name)
#define SPAWNED(name, bytes, ...)                          \
    POOL_OF(HUTCH_POOL_SPAWNED, name, bytes, __VA_ARGS__); \
    VERBS_WITH_HOOKS(name, struct name)

#if MODEL_HAS(1)
PLAIN(one, 4, 1);
PLAIN(six, 3, 6);
PLAIN(word, 1, W);
#endif
#if MODEL_HAS(2)
PLAIN(locked_five, 5, 5, .lock = HUTCH_LOCK_IRQ);
PLAIN_OF(SHARED, word_and_one, 3, W + 1);
#endif
#if MODEL_HAS(3)
PLAIN_OF(OVER, scan, 1, 3 * W);
PLAIN(locked_scan, 33, 2 * W, .lock = HUTCH_LOCK_IRQ);
#endif
#if MODEL_HAS(4)
PLAIN(summary, 2, 3 * W + 1);
TRACKED(trio, 5, 3, .lock = HUTCH_LOCK_IRQ);
#endif
static const struct hutch_hooks some = {NULL, real_spawn, real_despawn};
static const struct hutch_hooks all = {real_construct, real_spawn, real_despawn};
#if MODEL_HAS(5)
TRACKED(flock, 5, 3 * W + 2);
SPAWNED(solo, 5, 1, .hooks = &some);
#endif
#if MODEL_HAS(6)
SPAWNED(band, 5, W + 1, .lock = HUTCH_LOCK_IRQ, .hooks = &all);
#endif
#if MODEL_HAS(7)
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

#define ROW(name)                                     \
    {                                                 \
        .pool = &name##_pool, .verbs = &name##_verbs, \
    }
const struct subject subjects[] = {
#if MODEL_HAS(1)
    ROW(one),
    ROW(six),
    ROW(word),
#endif
#if MODEL_HAS(2)
    ROW(locked_five),
    ROW(word_and_one),
#endif
#if MODEL_HAS(3)
    ROW(scan),
    ROW(locked_scan),
#endif
#if MODEL_HAS(4)
    ROW(summary),
    ROW(trio),
#endif
#if MODEL_HAS(5)
    ROW(flock),
    ROW(solo),
#endif
#if MODEL_HAS(6)
    ROW(band),
#endif
#if MODEL_HAS(7)
    ROW(herd),
#endif
#ifndef MODEL_BOUNDED
    ROW(two),
    ROW(ten),
    ROW(word_less_one),
    ROW(two_words),
    ROW(summary_more),
    ROW(square_less_one),
    ROW(square),
    ROW(square_and_one),
    ROW(square_and_word),
    ROW(most),
    ROW(throng),
    ROW(swarm),
#    if HUTCH_HAS_LOCK_FREE
    ROW(free_six),
    ROW(free_word),
#    endif
#endif
};
const unsigned subjects_count = sizeof subjects / sizeof subjects[0];
