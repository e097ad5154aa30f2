// SPDX-License-Identifier: MIT
// who.c - debug builds note the task that acquired a slot, if the port has HUTCH_PORT_WHO: its name, cut.
#include "unit.h"

#include "hutch/core/debug.h"
#include "hutch/report.h"

#include "report_text.h"

HUTCH_POOL(packets, int, 4, .lock = HUTCH_LOCK_IRQ);

const char *who_name; // of the task that runs; who.h has both
bool who_is_interrupt;

// Of the line of the only live object.
static bool line_ends_with(const char *end)
{
    length = 0;
    hutch_report_live(&packets_pool, keep, NULL);
    return length > strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static int *acquire_as(const char *name)
{
    packets_clear();
    who_name = name;
    who_is_interrupt = false;
    return packets_acquire();
}

TEST(live_object_names_the_task_that_acquired_it)
{
    CHECK(acquire_as("radio") != NULL);
    who_name = "logger"; // who prints the report
    CHECK(line_ends_with(" by radio, 0 ticks ago\n"));
}

TEST(name_is_a_copy_and_outlives_the_task)
{
    char name[] = "a task with a long name";
    CHECK(acquire_as(name) != NULL);
    memset(name, '?', sizeof name);
    CHECK(line_ends_with(" by a task with, 0 ticks ago\n"));
}

TEST(task_without_a_name_leaves_the_line_as_it_was)
{
    CHECK(acquire_as("radio") != NULL);
    CHECK(acquire_as(NULL) != NULL);
    CHECK(strchr(text, '\n') != NULL && line_ends_with(", 0 ticks ago\n") && strstr(text, " by ") == NULL);
    CHECK(acquire_as("") != NULL);
    CHECK(line_ends_with(", 0 ticks ago\n") && strstr(text, " by ") == NULL);
}

TEST(interrupt_is_no_task)
{
    packets_clear();
    who_name = "the task below";
    who_is_interrupt = true;
    CHECK(packets_acquire() != NULL);
    CHECK(line_ends_with(" by interrupt, 0 ticks ago\n"));
}

TEST(claim_is_noted_too)
{
    packets_clear();
    who_name = "boot";
    who_is_interrupt = false;
    CHECK(packets_claim(2) != NULL);
    CHECK(line_ends_with(" by boot, 0 ticks ago\n"));
}

#include "../../build/lists/alone/who.h"
UNIT_MAIN(who_tests)
