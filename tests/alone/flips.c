// SPDX-License-Identifier: MIT
// flips.c - one flipped bit of a pool's bookkeeping, wherever it is: no call then leaves the pool, traps or
// runs without end, and hutch_check finds what `expected` says; then the same with random words.
//
// Three states of each pool (empty, mixed, full) times every bit of the bitmap and the marks, and at most
// flips_max or so of each larger array; after each flip all calls, typed and by descriptor. Not flipped is
// the pointer to the next pool of a debug build's list, nor links between the objects of prefabs, the state
// of policies, tasks that wait. Objects must be inside the pool's array; what the library writes and reads
// itself beside its arrays is for AddressSanitizer. Not for the Game Boy, whose release walk is by hand.

#include "unit.h"
#include "hutch/hutch.h"
#include "hutch/runs.h"
#include "hutch/prefab.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FLIPS_MAX // few flips of everything, for who counts what they reach
enum { W = HUTCH_WORD_BITS, flips_max = FLIPS_MAX, whole_parts = 0, random_rounds = 10, flips_min = 100 };
#else
enum { W = HUTCH_WORD_BITS, flips_max = 1500, whole_parts = 2, random_rounds = 100, flips_min = 10000 };
#endif

struct cell {
    uint8_t bytes[6];
};

static unsigned long outside, endless, flipped;

// A slot's address, or none.
static void inside(const struct hutch_pool *pool, const void *object)
{
    if (object != NULL) {
        const size_t offset = (size_t)((uintptr_t)object - (uintptr_t)pool->slots);
        if (offset >= pool->capacity * pool->stride_bytes || offset % pool->stride_bytes != 0) {
            outside++;
        } else {
            memset((void *)(uintptr_t)object, 0x5A, sizeof(struct cell));
        }
    }
}

static void numbers_one(const struct hutch_pool *pool, unsigned index)
{
    outside += index != HUTCH_NONE && index >= pool->capacity ? 1u : 0u;
}

static bool every_third(const void *object, void *turn)
{
    inside((const struct hutch_pool *)turn, object);
    return (uintptr_t)object % 3 == 0;
}

// ---- All calls: by the typed functions of one pool, then by descriptor.

