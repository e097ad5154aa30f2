// SPDX-License-Identifier: MIT
// pools.h - a part of bounds.c: one pool of each kind, and how each is filled and restored.
#ifndef BOUNDS_POOLS_H
#define BOUNDS_POOLS_H

#include "hutch/all.h"

enum { N = BOUNDS_SLOTS };

struct object {
    uint16_t x, y, z; // 6 bytes, so that a slot's number costs a multiply
};

#if defined(BOUNDS_GBA)
#    define BOUNDS_FAR __attribute__((section(".far")))
#else
#    define BOUNDS_FAR
#endif

// ------------------------------------------------------------------------------------------------- pools

#ifdef BOUNDS_QUEUE
#    define POOL_OF_THINGS HUTCH_POOL_QUEUED
#else
#    define POOL_OF_THINGS HUTCH_POOL
#endif
#if HUTCH_CFG_WAIT
HUTCH_WAITERS(for_things);
HUTCH_WAITERS(for_numbers);
POOL_OF_THINGS(things, struct object, N, .lock = HUTCH_LOCK_IRQ, .wait = &for_things);
HUTCH_POOL_IDS(numbers, N, .lock = HUTCH_LOCK_IRQ, .wait = &for_numbers);
#else
POOL_OF_THINGS(things, struct object, N, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_IDS(numbers, N, .lock = HUTCH_LOCK_IRQ);
#endif

#ifdef BOUNDS_QUEUE
static things_queue_t inbox;
#    if HUTCH_CFG_WAIT
HUTCH_WAITERS(readers);
#    endif
#endif

#ifdef BOUNDS_STATE
HUTCH_STATE(level, things);
HUTCH_SEAL(seal);
BOUNDS_FAR static struct level_state past;
BOUNDS_FAR static unsigned char saved_bytes[level_saved_bytes];
static size_t saved_count;
#endif

// Hooks that do nothing: what they do is the program's.
static void construct(void *object)
{
    (void)object;
}

static void start(void *object, const void *args)
{
    (void)object;
    (void)args;
}

static void stop(void *object)
{
    (void)object;
}

static const struct hutch_hooks hooks = {construct, start, stop};
HUTCH_POOL_SPAWNED(actors, struct object, N, .lock = HUTCH_LOCK_IRQ, .hooks = &hooks);

HUTCH_POOL_PREFABS(herd, struct object, N, .lock = HUTCH_LOCK_IRQ);
HUTCH_COMPONENTS(parts, {start, stop, 10, 0}, {start, stop, 20, 0}, {start, stop, 30, 0},
                 {start, stop, 40, 1});
HUTCH_PREFAB(orc, herd, parts, .x = 1);

// What a HUTCH_POOL_COUNTED has besides: there is no room for a pool more.
HUTCH_UNUSED static uint8_t others[N];

HUTCH_POLICY_OLDEST(oldest, N);
HUTCH_POOL_IDS(aging, N, .lock = HUTCH_LOCK_IRQ, .policy = &oldest);

HUTCH_POOL_LIST(&things_pool, &numbers_pool, &actors_pool, &herd_pool);
HUTCH_SCENE(scene, &actors_pool);

HUTCH_UNUSED static struct hutch_over made;
HUTCH_UNUSED
BOUNDS_FAR static void *made_memory[HUTCH_POOL_OVER_BYTES(N + 1, 1) / sizeof(void *)];

// ------------------------------------------------------------------------ what calls.txt needs besides them

#if defined(__SDCC)
#    define VALUE_OF(ref) (ref) // it passes no structs
#else
#    define VALUE_OF(ref) (ref).value
#endif

HUTCH_UNUSED static void put_nothing(char c, void *context)
{
    (void)c;
    (void)context;
}

HUTCH_UNUSED static bool goes(const void *object, void *context)
{
    (void)object;
    (void)context;
    return true;
}

HUTCH_UNUSED static bool thing_goes(const struct object *object, void *context)
{
    return goes(object, context);
}

HUTCH_UNUSED static unsigned visit_things(void)
{
    unsigned sum = 0;
    HUTCH_FOREACH (const struct object, object, things) {
        sum += object->x;
    }
    return sum;
}

HUTCH_UNUSED static unsigned visit_numbers(void)
{
    unsigned sum = 0;
    HUTCH_FOREACH_ID (id, numbers) {
        sum += (unsigned)id;
    }
    return sum;
}

HUTCH_UNUSED static const struct hutch_fault a_fault = {
#if HUTCH_CFG_NAMES
    .pool = "things",
    .index = 3,
#endif
    .address = (const void *)UINTPTR_MAX,
    .code = HUTCH_FAULT_UNPRIVILEGED};

// ----------------------------------------------------------------------------------- filling and restoring

enum {
    BITMAP_WORDS = HUTCH_BITMAP_WORDS(N),
    MARK_WORDS = HUTCH_MARKS * HUTCH_LEAF_WORDS(N),
};

/// What of a pool a call may change, and a copy of it.
struct ram {
    const struct hutch_pool *pool;
    struct part {
        void *at, *copy;
        size_t bytes;
    } parts[4];
};

#define COPY_OF(bytes, name) BOUNDS_FAR static uint32_t name[((bytes) + 3u) / 4u]
COPY_OF(sizeof(hutch_word_t) * BITMAP_WORDS, things_copy);
COPY_OF(sizeof(hutch_word_t) * BITMAP_WORDS, numbers_copy);
COPY_OF(sizeof(hutch_word_t) * BITMAP_WORDS, aging_copy);
COPY_OF(sizeof(hutch_word_t) * BITMAP_WORDS, actors_copy);
COPY_OF(sizeof(hutch_word_t) * MARK_WORDS, actors_marks_copy);
COPY_OF(sizeof(hutch_word_t) * BITMAP_WORDS, herd_copy);
COPY_OF(sizeof(hutch_word_t) * MARK_WORDS, herd_marks_copy);
COPY_OF(sizeof(hutch_ref_t) * N, herd_generations_copy);
COPY_OF(sizeof(struct hutch_kin) * N, herd_kin_copy);

#define PART(words, copy)         \
    {                             \
        words, copy, sizeof words \
    }
#ifdef BOUNDS_QUEUE
COPY_OF(sizeof things_marks_, things_marks_copy);
COPY_OF(sizeof inbox, inbox_copy);
static const struct ram things_ram = {&things_pool,
                                      {PART(things_live_, things_copy),
                                       PART(things_marks_, things_marks_copy),
                                       {&inbox, inbox_copy, sizeof inbox}}};
#else
COPY_OF(N, others_copy);
static const struct ram things_ram = {&things_pool,
                                      {PART(things_live_, things_copy), PART(others, others_copy)}};
#endif
static const struct ram numbers_ram = {&numbers_pool, {PART(numbers_live_, numbers_copy)}};
static const struct ram aging_ram = {&aging_pool, {PART(aging_live_, aging_copy)}};
static const struct ram actors_ram = {
    &actors_pool, {PART(actors_live_, actors_copy), PART(actors_marks_, actors_marks_copy)}};
static const struct ram herd_ram = {&herd_pool,
                                    {PART(herd_live_, herd_copy), PART(herd_marks_, herd_marks_copy),
                                     PART(herd_generations_, herd_generations_copy),
                                     PART(herd_kin_, herd_kin_copy)}};
static const struct ram *const rams[] = {&things_ram, &numbers_ram, &aging_ram, &actors_ram, &herd_ram};

static void copy_words(void *to, const void *from, size_t bytes)
{
    unsigned char *const target = (unsigned char *)to;
    const unsigned char *const source = (const unsigned char *)from;
    for (size_t k = 0; k < bytes; k++) {
        target[k] = source[k];
    }
}

static void ram_restore(const struct ram *ram)
{
    for (const struct part *part = ram->parts; part < ram->parts + 4 && part->at != NULL; part++) {
        copy_words(part->at, part->copy, part->bytes);
    }
}

/// One family: every live object is a child of the first one, or of the one before it.
static void make_family(bool is_chain)
{
    const unsigned first = hutch_next_index_(&herd_pool, 0), last = hutch_last_index_(&herd_pool);
    for (unsigned child = last; child != first; child--) {
        if (hutch_is_live_at(&herd_pool, child) && !(is_chain && child == last)) {
            unsigned parent = is_chain ? child - 1u : first;
            while (!hutch_is_live_at(&herd_pool, parent)) {
                parent--;
            }
            herd_attach(herd_at(parent), &herd_herd, herd_at(child));
        }
    }
}

/// Makes those slots of every pool live that a pattern says.
static void pools_fill(unsigned pattern, bool (*is_live)(unsigned pattern, unsigned index))
{
    for (unsigned k = 0; k < sizeof rams / sizeof rams[0]; k++) {
        hutch_clear(rams[k]->pool);
    }
    while (orc_spawn(NULL) != NULL) {}
    for (unsigned index = 0; index < N; index++) {
        if (is_live(pattern, index)) {
            things_claim(index);
            numbers_claim((int)index);
            actors_claim(index);
            aging_claim((int)index);
        } else {
            herd_despawn(herd_at(index));
        }
    }
    make_family(pattern % 2u == 0);
    for (unsigned k = 0; k < sizeof rams / sizeof rams[0]; k++) {
        for (const struct part *part = rams[k]->parts; part < rams[k]->parts + 4 && part->at != NULL;
             part++) {
            copy_words(part->copy, part->at, part->bytes);
        }
    }
}

#endif
