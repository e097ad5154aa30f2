// SPDX-License-Identifier: MIT
// repeats.c - the default handler prints a fault that repeats once, and then how often it came.

#include "unit.h"

HUTCH_POOL(things, uint16_t, 4, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(others, uint16_t, 4);

struct played played;
UNIT_RECORDS_NO_FAULTS

static unsigned lines, counts;
static char line[200];
static unsigned length;

static bool begins(const char *text, const char *beginning)
{
    while (*beginning != '\0' && *text == *beginning) {
        text++;
        beginning++;
    }
    return *beginning == '\0';
}

static void put(char c, void *context)
{
    (void)context;
    if (c != '\n' && length < sizeof line - 1) {
        line[length++] = c;
        return;
    }
    line[length] = '\0';
    length = 0;
    lines++;
    counts += begins(line, "hutch: this fault came ") ? 1u : 0u;
}

static void arrange(void)
{
    hutch_debug_set_sink(put, NULL);
    lines = counts = 0;
}

HUTCH_NOINLINE static void release_twice(unsigned times)
{
    for (unsigned i = 0; i < times; i++) {
        CHECK(!things_release_at(i % 4u));
    }
}

HUTCH_NOINLINE static void release_null(void)
{
    CHECK(!things_release(NULL));
}

TEST(fault_of_each_frame_is_printed_at_powers_of_ten_with_its_count)
{
    arrange();
    release_twice(1);
    CHECK_EQUAL(lines, 1);
    CHECK_EQUAL(counts, 0);
    release_twice(8);
    CHECK_EQUAL(lines, 1);
    release_twice(1);
    CHECK_EQUAL(lines, 3);
    CHECK(unit_same_text(line, "hutch: this fault came 10 times from that call"));
    release_twice(19990);
    CHECK_EQUAL(lines, 9); // at 1, 10, 100, 1000, 10000
    CHECK_EQUAL(counts, 4);
    CHECK(unit_same_text(line, "hutch: this fault came 10000 times from that call"));
    CHECK_EQUAL(hutch_last_fault.code, HUTCH_FAULT_DOUBLE_RELEASE);
    CHECK_EQUAL(hutch_last_fault.index, 19989 % 4);
}

TEST(another_code_pool_or_call_is_another_fault)
{
    arrange();
    release_null();
    CHECK_EQUAL(lines, 1);
    CHECK(!others_release(NULL));
    CHECK_EQUAL(lines, 2);
    if (HUTCH_CFG_NOTES) { // else callers are not known
        CHECK(!others_release(NULL));
        CHECK_EQUAL(lines, 3);
    }
    CHECK_EQUAL(counts, 0);
}

// Each code is another fault: more than are remembered.
TEST(more_kinds_than_are_remembered_are_printed_each_time)
{
    arrange();
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned code = 30; code < 39; code++) {
            hutch_debug_bad_index(&others_pool, 1, code);
        }
    }
    CHECK_EQUAL(lines, 27);
    arrange();
    for (unsigned round = 0; round < 9; round++) {
        for (unsigned code = 30; code < 38; code++) {
            hutch_debug_bad_index(&others_pool, 2, code);
        }
    }
    CHECK_EQUAL(lines, 8);
}

static void interrupt_faults(void)
{
    hutch_debug_bad_index(&things_pool, 3, HUTCH_FAULT_BAD_RUN);
}

// At every moment of the report, once: both faults are counted.
TEST(fault_of_an_interrupt_is_counted_and_leaves_the_other_count_right)
{
    for (unsigned code = 50; code < 59; code++) {
        hutch_debug_bad_index(&others_pool, 1, code); // what was counted is forgotten
    }
    arrange();
    for (unsigned i = 0; i < 10; i++) {
        played.skipped = i % 2u;
        played.handler = interrupt_faults;
        hutch_debug_bad_index(&others_pool, 3, HUTCH_FAULT_BAD_INDEX);
        CHECK(played.handler == NULL);
    }
    CHECK_EQUAL(lines, 6); // the 1st and the 10th of each, with two counts
    CHECK_EQUAL(counts, 2);
}

TEST(faults_before_there_was_a_sink_are_not_counted)
{
    hutch_debug_set_sink(NULL, NULL);
    for (unsigned i = 0; i < 20; i++) {
        CHECK(!others_release_at(3));
    }
    arrange();
    for (unsigned i = 0; i < 9; i++) {
        CHECK(!others_release_at(3));
    }
    CHECK_EQUAL(counts, 0);
}

#include "../../build/lists/alone/repeats.h"
UNIT_MAIN(repeats_tests)