#define USE(name)                                                      \
    static void use_##name(void)                                       \
    {                                                                  \
        unsigned visits = 0;                                           \
        HUTCH_FOREACH (struct cell, it, name) {                        \
            inside(&name##_pool, it);                                  \
            endless += ++visits > 2u * name##_pool.capacity ? 1u : 0u; \
            if (visits > 2u * name##_pool.capacity) {                  \
                break;                                                 \
            }                                                          \
            if (visits % 4 == 0) {                                     \
                name##_release(it);                                    \
            }                                                          \
        }                                                              \
        for (unsigned k = 0; k < name##_pool.capacity + 2u; k++) {     \
            inside(&name##_pool, name##_acquire());                    \
        }                                                              \
        HUTCH_FOREACH (struct cell, it, name) {                        \
            inside(&name##_pool, it);                                  \
            endless += ++visits > 4u * name##_pool.capacity ? 1u : 0u; \
            if (visits > 4u * name##_pool.capacity) {                  \
                break;                                                 \
            }                                                          \
        }                                                              \
        inside(&name##_pool, name##_first());                          \
        inside(&name##_pool, hutch_last_(&name##_pool));               \
        name##_release_at(name##_pool.capacity / 2u);                  \
        inside(&name##_pool, name##_acquire());                        \
    }

#if HUTCH_CFG_WORD_BITS == 8
#    define KILO 500
#    define MORE 512
#else
#    define KILO 1000
#    define MORE 1025
#endif
HUTCH_POOL(one, struct cell, 1);
HUTCH_POOL(twenty, struct cell, 20);
HUTCH_POOL(locked, struct cell, 20, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(pair, struct cell, 33, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(scan, struct cell, 96);
HUTCH_POOL(summed, struct cell, 97);
HUTCH_POOL(wide, struct cell, 160, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(kilo, struct cell, KILO);
HUTCH_POOL(more, struct cell, MORE, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_TRACKED(tracked, struct cell, 40);
HUTCH_POOL_RUNS(tiles, struct cell, 70);
#if HUTCH_HAS_LOCK_FREE
HUTCH_POOL(swaps, struct cell, 160, .lock = HUTCH_LOCK_FREE);
USE(swaps)
#endif
static void leave(void *object);
static const struct hutch_hooks hooks = {leave, NULL, leave};
HUTCH_POOL_SPAWNED(spawned, struct cell, 45, .hooks = &hooks);
HUTCH_POOL_IDS(voices, 20);
USE(one)
USE(twenty)
USE(locked)
USE(pair)
USE(scan)
USE(summed)
USE(wide)
USE(kilo)
USE(more)
USE(tracked)
USE(tiles)
USE(spawned)
HUTCH_SCENE(level, &spawned_pool, &tracked_pool);

static void leave(void *object)
{
    inside(&spawned_pool, object);
}

static void use_voices(void)
{
    for (unsigned k = 0; k < 24; k++) {
        numbers_one(&voices_pool, (unsigned)voices_acquire());
    }
    voices_release(3);
    numbers_one(&voices_pool, (unsigned)voices_next(0));
}

static void use_generic(const struct hutch_pool *pool)
{
    unsigned steps = 0;
    hutch_ref_t ref = 0;
    for (unsigned index = hutch_next_index_(pool, 0); index != HUTCH_NONE;
         index = hutch_next_index_(pool, index + 1u)) {
        numbers_one(pool, index);
        if (++steps > pool->capacity) {
            endless++;
            break;
        }
    }
    numbers_one(pool, hutch_last_index_(pool));
    numbers_one(pool, hutch_acquire_run_index_(pool, 3));
    hutch_release_run_at_(pool, pool->capacity / 3u, 2);
    numbers_one(pool, hutch_acquire_index_(pool));
    hutch_claim_index_(pool, pool->capacity - 1u);
    hutch_release_at_(pool, pool->capacity - 1u);
    hutch_release_at_(pool, pool->capacity);
    if (pool->slots != NULL) {
        struct cell *const object = (struct cell *)hutch_first(pool);
        inside(pool, object);
        inside(pool, hutch_containing_(pool, pool->slots + 1));
        if (object != NULL && pool->generations != NULL && hutch_is_live(pool, object)) {
            ref = hutch_ref(pool, object);
            inside(pool, hutch_deref(pool, ref));
            hutch_release_ref(pool, ref);
        }
        inside(pool, hutch_spawn_(pool, NULL));
        inside(pool, hutch_next(pool, hutch_at(pool, 0)));
        hutch_persist_(pool, hutch_first(pool), true);
        hutch_despawn_(pool, hutch_last_(pool));
        hutch_release_if_(pool, every_third, (void *)(uintptr_t)pool);
    }
    (void)hutch_live(pool);
    (void)hutch_available(pool);
    if (pool == &spawned_pool || pool == &tracked_pool) {
        hutch_scene_reset(&level);
    }
    (void)hutch_check(pool);
    hutch_clear(pool);
    numbers_one(pool, hutch_acquire_index_(pool));
    hutch_clear(pool);
}

// ---- What is flipped, and whether hutch_check has found it.

enum kind {
    LIVE,
    LIVE_TAIL,
    SUMMARY,
    VISIBLE_SET,
    VISIBLE_CLEARED,
    CONSTRUCTED,
    PERSISTENT_FREE,
    PERSISTENT_LIVE,
    MARK_TAIL,
    GENERATION,
    HINT,
    COPY,
    LINK,
    OTHER,
    KINDS
};
// What hutch_check finds of a flip, in release builds and in debug builds; "-": such builds do not have it.
// The live bit of a slot is found in release builds where a summary or the mark of a free slot disagrees.
static const struct {
    const char *name, *release, *debug;
} expected[KINDS] = {
    {"live bit of a slot", "some", "always"},
    {"live bit past the capacity", "always", "always"},
    {"summary bit", "always", "always"},
    {"visible bit set, of a free slot", "always", "always"},
    {"visible bit cleared", "never", "never"},
    {"constructed bit", "never", "never"},
    {"persistent bit of a free slot", "always", "always"},
    {"persistent bit of a live slot", "never", "never"},
    {"mark past the capacity", "always", "always"},
    {"generation", "never", "never"},
    {"hint of a lock-free pool", "never", "-"},
    {"copy of a live word", "-", "always"},
    {"link in the queue of free slots", "-", "always"},
    {"other debug state", "-", "never"},
};
static unsigned long found[KINDS], missed[KINDS];

struct shape {
    const struct hutch_pool *pool;
    void (*use)(void);
};
static const struct shape shapes[] = {
    {&one_pool, use_one},         {&twenty_pool, use_twenty}, {&locked_pool, use_locked},
    {&pair_pool, use_pair},       {&scan_pool, use_scan},     {&summed_pool, use_summed},
    {&wide_pool, use_wide},       {&kilo_pool, use_kilo},     {&more_pool, use_more},
    {&tracked_pool, use_tracked}, {&tiles_pool, use_tiles},   {&spawned_pool, use_spawned},
    {&voices_pool, use_voices},
#if HUTCH_HAS_LOCK_FREE
    {&swaps_pool, use_swaps},
#endif
};

struct part {
    unsigned char *bytes;
    size_t length;
};
enum { parts_max = 6 };
static struct part parts[parts_max];
static unsigned parts_count;
static unsigned char saved[1u << 18];

static void add_part(void *bytes, size_t length)
{
    parts[parts_count].bytes = (unsigned char *)bytes;
    parts[parts_count++].length = length;
}

static void list_parts(const struct hutch_pool *pool)
{
    const unsigned leaves = HUTCH_LEAF_WORDS((unsigned)pool->capacity);
    parts_count = 0;
    add_part(pool->live, HUTCH_BITMAP_WORDS((unsigned)pool->capacity) * sizeof(hutch_word_t));
    add_part(pool->visible, pool->has_marks * leaves * sizeof(hutch_word_t));
    add_part(pool->generations, pool->generations != NULL ? pool->capacity * sizeof(hutch_ref_t) : 0);
#if HUTCH_CFG_CHECK >= 2
    add_part(pool->mirror, leaves * sizeof(hutch_word_t));
    add_part(pool->notes, pool->capacity * sizeof(struct hutch_note));
    add_part(pool->debug, sizeof(struct hutch_debug));
#endif
}

// Saves or restores the bookkeeping and, in debug builds, poison and guards: each flip finds the same state.
static void keep(const struct hutch_pool *pool, bool is_back)
{
    unsigned char *at = saved;
    for (unsigned i = 0; i < parts_count; i++) {
        if (parts[i].length != 0) {
            memcpy(is_back ? parts[i].bytes : at, is_back ? at : parts[i].bytes, parts[i].length);
        }
        at += parts[i].length;
    }
    if (pool->slots != NULL && HUTCH_CFG_CHECK >= 2) {
        memcpy(is_back ? pool->slots : at, is_back ? at : pool->slots, pool->capacity * pool->stride_bytes);
    }
}

static enum kind kind_of_leaf(const struct hutch_pool *pool, unsigned part, size_t bit)
{
    const unsigned leaves = HUTCH_LEAF_WORDS((unsigned)pool->capacity);
    const unsigned word = (unsigned)(bit / W), index = (word % leaves) * W + (unsigned)(bit % W);
    const bool is_live = index < pool->capacity && hutch_bitmap_is_live(pool->live, index);
    if (part == 0 && word >= leaves) {
        return hutch_is_lock_free(pool) ? HINT : SUMMARY;
    }
    if (index >= pool->capacity) {
        return part == 0 ? LIVE_TAIL : MARK_TAIL;
    }
    if (part == 0) {
        return LIVE;
    }
    if (word / leaves == HUTCH_MARK_VISIBLE) {
        return is_live ? VISIBLE_CLEARED : VISIBLE_SET;
    }
    return word / leaves == HUTCH_MARK_CONSTRUCTED ? CONSTRUCTED
           : is_live                               ? PERSISTENT_LIVE
                                                   : PERSISTENT_FREE;
}

static enum kind kind_of(const struct hutch_pool *pool, unsigned part, size_t bit)
{
    if (part <= 1) {
        return kind_of_leaf(pool, part, bit);
    }
#if HUTCH_CFG_CHECK >= 2
    const size_t byte = bit / 8;
    if (part == 3) {
        return COPY;
    }
    if (part == 4) {
        const size_t offset = byte % sizeof(struct hutch_note);
        return offset >= offsetof(struct hutch_note, next) &&
                       offset < offsetof(struct hutch_note, previous) + 2 &&
                       !hutch_bitmap_is_live(pool->live, (unsigned)(byte / sizeof(struct hutch_note)))
                   ? LINK
                   : OTHER;
    }
    if (part == 5) {
        return byte >= offsetof(struct hutch_debug, first_free) &&
                       byte < offsetof(struct hutch_debug, last_free) + 2
                   ? LINK
                   : OTHER;
    }
#endif
    return GENERATION;
}

// True in the pointer to the next pool, with which the debug state begins: it is not flipped, see above.
static bool is_pointer(unsigned part, size_t bit)
{
#if HUTCH_CFG_CHECK >= 2
    return part == 5 && bit / 8 < offsetof(struct hutch_debug, live);
#else
    return (void)part, (void)bit, false;
#endif
}

static void flip(unsigned part, size_t bit)
{
    if (part <= 1 || part == 3) { // by words: `bit` counts slots
        hutch_word_t *const word = (hutch_word_t *)(void *)parts[part].bytes + bit / W;
        *word = (hutch_word_t)(*word ^ hutch_bits_mask((unsigned)(bit % W)));
    } else {
        parts[part].bytes[bit / 8] = (unsigned char)(parts[part].bytes[bit / 8] ^ 1u << bit % 8);
    }
}

static void prepare(const struct hutch_pool *pool, unsigned state)
{
    hutch_clear(pool);
    for (unsigned index = 0; index < pool->capacity && state != 0; index++) {
        hutch_claim_index_(pool, index);
    }
    for (unsigned index = 2; index < pool->capacity && state == 1; index += 5) {
        hutch_release_at_(pool, index);
    }
    CHECK(hutch_check(pool));
    CHECK_EQUAL(unit_faults_forget(), 0);
}

static void flip_all(const struct shape *shape)
{
    const struct hutch_pool *const pool = shape->pool;
    list_parts(pool);
    for (unsigned state = 0; state < 3; state++) {
        hutch_clear(pool);
        hutch_acquire_index_(pool); // debug builds: the first use
        prepare(pool, state);
        keep(pool, false);
        for (unsigned part = 0; part < parts_count; part++) {
            const size_t bits = parts[part].length * 8,
                         step = part < whole_parts ? 1 : bits / flips_max + 1 + (bits / flips_max) % 2;
            for (size_t bit = 0; bit < bits; bit += step) {
                if (is_pointer(part, bit)) {
                    continue;
                }
                const enum kind kind = kind_of(pool, part, bit);
                flip(part, bit);
                (hutch_check(pool) ? missed : found)[kind]++;
                shape->use();
                keep(pool, true); // the state before the flip
                flip(part, bit);
                use_generic(pool);
                unit_faults_forget();
                keep(pool, true);
                flipped++;
            }
        }
    }
}

TEST(no_flipped_bit_leads_outside_of_its_pool)
{
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const unsigned long before = outside;
        flip_all(&shapes[i]);
        if (outside != before) {
            printf("# %s: %lu\n", shapes[i].pool->identity->name, outside - before);
        }
    }
    CHECK_EQUAL(outside, 0);
    CHECK_EQUAL(endless, 0);
    CHECK(flipped > flips_min);
}

// Bitmap and marks with three of four bits set, anywhere.
static void fill(uint32_t *seed)
{
    for (unsigned part = 0; part < 2; part++) {
        for (size_t i = 0; i < parts[part].length; i++) {
            *seed = *seed * 1664525u + 1013904223u;
            parts[part].bytes[i] = (unsigned char)(*seed >> 16 | *seed >> 24);
        }
    }
}

static uint32_t contents_seed = 1; // the program's argument

TEST(no_contents_lead_outside_of_their_pool)
{
    uint32_t seed = contents_seed;
    outside = endless = 0;
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const struct hutch_pool *const pool = shapes[i].pool;
        list_parts(pool);
        prepare(pool, 1);
        keep(pool, false);
        for (unsigned round = 0; round < random_rounds; round++) {
            fill(&seed);
            shapes[i].use();
            keep(pool, true);
            fill(&seed);
            use_generic(pool);
            unit_faults_forget();
            keep(pool, true);
        }
    }
    CHECK_EQUAL(outside, 0);
    CHECK_EQUAL(endless, 0);
}

TEST(check_finds_what_the_table_says)
{
    for (unsigned kind = 0; kind < KINDS; kind++) {
        const char *const finding = found[kind] + missed[kind] == 0 ? "-"
                                    : missed[kind] == 0             ? "always"
                                    : found[kind] == 0              ? "never"
                                                                    : "some";
        const bool is_expected =
            strcmp(finding, HUTCH_CFG_CHECK >= 2 ? expected[kind].debug : expected[kind].release) == 0;
        CHECK(is_expected);
        if (!is_expected) {
            printf("# %s: %s (%lu found, %lu not)\n", expected[kind].name, finding, found[kind],
                   missed[kind]);
        }
    }
}

#include "../../build/lists/alone/flips.h"

int main(int argc, char **argv)
{
    contents_seed = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : contents_seed;
    board_init();
    unit_run(flips_tests);
    return unit_finish();
}
