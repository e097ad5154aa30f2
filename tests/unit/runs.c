// SPDX-License-Identifier: MIT
// runs.c - neighbouring slots: first place that fits, across words, all or nothing.

#include "unit.h"

enum { W = HUTCH_WORD_BITS, few_max = 10, tiles_max = 3 * W + 5 };
UNIT_POOL(few, uint16_t, few_max);          // less than a word, when words are wide
HUTCH_POOL_RUNS(tiles, uint8_t, tiles_max); // a summary level above it

HUTCH_POOL_SPAWNED(crew, uint16_t, few_max);

static void check_live_are(unsigned first, unsigned length)
{
    for (unsigned i = 0; i < tiles_max; i++) {
        CHECK_EQUAL(tiles_is_live_at(i), i >= first && i < first + length);
    }
    CHECK(hutch_check(&tiles_pool));
}

TEST(run_of_a_pool_with_hooks_is_visible_at_once)
{
    crew_clear();
    CHECK(crew_acquire_run(3) == crew_at(0));
    CHECK(crew_is_live_at(0) && crew_is_live_at(2) && !crew_is_live_at(3));
    CHECK(crew_release_run(crew_at(0), 3));
    CHECK(crew_first() == NULL);
}

TEST(run_takes_the_first_gap_that_is_long_enough)
{
    UNIT_NEEDS(UNIT_RUNS_CROSS_WORDS(&few_pool));
    few_clear();
    few_claim(2); // gaps of two, three and two
    few_claim(6);
    few_claim(9);
    CHECK(few_acquire_run(3) == few_at(3));
    CHECK(few_acquire_run(2) == few_at(0));
    CHECK(few_acquire_run(2) == few_at(7));
    CHECK_EQUAL(few_live(), few_max);
    CHECK(few_acquire_run(1) == NULL);
}

TEST(run_that_finds_no_gap_changes_nothing)
{
    few_clear();
    few_claim(3);
    few_claim(6);
    CHECK(few_acquire_run(4) == NULL);
    CHECK(hutch_acquire_run_(&few_pool, few_max) == NULL);
    CHECK_EQUAL(hutch_acquire_run_index_(&few_pool, 5), HUTCH_NONE);
    CHECK_EQUAL(few_live(), 2);
    CHECK(hutch_check(&few_pool));
}

TEST(bits_past_the_capacity_are_no_room_for_a_run)
{
    few_clear();
    CHECK(few_acquire_run(few_max + 1) == NULL);
    few_claim(few_max - 3);
    CHECK(few_acquire_run(few_max - 3) == few_at(0));
    CHECK(few_acquire_run(3) == NULL);
    CHECK(few_acquire_run(2) == few_at(few_max - 2));
    CHECK(hutch_check(&few_pool));
}

TEST(run_of_none_and_run_of_too_many_are_refused_without_a_fault)
{
    few_clear();
    CHECK(few_acquire_run(0) == NULL);
    CHECK(few_acquire_run(HUTCH_NONE) == NULL);
    CHECK(hutch_acquire_run_(&few_pool, 0) == NULL);
    CHECK_EQUAL(hutch_acquire_run_index_(&few_pool, 0), HUTCH_NONE);
    CHECK_EQUAL(few_live(), 0);
}

TEST(run_crosses_words_from_any_start)
{
    for (unsigned start = 0; start + W + 2 <= tiles_max; start++) {
        tiles_clear();
        if (start != 0) {
            tiles_acquire_run(start);
        }
        CHECK(tiles_acquire_run(W + 2) == tiles_at(start));
        check_live_are(0, start + W + 2);
        CHECK(tiles_release_run(tiles_at(start), W + 2));
        check_live_are(0, start);
    }
}

