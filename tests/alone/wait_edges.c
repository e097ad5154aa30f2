// SPDX-License-Identifier: MIT
// wait_edges.c - a task that begins to wait at the last moment, and a sleep that ends a tick too early.

#include "unit.h"

HUTCH_WAITERS(for_channels);
HUTCH_WAITERS(for_quiet);
HUTCH_WAITERS(for_lines);
HUTCH_POLICY(says_nothing, .reserve = 0);
HUTCH_POOL_IDS(channels, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_channels);
HUTCH_POOL_IDS(lines, 3, .lock = HUTCH_LOCK_IRQ, .wait = &for_lines);
HUTCH_POOL_IDS(quiet, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_quiet, .policy = &says_nothing);

static void arrange(void)
{
    channels_clear();
    lines_clear();
    quiet_clear();
    for_channels = for_quiet = for_lines = (struct hutch_waiters){.waiting = 0};
    wait_steps = (struct wait_steps){.depth = 0};
}

static struct hutch_waiters *waiters_now;

// As a task leaves it that finds no room twice, and sleeps.
static void another_waits(void)
{
    waiters_now->waiting = 1;
    waiters_now->wake.is_begun = true;
}

static void release_wakes_who_began_to_wait_just_before_the_slot_was_free(void)
{
    for (unsigned way = 0; way < 5; way++) {
        arrange();
        CHECK(channels_acquire() == 0 && quiet_acquire() == 0 && lines_acquire_run(3) == 0);
        waiters_now = way < 2 ? &for_channels : way < 3 ? &for_quiet : &for_lines;
        wait_steps.entering = another_waits;
        if (way == 0) {
            CHECK(channels_release(0));
        } else if (way == 1) {
            CHECK(hutch_release_at_(&channels_pool, 0));
        } else if (way == 2) {
            CHECK(quiet_release(0));
        } else if (way == 3) {
            CHECK(lines_release_run(0, 3));
        } else {
            lines_clear();
        }
        CHECK(wait_steps.entering == NULL && wait_steps.wakes != 0);
        waiters_now->waiting = 0;
        CHECK_EQUAL(wait_steps.depth + wait_steps.wrong, 0);
    }
}

static void all_ticks_but_one_pass(void)
{
    wait_steps.now = (hutch_port_time_t)(wait_steps.now + wait_steps.ticks - 1);
}

static void sleep_that_the_kernel_ends_one_tick_early_ends_the_wait(void)
{
    enum hutch_wait_end why;
    const uint32_t times[] = {2, 7, 70000};
    for (unsigned i = 0; i < 3; i++) {
        arrange();
        CHECK_EQUAL(channels_acquire(), 0);
        wait_steps.asleep = all_ticks_but_one_pass;
        wait_steps.aborts = 1;
        CHECK_EQUAL(channels_acquire_wait(times[i], &why), -1);
        CHECK_EQUAL(why, HUTCH_WAIT_ABORTED);
        CHECK_EQUAL(wait_steps.waits, 1);
        CHECK_EQUAL(for_channels.waiting + wait_steps.depth + wait_steps.wrong, 0);
    }
}

static const struct unit_test wait_edges_tests[] = {
    UNIT_TEST(release_wakes_who_began_to_wait_just_before_the_slot_was_free),
    UNIT_TEST(sleep_that_the_kernel_ends_one_tick_early_ends_the_wait),
    UNIT_TESTS_END,
};

UNIT_MAIN(wait_edges_tests)
