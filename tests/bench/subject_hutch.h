// SPDX-License-Identifier: MIT
// subject_hutch.h - hutch as a subject: typed inline, in a section of its own (BENCH_PLACED), shared with
// another file (BENCH_SHARED), typed called (BENCH_CALLED), or over the descriptor (BENCH_GENERIC).
#if defined(BENCH_PLACED)
#    define HUTCH_CFG_SECTION ".bss.pools"
#endif
#include "hutch/all.h"
#include "hutch/policy.h"
#include "hutch/spawn.h"

struct object {
    struct body body;
};

#if defined(BENCH_SPAWNED)
static void on_spawn(void *object, const void *args)
{
    (void)args;
    ((struct object *)object)->body.value = 1;
}

static void on_despawn(void *object)
{
    ((struct object *)object)->body.value = 0;
}

static const struct hutch_hooks hooks = {NULL, on_spawn, on_despawn};
HUTCH_POOL_SPAWNED(things, struct object, BENCH_SLOTS, .lock = BENCH_LOCK, .hooks = &hooks);
#elif defined(BENCH_TRACKED)
HUTCH_POOL_TRACKED(things, struct object, BENCH_SLOTS, .lock = BENCH_LOCK);
#elif defined(BENCH_QUEUED)
HUTCH_POOL_QUEUED(things, struct object, BENCH_SLOTS, .lock = BENCH_LOCK);
HUTCH_QUEUE(inbox, things);
#elif defined(BENCH_ROOM) || defined(BENCH_LOW)
static void call_back(const struct hutch_pool *pool)
{
    (void)pool;
}

#    if defined(BENCH_ROOM)
HUTCH_POLICY(calling, .on_room = call_back);
#    else
HUTCH_POLICY(calling, .low = 2, .on_low = call_back);
#    endif
HUTCH_POOL(things, struct object, BENCH_SLOTS, .lock = BENCH_LOCK, .policy = &calling);
#elif defined(BENCH_SHARED)
HUTCH_POOL_DECLARE(things, struct object, BENCH_SLOTS, .lock = BENCH_LOCK); // defined in shared.c
#else
HUTCH_POOL(things, struct object, BENCH_SLOTS, .lock = BENCH_LOCK);
#endif

#define SUBJECT_BYTES \
    (sizeof(struct object) * BENCH_SLOTS + sizeof(hutch_word_t) * HUTCH_BITMAP_WORDS(BENCH_SLOTS))

__attribute__((unused)) static void subject_start(void)
{
}

#if defined(BENCH_GENERIC)
#    define hutch_release_at hutch_release_at_ // only typed functions call these
#    define hutch_claim hutch_claim_
#    define hutch_acquire_run hutch_acquire_run_
#    define hutch_release_run hutch_release_run_
#    define hutch_spawn hutch_spawn_
#    define hutch_despawn hutch_despawn_
#    define OVER_POOL(name, ...) hutch_##name(&things_pool, __VA_ARGS__)
#    define OVER_POOL_0(name) hutch_##name(&things_pool)
#else
#    define OVER_POOL(name, ...) things_##name(__VA_ARGS__)
#    define OVER_POOL_0(name) things_##name()
#endif

BENCH_FORM struct object *subject_acquire(void)
{
    return (struct object *)OVER_POOL_0(acquire);
}

BENCH_FORM void subject_release(struct object *object)
{
    OVER_POOL(release, object);
}

#if defined(BENCH_CALLED)
#    define SUBJECT_FOREACH(it) for (struct object *it = things_first(); it != NULL; it = things_next(it))
#elif defined(BENCH_GENERIC)
#    define SUBJECT_FOREACH(it)                                                          \
        for (struct object *it = (struct object *)hutch_first(&things_pool); it != NULL; \
             it = (struct object *)hutch_next(&things_pool, it))
#else
#    define SUBJECT_FOREACH(it) HUTCH_FOREACH (struct object, it, things)
#endif