TEST(part_of_a_run_may_be_released)
{
    tiles_clear();
    CHECK(tiles_acquire_run(2 * W) == tiles_at(0));
    CHECK(tiles_release_run(tiles_at(0), 3));
    check_live_are(3, 2 * W - 3);
    CHECK(hutch_release_run_(&tiles_pool, tiles_at(W), W));
    check_live_are(3, W - 3);
    CHECK(hutch_release_run_at_(&tiles_pool, W - 1, 1));
    check_live_are(3, W - 4);
    CHECK(tiles_release(tiles_at(3)));
    check_live_are(4, W - 5);
}

TEST(run_with_one_free_slot_in_it_is_refused_as_a_whole)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    for (unsigned hole = 0; hole < W + 3; hole++) {
        tiles_clear();
        tiles_acquire_run(W + 3);
        tiles_release(tiles_at(hole));
        CHECK(!tiles_release_run(tiles_at(0), W + 3));
        CHECK(unit_fault_was("tiles", HUTCH_FAULT_BAD_RUN, NULL, 0));
        CHECK(!hutch_release_run_(&tiles_pool, tiles_at(0), W + 3));
        CHECK(unit_fault_was("tiles", HUTCH_FAULT_BAD_RUN, NULL, 0));
        CHECK_EQUAL(tiles_live(), W + 2);
        CHECK(!tiles_is_live_at(hole));
        CHECK(hutch_check(&tiles_pool));
    }
}

TEST(run_that_leaves_the_pool_is_refused)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    tiles_clear();
    tiles_acquire_run(tiles_max);
    static const unsigned lengths[] = {3, W, 0x7FFF, 0x8000, HUTCH_NONE - (tiles_max - 2), HUTCH_NONE};
    for (unsigned n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        CHECK(!tiles_release_run(tiles_at(tiles_max - 2), lengths[n]));
        CHECK(unit_fault_was("tiles", HUTCH_FAULT_BAD_RUN, NULL, tiles_max - 2));
        CHECK(!hutch_release_run_at_(&tiles_pool, tiles_max - 2, lengths[n]));
        CHECK(unit_fault_was("tiles", HUTCH_FAULT_BAD_RUN, NULL, tiles_max - 2));
    }
    CHECK_EQUAL(tiles_live(), tiles_max);
}

TEST(release_of_an_empty_run_is_refused)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    tiles_clear();
    tiles_acquire_run(4);
    CHECK(!tiles_release_run(tiles_at(1), 0));
    CHECK(unit_fault_was("tiles", HUTCH_FAULT_BAD_RUN, NULL, 1));
    CHECK(!hutch_release_run_(&tiles_pool, tiles_at(1), 0));
    CHECK(unit_fault_was("tiles", HUTCH_FAULT_BAD_RUN, NULL, 1));
    CHECK(!hutch_release_run_at_(&tiles_pool, tiles_max, 1));
    CHECK(unit_fault_was("tiles", HUTCH_FAULT_BAD_RUN, NULL, tiles_max));
    CHECK_EQUAL(tiles_live(), 4);
}

TEST(run_of_a_pool_of_runs_is_an_array_in_every_build)
{
    tiles_clear();
    uint8_t *const run = tiles_acquire_run(W + 3);
    for (unsigned i = 0; i < W + 3; i++) {
        run[i] = (uint8_t)(i + 1);
    }
    for (unsigned i = 0; i < W + 3; i++) {
        CHECK_EQUAL(*tiles_at(tiles_index(run) + i), (uint8_t)(i + 1));
    }
    CHECK(tiles_release_run(run, W + 3));
    CHECK(hutch_check(&tiles_pool));
}

TEST(address_in_a_run_leads_to_its_slot_in_every_build)
{
    const uint8_t *const first = tiles_at(0);
    for (unsigned i = 0; i < tiles_max; i++) {
        CHECK(tiles_containing(first + i) == tiles_at(i));
    }
    CHECK(tiles_containing((const void *)((uintptr_t)first - 1)) == NULL);
    CHECK(tiles_containing(first + tiles_max) == NULL);
}

#include "../../build/lists/unit/runs.h"
