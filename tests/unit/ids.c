// SPDX-License-Identifier: MIT
// ids.c - pools of numbers: sprite slots, sound channels, DMA channels.

#include "unit.h"

enum { voices_max = 6 };
UNIT_IDS(voices, voices_max);

TEST(acquire_gives_the_lowest_free_number_and_then_minus_one)
{
    UNIT_NEEDS(UNIT_LOWEST_FIRST(&voices_pool));
    voices_clear();
    for (int id = 0; id < voices_max; id++) {
        CHECK_EQUAL(voices_acquire(), id);
    }
    CHECK_EQUAL(voices_acquire(), -1);
    CHECK(voices_release(4));
    CHECK(voices_release(2));
    CHECK_EQUAL(voices_acquire(), 2);
    CHECK_EQUAL(voices_acquire(), 4);
    CHECK_EQUAL(voices_live(), voices_max);
}

TEST(wrong_number_is_refused_and_changes_nothing)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    voices_clear();
    voices_acquire_run(3);
    CHECK(!voices_release(-1));
    CHECK(unit_fault_was("voices", HUTCH_FAULT_BAD_INDEX, NULL, HUTCH_NONE));
    CHECK(!voices_release(voices_max));
    CHECK(unit_fault_was("voices", HUTCH_FAULT_BAD_INDEX, NULL, voices_max));
    CHECK(!voices_release(3));
    CHECK(unit_fault_was("voices", HUTCH_FAULT_DOUBLE_RELEASE, NULL, 3));
    CHECK(!voices_release(5));
    CHECK(unit_fault_was("voices", HUTCH_FAULT_DOUBLE_RELEASE, NULL, 5));
    CHECK_EQUAL(voices_claim(voices_max), -1);
    CHECK(unit_fault_was("voices", HUTCH_FAULT_BAD_INDEX, NULL, voices_max));
    CHECK_EQUAL(voices_claim(-1), -1);
    CHECK(unit_fault_was("voices", HUTCH_FAULT_BAD_INDEX, NULL, HUTCH_NONE));
    CHECK_EQUAL(voices_live(), 3);
    CHECK(hutch_check(&voices_pool));
}

TEST(any_number_may_be_asked_about)
{
    voices_clear();
    voices_claim(voices_max - 1);
    CHECK(voices_is_live(voices_max - 1));
    CHECK(!voices_is_live(0));
    CHECK(!voices_is_live(-1));
    CHECK(!voices_is_live(voices_max));
    CHECK_EQUAL(unit_faults_forget(), UNIT_PAST_THE_END(1));
}

TEST(claim_takes_the_named_number)
{
    UNIT_NEEDS(!UNIT_REUSES_LATE);
    voices_clear();
    CHECK_EQUAL(voices_claim(3), 3);
    CHECK_EQUAL(voices_claim(3), -1);
    CHECK_EQUAL(voices_claim(0), 0);
    CHECK_EQUAL(voices_acquire(), 1);
    CHECK(hutch_claim_index_(&voices_pool, 5));
    CHECK_EQUAL(voices_live(), 4);
}

TEST(runs_of_numbers_are_neighbours)
{
    voices_clear();
    voices_claim(2);
    CHECK_EQUAL(voices_acquire_run(3), 3);
    CHECK_EQUAL(voices_acquire_run(3), -1);
    CHECK_EQUAL(voices_acquire_run(2), 0);
    CHECK(voices_release_run(1, 3));
    CHECK_EQUAL(voices_live(), 3);
    CHECK(voices_is_live(0));
    CHECK(voices_is_live(4));
    CHECK(voices_is_live(5));
}

TEST(wrong_run_of_numbers_is_refused)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    voices_clear();
    voices_acquire_run(4);
    CHECK(!voices_release_run(2, 3));
    CHECK(unit_fault_was("voices", HUTCH_FAULT_BAD_RUN, NULL, 2));
    CHECK(!voices_release_run(-1, 1));
    CHECK(unit_fault_was("voices", HUTCH_FAULT_BAD_RUN, NULL, HUTCH_NONE));
    CHECK(!voices_release_run(0, 0));
    CHECK(unit_fault_was("voices", HUTCH_FAULT_BAD_RUN, NULL, 0));
    CHECK_EQUAL(voices_live(), 4);
}

