// SPDX-License-Identifier: MIT
// empty_list.c - a program that lists no pool: the report is its heading. Built both ways that a list is
// made.

#include "unit.h"

static unsigned lines;
static void count_lines(char c, void *context)
{
    (void)context;
    lines += c == '\n' ? 1 : 0;
}

TEST(program_that_lists_no_pool_has_an_empty_list)
{
    CHECK(hutch_listed_pool(0) == NULL);
    CHECK(hutch_listed_pool(1) == NULL);
    lines = 0;
    hutch_report(count_lines, NULL);
    CHECK_EQUAL(lines, 2); // the heading, and that no pool is listed
}

#include "../../build/lists/alone/empty_list.h"
UNIT_MAIN(empty_list_tests)
