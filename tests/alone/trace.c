// SPDX-License-Identifier: MIT
// trace.c - what HUTCH_TRACE is told: after each of many random calls, typed and by descriptor, the slots
// that it says are live are those that are, and the refusals are those that the pool has counted.
#include "unit.h"
#include "hutch/hutch.h"
#include "hutch/policy.h"
#include "hutch/report.h"
#include "hutch/runs.h"
#include "hutch/stats.h"
#include "hutch/spawn.h"

enum { turns = 20000, slots_max = 70 };

struct cell {
    uint8_t bytes[6];
};

static void despawned(void *object)
{
    (void)object;
}
static const struct hutch_hooks hooks = {NULL, NULL, despawned};

HUTCH_POLICY_OLDEST(fade, 20);
HUTCH_POLICY_OLDEST(leave, 20);
HUTCH_POOL(plain, struct cell, 33);
HUTCH_POOL(shared, struct cell, 70, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(aging, struct cell, 20, .policy = &fade);
HUTCH_POLICY(elsewhere, .spill = &plain_pool, .reserve = 2);
HUTCH_POOL(spilling, struct cell, 10, .policy = &elsewhere, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_TRACKED(tracked, struct cell, 40);
HUTCH_POOL_SPAWNED(spawned, struct cell, 45, .hooks = &hooks);
HUTCH_POOL_SPAWNED(ghosts, struct cell, 20, .hooks = &hooks, .policy = &leave);
HUTCH_POOL_RUNS(tiles, struct cell, 64);
HUTCH_POOL_IDS(voices, 9);
HUTCH_POOL_LIST(&plain_pool, &shared_pool, &aging_pool, &spilling_pool, &tracked_pool, &spawned_pool,
                &ghosts_pool, &tiles_pool, &voices_pool);

// ---- What was told.

static struct {
    bool is_live[slots_max];
    unsigned refused;
} told[9];
static unsigned wrong, waits; // events that cannot be

static unsigned number_of(const struct hutch_pool *pool)
{
    unsigned number = 0;
    while (number < sizeof told / sizeof told[0] && hutch_listed_pool(number) != pool) {
        number++;
    }
    return number;
}

void trace_told(unsigned event, const struct hutch_pool *pool, unsigned index)
{
    const unsigned number = number_of(pool);
    if (number == sizeof told / sizeof told[0]) {
        wrong++;
        return;
    }
    if (event == HUTCH_TRACE_REFUSE) {
        told[number].refused++;
        wrong += index != HUTCH_NONE ? 1u : 0u;
    } else if (event == HUTCH_TRACE_WAIT || event == HUTCH_TRACE_WAKE) {
        waits++;
    } else if (index >= pool->capacity || told[number].is_live[index] == (event == HUTCH_TRACE_ACQUIRE)) {
        wrong++;
    } else {
        told[number].is_live[index] = event == HUTCH_TRACE_ACQUIRE;
    }
}

// How many slots of the listed pools are not as they were told, and how many pools count other refusals.
static unsigned differences(void)
{
    unsigned found = 0;
    for (unsigned number = 0; number < sizeof told / sizeof told[0]; number++) {
        const struct hutch_pool *const pool = hutch_listed_pool(number);
        for (unsigned index = 0; index < pool->capacity; index++) {
            found += hutch_is_live_at(pool, index) != told[number].is_live[index] ? 1u : 0u;
        }
        found += hutch_refused(pool) != told[number].refused ? 1u : 0u;
    }
    return found;
}

// ---- Random calls.

static uint32_t seed = 1;

static unsigned below(unsigned count)
{
    seed = seed * 1664525u + 1013904223u;
    return (unsigned)(seed >> 16) % count;
}

// Of any pool without hooks and without numbers.
static void call_by_descriptor(const struct hutch_pool *pool)
{
    void *const object = hutch_at(pool, below(pool->capacity));
    const unsigned call = below(8);
    if (call < 3) {
        (void)hutch_acquire(pool);
    } else if (call == 3) {
        (void)hutch_acquire_urgent_index_(pool);
    } else if (call == 4) {
        (void)hutch_claim_(pool, below(pool->capacity));
    } else if (hutch_is_live(pool, object)) {
        CHECK(call == 5 ? hutch_release_at_(pool, hutch_index(pool, object)) : hutch_release(pool, object));
    } else if (below(200) == 0) {
        hutch_clear(pool);
    }
}

static void call_of_tracked(void)
{
    struct cell *const cell = below(2) != 0 ? tracked_acquire() : tracked_claim(below(40));
    struct cell *const other = tracked_at(below(40));
    if (cell != NULL && below(3) == 0) {
        CHECK(tracked_release(cell));
    } else if (tracked_is_live(other)) {
        CHECK(tracked_release_ref(tracked_ref(other)));
    }
}

static void call_of_spawned(void)
{
    struct cell *const cell = spawned_at(below(45));
    if (below(2) != 0) {
        (void)spawned_spawn(NULL);
        (void)ghosts_spawn(NULL);
    } else if (spawned_is_live(cell)) {
        CHECK(spawned_despawn(cell));
    } else if (below(100) == 0) {
        spawned_clear();
        ghosts_clear();
    }
}

static void call_of_tiles(void)
{
    static struct {
        struct cell *first;
        unsigned length;
    } runs[8];
    const unsigned place = below(8);
    if (runs[place].first != NULL) {
        CHECK(tiles_release_run(runs[place].first, runs[place].length));
        runs[place].first = NULL;
    } else {
        runs[place].length = 1 + below(20);
        runs[place].first = tiles_acquire_run(runs[place].length);
    }
}

static void call_of_voices(void)
{
    const unsigned voice = below(9);
    if (voices_is_live((int)voice)) {
        CHECK(voices_release((int)voice));
    } else {
        (void)voices_acquire();
    }
}

static void events_say_which_slots_are_live_and_what_was_refused(void)
{
    static const struct hutch_pool *const by_descriptor[] = {&plain_pool, &shared_pool, &aging_pool,
                                                             &spilling_pool};
    unsigned worst = 0;
    for (unsigned turn = 0; turn < turns && worst == 0 && wrong == 0; turn++) {
        call_by_descriptor(by_descriptor[below(4)]);
        call_of_tracked();
        call_of_spawned();
        call_of_tiles();
        call_of_voices();
        worst = differences();
    }
    CHECK_EQUAL(worst, 0);
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(waits, 0);
    unsigned refusing = 0;
    for (unsigned number = 0; number < sizeof told / sizeof told[0]; number++) {
        refusing += told[number].refused != 0 ? 1u : 0u;
    }
    CHECK(refusing >= 5); // else nothing was shown of them
}

static const struct unit_test trace_tests[] = {
    UNIT_TEST(events_say_which_slots_are_live_and_what_was_refused),
    UNIT_TESTS_END,
};

UNIT_MAIN(trace_tests)