TEST(foreach_id_visits_live_numbers_in_order_and_may_release_them)
{
    voices_clear();
    voices_claim(0);
    voices_claim(3);
    voices_claim(5);
    unsigned seen = 0;
    HUTCH_FOREACH_ID (id, voices) {
        seen = seen * 8 + (unsigned)id + 1;
        CHECK(voices_release(id));
    }
    CHECK_EQUAL(seen, (1 * 8 + 4) * 8 + 6);
    CHECK_EQUAL(voices_live(), 0);
    HUTCH_FOREACH_ID (id, voices) {
        CHECK(id < 0); // nothing is live: not entered
    }
}

TEST(foreach_id_visits_numbers_acquired_ahead_and_not_those_behind)
{
    voices_clear();
    voices_claim(1);
    unsigned seen = 0;
    HUTCH_FOREACH_ID (id, voices) {
        seen = seen * 8 + (unsigned)id + 1;
        (void)!voices_acquire(); // at 1 these two take 0, which is passed, and 2; then all others are ahead
        (void)!voices_acquire();
    }
    CHECK_EQUAL(voices_live(), voices_max);
    CHECK_EQUAL(seen, (((2 * 8 + 3) * 8 + 4) * 8 + 5) * 8 + 6);
}

TEST(body_of_foreach_id_may_change_its_variable)
{
    voices_clear();
    voices_claim(1);
    voices_claim(2);
    voices_claim(4);
    unsigned seen = 0;
    HUTCH_FOREACH_ID (id, voices) {
        seen = seen * 8 + (unsigned)id + 1;
        id = id == 2 ? -1 : voices_max;
        (void)id;
    }
    CHECK_EQUAL(seen, (2 * 8 + 3) * 8 + 5);
}

#define VOICES voices
TEST(foreach_id_takes_a_macro_for_the_name_of_its_pool)
{
    unsigned seen = 0;
    voices_clear();
    voices_claim(3);
    HUTCH_FOREACH_ID (id, VOICES) {
        seen += (unsigned)id;
    }
    CHECK_EQUAL(seen, 3);
}

static bool is_even(int id, void *context)
{
    ++*(unsigned *)context;
    return id % 2 == 0;
}

static bool releases_itself(int id, void *context)
{
    (void)context;
    CHECK(voices_release(id));
    return true;
}

TEST(release_if_asks_each_live_number_once)
{
    unsigned asked = 0;
    voices_clear();
    voices_acquire_run(5);
    CHECK_EQUAL(voices_release_if(is_even, &asked), 3);
    CHECK_EQUAL(asked, 5);
    CHECK(voices_is_live(1));
    CHECK(voices_is_live(3));
    CHECK_EQUAL(voices_live(), 2);
}

TEST(release_if_does_not_count_what_the_predicate_released)
{
    voices_clear();
    voices_acquire_run(4);
    CHECK_EQUAL(voices_release_if(releases_itself, NULL), 0);
    CHECK_EQUAL(voices_live(), 0);
}

TEST(generic_functions_work_on_numbers)
{
    UNIT_NEEDS(!UNIT_REUSES_LATE);
    voices_clear();
    CHECK_EQUAL(hutch_acquire_index_(&voices_pool), 0);
    CHECK_EQUAL(hutch_acquire_run_index_(&voices_pool, 2), 1);
    CHECK_EQUAL(hutch_next_index_(&voices_pool, 1), 1);
    CHECK_EQUAL(voices_next(2), -1);
    CHECK(hutch_release_run_at_(&voices_pool, 1, 2));
    CHECK(hutch_release_at_(&voices_pool, 0));
    CHECK_EQUAL(hutch_live(&voices_pool), 0);
    CHECK_EQUAL(voices_available(), voices_max);
    CHECK_EQUAL(voices_capacity(), voices_max);
    CHECK_EQUAL(hutch_object_bytes(&voices_pool), 0);
    CHECK(hutch_containing_(&voices_pool, (const void *)(uintptr_t)1) == NULL);
    CHECK(hutch_containing_(&voices_pool, NULL) == NULL);
}

#include "../../build/lists/unit/ids.h"
