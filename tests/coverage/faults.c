// SPDX-License-Identifier: MIT
// faults.c - a program without a fault handler and without a list of pools: what the library does by itself.

#include "unit.h"
#include "board.h"

#include "hutch/scene.h"
#include "hutch/report.h"

HUTCH_POOL(things, uint16_t, 4);

// The harness reads the faults of a recorder, which this program has not.
struct unit_faults unit_faults;
unsigned unit_faults_forget(void)
{
    return 0;
}

static unsigned printed;
static void count(char c, void *context)
{
    (void)c, (void)context;
    printed++;
}

// Without names a program without a handler ignores faults.
static unsigned counted(unsigned times)
{
    return !HUTCH_CFG_NAMES ? 0 : times < 15 ? times : 15;
}

static void faults_are_counted_up_to_fifteen(void)
{
    for (unsigned times = 0; times < 20; times++) {
        CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_NULL_POINTER), counted(times));
        CHECK(!hutch_release(&things_pool, NULL));
        CHECK(!hutch_release_at_(&things_pool, 1));
    }
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_DOUBLE_RELEASE), counted(20));
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_CODES_END), 0);
}

static void default_handler_counts_each_code_it_knows(void)
{
    struct hutch_fault fault = {.address = NULL};
    for (unsigned code = 0; code <= HUTCH_FAULT_CODES_END; code++) {
        const unsigned before = hutch_fault_count(code), after = before < 15 ? before + 1 : 15;
        fault.code = (uint8_t)code;
        hutch_fault_default(&fault);
        CHECK_EQUAL(hutch_fault_count(code), code < HUTCH_FAULT_CODES_END ? after : 0);
    }
    fault.code = HUTCH_FAULT_SUMMARY;
    for (unsigned times = 0; times < 20; times++) {
        hutch_fault_default(&fault);
    }
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_SUMMARY), 15);
}

static void failed_assertion_is_a_fault(void)
{
    const unsigned before = hutch_fault_count(HUTCH_FAULT_BROKEN);
    hutch_assert_failed(7);
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_BROKEN), before + counted(1));
}

static void each_fault_is_printed(void)
{
    struct hutch_fault fault = {.address = &things_pool};
    for (unsigned code = 0; code <= HUTCH_FAULT_CODES_END; code++) {
        printed = 0;
        fault.code = (uint8_t)code;
        hutch_fault_print(&fault, count, NULL);
        CHECK(printed > 20);
        fault.address = code % 2 == 0 ? NULL : (void *)0xF00u;
#if HUTCH_CFG_NAMES
        fault.pool = "things";
        fault.index = code % 3 == 0 ? HUTCH_NONE : code * 100;
#endif
    }
}

static void report_without_a_list_says_so(void)
{
    printed = 0;
    hutch_report(count, NULL);
    CHECK(printed > 20);
    CHECK(hutch_owner(&printed) == NULL);
    CHECK(!hutch_despawn_any(&printed));
    CHECK(!hutch_despawn_any(NULL));
}

static const struct unit_test tests[] = {
    UNIT_TEST(faults_are_counted_up_to_fifteen), UNIT_TEST(default_handler_counts_each_code_it_knows),
    UNIT_TEST(failed_assertion_is_a_fault),      UNIT_TEST(each_fault_is_printed),
    UNIT_TEST(report_without_a_list_says_so),    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(tests);
    return unit_finish();
}
