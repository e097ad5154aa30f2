// SPDX-License-Identifier: MIT
// claim.c - claim takes the slot that the caller names.

#include "unit.h"

UNIT_POOL(seats, uint16_t, 20);

TEST(claim_takes_the_named_slot_and_no_other)
{
    seats_clear();
    uint16_t *const seat = seats_claim(13);
    CHECK(seat == seats_at(13));
    CHECK(hutch_claim_(&seats_pool, 19) == seats_at(19));
    CHECK(hutch_claim_index_(&seats_pool, 0));
    CHECK_EQUAL(seats_live(), 3);
    CHECK(seats_is_live_at(0));
    CHECK(seats_is_live(seat));
    CHECK(seats_is_live_at(19));
}

TEST(claim_of_a_live_slot_answers_null_without_a_fault)
{
    seats_clear();
    CHECK(seats_claim(7) != NULL);
    CHECK(seats_claim(7) == NULL);
    CHECK(hutch_claim_(&seats_pool, 7) == NULL);
    CHECK(!hutch_claim_index_(&seats_pool, 7));
    CHECK_EQUAL(seats_live(), 1);
}

// Also in bare builds: a store there would go far outside.
TEST(number_past_the_capacity_is_a_fault)
{
    seats_clear();
    CHECK(seats_claim(20) == NULL);
    CHECK(unit_fault_was("seats", HUTCH_FAULT_BAD_INDEX, NULL, 20));
    CHECK(seats_claim(HUTCH_NONE) == NULL);
    CHECK(unit_fault_was("seats", HUTCH_FAULT_BAD_INDEX, NULL, HUTCH_NONE));
    CHECK(hutch_claim_(&seats_pool, 20) == NULL);
    CHECK(unit_fault_was("seats", HUTCH_FAULT_BAD_INDEX, NULL, 20));
    CHECK(!hutch_claim_index_(&seats_pool, 21));
    CHECK(unit_fault_was("seats", HUTCH_FAULT_BAD_INDEX, NULL, 21));
    CHECK(!seats_release_at(20));
    CHECK(unit_fault_was("seats", HUTCH_FAULT_BAD_INDEX, NULL, 20));
    CHECK(!hutch_release_at_(&seats_pool, HUTCH_NONE));
    CHECK(unit_fault_was("seats", HUTCH_FAULT_BAD_INDEX, NULL, HUTCH_NONE));
    CHECK_EQUAL(seats_live(), 0);
    CHECK(hutch_check(&seats_pool));
}

#include "../../build/lists/unit/claim.h"
