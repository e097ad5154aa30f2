// SPDX-License-Identifier: MIT
// default_handler.c - a program without a fault handler of its own: faults are counted by code.

#include "unit.h"
#include "../../src/hutch_fault.c" // to see how much RAM its counters take

#include <string.h>

HUTCH_POOL(things, uint16_t, 4);

UNIT_RECORDS_NO_FAULTS

static char report[400];
static void put_in_report(char c, void *context)
{
    size_t *const length = (size_t *)context;
    report[(*length)++] = c;
    report[*length] = '\0';
}

TEST(report_is_silent_of_faults_before)
{
    size_t length = 0;
    hutch_report(put_in_report, &length);
    CHECK(strstr(report, "fault") == NULL);
}

TEST(each_fault_is_counted_under_its_code)
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

TEST(report_names_the_default_handler_once_it_was_called)
{
    static const char last[] = "\nfaults: 9 (default fault handler)\n";
    size_t length = 0;
    hutch_report(put_in_report, &length);
    CHECK(length > sizeof last && strcmp(report + length - (sizeof last - 1), last) == 0);
}

TEST(unknown_code_was_never_counted)
{
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_CODES_END), 0);
    CHECK_EQUAL(hutch_fault_count(HUTCH_NONE), 0);
}

TEST(fault_of_an_unknown_code_is_ignored)
{
    const struct hutch_fault unknown = {"things", NULL, HUTCH_NONE, HUTCH_FAULT_CODES_END, NULL, NULL, NULL};
    hutch_on_fault(&unknown);
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_CODES_END), 0);
}

TEST(each_count_stays_at_the_largest_number_and_leaves_the_others_alone)
{
    unsigned before[HUTCH_FAULT_CODES_END];
    for (unsigned code = 0; code < HUTCH_FAULT_CODES_END; code++) {
        before[code] = hutch_fault_count(code);
    }
    for (unsigned code = 0; code < HUTCH_FAULT_CODES_END; code++) {
        const struct hutch_fault fault = {"things", NULL, HUTCH_NONE, (uint8_t)code, NULL, NULL, NULL};
        for (unsigned count = before[code]; count < 20; count++) {
            hutch_on_fault(&fault);
            CHECK_EQUAL(hutch_fault_count(code), count + 1 < 15 ? count + 1 : 15);
        }
        for (unsigned other = 0; other < HUTCH_FAULT_CODES_END; other++) {
            CHECK_EQUAL(hutch_fault_count(other), other <= code ? 15 : before[other]);
        }
    }
}

TEST(counters_take_little_ram)
{
    CHECK(sizeof hutch_fault_counts <= 32);
}

#include "../../build/lists/alone/default_handler.h"
UNIT_MAIN(default_handler_tests)
