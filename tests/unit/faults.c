// SPDX-License-Identifier: MIT
// faults.c - fault codes keep their numbers for ever, and each has a text.

#include "unit.h"

// Users compare these numbers in logs of devices in the field: none may change.
static void fault_codes_keep_their_numbers(void)
{
    CHECK_EQUAL(HUTCH_FAULT_NONE, 0);
    CHECK_EQUAL(HUTCH_FAULT_NULL_POINTER, 10);
    CHECK_EQUAL(HUTCH_FAULT_FOREIGN, 11);
    CHECK_EQUAL(HUTCH_FAULT_MISALIGNED, 12);
    CHECK_EQUAL(HUTCH_FAULT_BAD_INDEX, 13);
    CHECK_EQUAL(HUTCH_FAULT_DOUBLE_RELEASE, 20);
    CHECK_EQUAL(HUTCH_FAULT_BAD_RUN, 21);
    CHECK_EQUAL(HUTCH_FAULT_TAIL_BITS, 40);
    CHECK_EQUAL(HUTCH_FAULT_SUMMARY, 41);
    CHECK_EQUAL(HUTCH_FAULT_DESCRIPTOR, 42);
}

static void each_fault_code_has_its_text(void)
{
    CHECK(unit_same_text(hutch_fault_text(0), "NONE: no fault"));
    CHECK(unit_same_text(hutch_fault_text(10), "NULL_POINTER: release of NULL"));
    CHECK(unit_same_text(hutch_fault_text(11), "FOREIGN: the pointer is not into this pool"));
    CHECK(unit_same_text(hutch_fault_text(12), "MISALIGNED: the pointer is into a slot, not at its start"));
    CHECK(unit_same_text(hutch_fault_text(13), "BAD_INDEX: the index is past the capacity"));
    CHECK(unit_same_text(hutch_fault_text(20), "DOUBLE_RELEASE: the slot is already free"));
    CHECK(unit_same_text(hutch_fault_text(21),
                         "BAD_RUN: the run is empty, leaves the pool or has a free slot in it"));
    CHECK(unit_same_text(hutch_fault_text(40), "TAIL_BITS: damaged bitmap: a bit past the capacity is set"));
    CHECK(
        unit_same_text(hutch_fault_text(41), "SUMMARY: damaged summary: it differs from the words below it"));
    CHECK(unit_same_text(hutch_fault_text(42), "DESCRIPTOR: damaged descriptor"));
}

static void code_that_nobody_gave_is_an_unknown_fault(void)
{
    static const unsigned unknown[] = {1, 9, 14, 19, 22, 39, 43, HUTCH_FAULT_CODES_END, HUTCH_NONE};
    for (unsigned n = 0; n < sizeof unknown / sizeof unknown[0]; n++) {
        CHECK(unit_same_text(hutch_fault_text(unknown[n]), "unknown fault"));
    }
}

static void all_codes_fit_below_the_end(void)
{
#define CHECK_BELOW_END(name, number, text) CHECK(HUTCH_FAULT_##name < HUTCH_FAULT_CODES_END);
    HUTCH_FAULT_LIST(CHECK_BELOW_END)
}

const struct unit_test faults_tests[] = {
    UNIT_TEST(fault_codes_keep_their_numbers),
    UNIT_TEST(each_fault_code_has_its_text),
    UNIT_TEST(code_that_nobody_gave_is_an_unknown_fault),
    UNIT_TEST(all_codes_fit_below_the_end),
    UNIT_TESTS_END,
};
