// SPDX-License-Identifier: MIT
// default_handler.c - a program without a fault handler of its own: faults are counted by code.

#include "unit.h"
#include "board.h"
#include "../../src/hutch_fault.c" // to reach its counters: nobody makes 4,294,967,295 mistakes in a test

HUTCH_POOL(things, uint16_t, 4);

// The harness asks for these; here the library's own handler is told.
struct unit_faults unit_faults;
unsigned unit_faults_forget(void)
{
    return 0;
}

static void each_fault_is_counted_under_its_code(void)
{
    uint16_t elsewhere = 0;
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_NULL_POINTER), 0);
    CHECK(!things_release(NULL));
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_NULL_POINTER), 1);
    CHECK(!things_release(&elsewhere));
    CHECK(!things_release(&elsewhere));
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_FOREIGN), 2);
    CHECK(!hutch_release(&things_pool, (const uint8_t *)things_at(0) + 1));
    CHECK(!hutch_release(&things_pool, (const uint8_t *)things_at(3) + 1));
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_MISALIGNED), 2);
    CHECK(!things_release(things_at(0)));
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_DOUBLE_RELEASE), 1);
    CHECK(!things_release_at(4));
    CHECK(things_claim(9) == NULL);
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_BAD_INDEX), 2);
    CHECK(!things_release_run(things_at(0), 1));
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_BAD_RUN), 1);
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_NULL_POINTER), 1);
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_SUMMARY), 0);
}

static void unknown_code_was_never_counted(void)
{
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_CODES_END), 0);
    CHECK_EQUAL(hutch_fault_count(HUTCH_NONE), 0);
}

static void fault_of_an_unknown_code_is_ignored(void)
{
    const struct hutch_fault unknown = {.pool = "things", .code = HUTCH_FAULT_CODES_END};
    hutch_on_fault(&unknown);
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_CODES_END), 0);
}

static void count_stays_at_the_largest_number(void)
{
    counts[HUTCH_FAULT_FOREIGN] = (unsigned)-2;
    CHECK(!hutch_release(&things_pool, &counts));
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_FOREIGN), (unsigned)-1);
    CHECK(!hutch_release(&things_pool, &counts));
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_FOREIGN), (unsigned)-1);
}

static const struct unit_test default_handler_tests[] = {
    UNIT_TEST(each_fault_is_counted_under_its_code),
    UNIT_TEST(unknown_code_was_never_counted),
    UNIT_TEST(fault_of_an_unknown_code_is_ignored),
    UNIT_TEST(count_stays_at_the_largest_number),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(default_handler_tests);
    return unit_finish();
}
