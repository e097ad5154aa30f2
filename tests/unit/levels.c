// SPDX-License-Identifier: MIT
// levels.c - acquire, release, claim and iteration at every border of the free tracker's levels.

#include "levels.h"

static void fill(const struct level *level)
{
    level->clear();
    for (unsigned i = 0; i < level->capacity; i++) {
        level->acquire();
    }
}

TEST(capacity_is_what_was_declared_at_every_level)
{
    for (const struct level *level = levels; level < levels + LEVELS_COUNT; level++) {
        CHECK_EQUAL(hutch_capacity(level->pool), level->capacity);
        CHECK_EQUAL(hutch_available(level->pool) + level->live(), level->capacity);
    }
}

TEST(full_pool_refuses_and_is_unchanged_at_every_level)
{
    for (const struct level *level = levels; level < levels + LEVELS_COUNT; level++) {
        fill(level);
        for (unsigned again = 0; again < 3; again++) {
            CHECK_EQUAL(level->acquire(), -1);
            CHECK_EQUAL(hutch_acquire_index_(level->pool), HUTCH_NONE);
            CHECK_EQUAL(level->acquire_run(1), -1);
        }
        CHECK(level->is_live((int)level->capacity - 1) && !level->is_live((int)level->capacity));
        CHECK_EQUAL(unit_faults_forget(), UNIT_PAST_THE_END(1));
        CHECK_EQUAL(level->live(), level->capacity);
        CHECK(hutch_check(level->pool));
    }
}

TEST(only_free_slot_is_found_wherever_it_is_at_every_level)
{
    for (const struct level *level = levels; level < levels + LEVELS_COUNT; level++) {
        fill(level);
        for (unsigned i = 0; i < level->capacity; i++) {
            if (level_is_probe(level, i)) {
                CHECK(level->release((int)i));
                CHECK(hutch_check(level->pool));
                CHECK_EQUAL(level->acquire(), (int)i);
                CHECK(hutch_check(level->pool));
                CHECK_EQUAL(level->acquire(), -1);
            }
        }
    }
}

TEST(second_release_is_refused_at_every_level)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    for (const struct level *level = levels; level < levels + LEVELS_COUNT; level++) {
        fill(level);
        for (unsigned i = 0; i < level->capacity; i++) {
            if (level_is_probe(level, i)) {
                CHECK(level->release((int)i));
                CHECK(!level->release((int)i));
                CHECK(unit_fault_was(level->pool->identity->name, HUTCH_FAULT_DOUBLE_RELEASE, NULL, i));
                CHECK(!hutch_release_at_(level->pool, i));
                CHECK(unit_fault_was(level->pool->identity->name, HUTCH_FAULT_DOUBLE_RELEASE, NULL, i));
                CHECK(hutch_check(level->pool));
                CHECK_EQUAL(level->acquire(), (int)i);
            }
        }
        CHECK_EQUAL(level->live(), level->capacity);
    }
}

TEST(lone_live_slot_is_found_from_everywhere_below_at_every_level)
{
    for (const struct level *level = levels; level < levels + LEVELS_COUNT; level++) {
        for (unsigned i = 0; i < level->capacity; i++) {
            if (level_is_probe(level, i)) {
                level->clear();
                level->claim((int)i);
                CHECK_EQUAL(level->first(), (int)i);
                CHECK_EQUAL(level->next((int)i), -1);
                CHECK_EQUAL(level->next((int)i - 1), (int)i);
                CHECK_EQUAL(hutch_next_index_(level->pool, i / 2), i);
                CHECK_EQUAL(hutch_next_index_(level->pool, i), i);
                CHECK_EQUAL(hutch_next_index_(level->pool, i + 1), HUTCH_NONE);
            }
        }
        CHECK_EQUAL(hutch_next_index_(level->pool, level->capacity), HUTCH_NONE);
        CHECK_EQUAL(hutch_next_index_(level->pool, HUTCH_NONE), HUTCH_NONE);
    }
}

// The first place for a run, slot by slot; -1 when there is none.
static int place_slot_by_slot(const struct level *level, unsigned length)
{
    unsigned free_before = 0;
    for (unsigned i = 0; i < level->capacity; i++) {
        free_before = level->is_live((int)i) ? 0 : free_before + 1;
        if (free_before == length) {
            return (int)(i + 1 - length);
        }
    }
    return -1;
}

TEST(run_is_found_where_a_search_slot_by_slot_finds_it_at_every_level)
{
    UNIT_NEEDS(!hutch_is_lock_free(levels[0].pool));
    uint32_t dice = 7;
    for (const struct level *level = levels; level < levels + LEVELS_COUNT; level++) {
        const unsigned gap_max = level->capacity / 2 + 1;
        for (unsigned gap = 1; level->capacity <= 3 * W + 1 && gap <= gap_max; gap += 1 + gap / 3) {
            level->clear();
            for (unsigned i = (unsigned)(unit_random(&dice) % gap); i < level->capacity;
                 i += 1 + (unsigned)(unit_random(&dice) % (gap + 1))) {
                CHECK_EQUAL(level->claim((int)i), (int)i);
            }
            for (unsigned length = 1; length <= level->capacity; length += 1 + length / 8) {
                const int place = place_slot_by_slot(level, length);
                CHECK_EQUAL(level->acquire_run(length), place);
                CHECK(place < 0 || level->release_run(place, length));
            }
            CHECK(hutch_check(level->pool));
        }
    }
}

#include "../../build/lists/unit/levels.h"
