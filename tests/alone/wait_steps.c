// SPDX-License-Identifier: MIT
// wait_steps.c - each step of a wait for room, with others in between: a release, a thief, an interrupt, the
// end of the time, a deletion. One thread: what tests/parallel meets by chance is met here each time.

#include "unit.h"

#include <setjmp.h>

HUTCH_WAITERS(for_channels);
HUTCH_WAITERS(for_quiet);
HUTCH_WAITERS(for_lines);
HUTCH_WAITERS(for_wide);
HUTCH_POLICY(says_nothing, .reserve = 0);
HUTCH_POOL_IDS(channels, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_channels);
HUTCH_POOL_IDS(lines, 3, .lock = HUTCH_LOCK_IRQ, .wait = &for_lines);
HUTCH_POOL_IDS(quiet, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_quiet, .policy = &says_nothing);
enum { W = HUTCH_WORD_BITS };
HUTCH_POOL_IDS(wide, 3 * W, .lock = HUTCH_LOCK_IRQ, .wait = &for_wide);
HUTCH_POOL_IDS(not_waited_for, 1, .lock = HUTCH_LOCK_IRQ);

enum { POOLS = 4 };
static const struct hutch_pool *const pools[POOLS] = {&channels_pool, &lines_pool, &quiet_pool, &wide_pool};
static int got[3]; // what the waits inside of events returned
static enum hutch_wait_end why;

static void arrange(void)
{
    for (unsigned i = 0; i < POOLS; i++) {
        hutch_clear(pools[i]);
        *pools[i]->options->wait = (struct hutch_waiters){.waiting = 0};
    }
    not_waited_for_clear();
    wait_steps = (struct wait_steps){.depth = 0};
    for (unsigned i = 0; i < 3; i++) {
        got[i] = -2;
    }
}

/// Nobody is counted as waiting, and no step was wrong.
static void check_rest(void)
{
    for (unsigned i = 0; i < POOLS; i++) {
        CHECK_EQUAL(pools[i]->options->wait->waiting, 0);
    }
    CHECK_EQUAL(wait_steps.depth, 0);
    CHECK_EQUAL(wait_steps.wrong, 0);
}

static void release_channel(void)
{
    CHECK(channels_release(0));
}

// ------------------------------------------------------------------------------------------ who does not

TEST(with_room_the_kernel_is_not_called)
{
    arrange();
    CHECK_EQUAL(channels_acquire_wait(7, NULL), 0);
    CHECK(channels_release(0));
    CHECK_EQUAL(hutch_acquire_index_wait_(&channels_pool, HUTCH_FOREVER, NULL), 0);
    CHECK(channels_release(0));
    CHECK_EQUAL(channels_acquire_wait(7, &why), 0);
    CHECK_EQUAL(why, HUTCH_WAIT_SERVED);
    CHECK_EQUAL(wait_steps.begins + wait_steps.waits + wait_steps.wakes, 0);
    check_rest();
}

TEST(without_time_or_in_an_interrupt_nobody_sleeps)
{
    arrange();
    CHECK_EQUAL(channels_acquire_wait(0, NULL), 0);
    CHECK_EQUAL(channels_acquire_wait(0, &why), -1);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    wait_steps.is_interrupt = true;
    CHECK_EQUAL(channels_acquire_wait(7, &why), -1);
    CHECK_EQUAL(why, HUTCH_WAIT_NONE);
    CHECK(channels_release(0));
    CHECK_EQUAL(channels_acquire_wait(7, NULL), 0);
    CHECK_EQUAL(wait_steps.begins, 0);
    check_rest();
}

TEST(pool_without_waiters_is_not_waited_for)
{
    arrange();
    CHECK_EQUAL(hutch_acquire_index_wait_(&not_waited_for_pool, 7, NULL), 0);
    CHECK_EQUAL(hutch_acquire_index_wait_(&not_waited_for_pool, 7, &why), HUTCH_NONE);
    CHECK_EQUAL(why, HUTCH_WAIT_NONE);
    hutch_wake_(&not_waited_for_pool);
    CHECK_EQUAL(wait_steps.begins + wait_steps.wakes, 0);
    check_rest();
}

TEST(without_an_object_of_the_kernel_nobody_is_counted)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.has_none = true;
    CHECK_EQUAL(channels_acquire_wait(7, &why), -1);
    CHECK_EQUAL(why, HUTCH_WAIT_NONE);
    CHECK_EQUAL(wait_steps.begins, 1);
    CHECK_EQUAL(wait_steps.waits, 0);
    CHECK(channels_release(0));
    CHECK_EQUAL(wait_steps.wakes, 0);
    check_rest();
}

TEST(release_wakes_nobody_when_nobody_waits)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    release_channel();
    channels_wake();
    CHECK_EQUAL(wait_steps.wakes, 0);
    check_rest();
}

// ---------------------------------------------------------------------------------------------- who waits

TEST(release_between_the_first_try_and_the_second_is_found_without_sleep)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.begun = release_channel;
    CHECK_EQUAL(channels_acquire_wait(7, NULL), 0);
    CHECK_EQUAL(wait_steps.waits, 0);
    CHECK_EQUAL(channels_live(), 1);
    check_rest();
}

static void steal(void)
{
    got[0] = channels_acquire();
}

// The slot is free already, and nobody has been woken yet.
static void release_and_a_thief(void)
{
    CHECK(channels_release(0));
    steal();
}

TEST(woken_task_sleeps_on_when_another_was_faster)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.asleep = release_and_a_thief;
    CHECK_EQUAL(channels_acquire_wait(7, &why), -1);
    CHECK_EQUAL(got[0], 0);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    CHECK_EQUAL(wait_steps.waits, 2);
    CHECK_EQUAL(wait_steps.wakes, 1);
    check_rest();
}

// ------------------------------------------------------------------------------------------------ its time

TEST(time_that_is_over_ends_the_wait)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    CHECK_EQUAL(channels_acquire_wait(7, &why), -1);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    CHECK_EQUAL(wait_steps.waits, 1);
    CHECK_EQUAL(wait_steps.slept, 7);
    check_rest();
    release_channel();
    CHECK_EQUAL(wait_steps.wakes, 0);
    CHECK_EQUAL(channels_live(), 0);
}

static uint16_t passing;

static void ticks_pass_for_nothing(void)
{
    wait_steps.now = (hutch_port_time_t)(wait_steps.now + passing);
    release_and_a_thief();
}

TEST(ticks_before_a_vain_wake_up_are_not_slept_again)
{
    for (unsigned from = 65525; from < 65545; from++) { // the clock goes back to 0 in some of them
        arrange();
        CHECK_EQUAL(channels_acquire(), 0);
        wait_steps.now = (hutch_port_time_t)from;
        passing = 2;
        wait_steps.asleep = ticks_pass_for_nothing;
        CHECK_EQUAL(channels_acquire_wait(7, NULL), -1);
        CHECK_EQUAL(wait_steps.ticks, 5);
        CHECK_EQUAL((hutch_port_time_t)(wait_steps.now - from), 7);
        check_rest();
    }
}

TEST(task_that_runs_after_its_time_sleeps_no_more)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    passing = 9;
    wait_steps.asleep = ticks_pass_for_nothing;
    CHECK_EQUAL(channels_acquire_wait(7, &why), -1);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    CHECK_EQUAL(wait_steps.waits, 1);
    check_rest();
}

TEST(wait_may_be_longer_than_the_range_of_the_clock)
{
    const uint32_t times[] = {32767, 32768, 65535, 65536, 70000, 1000000};
    for (unsigned i = 0; i < sizeof times / sizeof times[0]; i++) {
        arrange();
        CHECK_EQUAL(channels_acquire(), 0);
        CHECK_EQUAL(channels_acquire_wait(times[i], &why), -1);
        CHECK_EQUAL(why, HUTCH_WAIT_TIME);
        CHECK_EQUAL(wait_steps.slept, times[i]);
        CHECK(wait_steps.longest <= 32767); // more could not be told from what is past
        check_rest();
    }
}

TEST(without_end_is_the_kernels_own)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.asleep = release_channel;
    CHECK_EQUAL(channels_acquire_wait(HUTCH_FOREVER, NULL), 0);
    CHECK_EQUAL(wait_steps.ticks, HUTCH_FOREVER);
    CHECK_EQUAL(wait_steps.waits, 1);
    check_rest();
}

TEST(slot_that_comes_as_the_time_ends_is_taken)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.late = release_channel;
    CHECK_EQUAL(channels_acquire_wait(7, &why), 0);
    CHECK_EQUAL(why, HUTCH_WAIT_SERVED);
    CHECK_EQUAL(wait_steps.waits, 1);
    CHECK_EQUAL(channels_live(), 1);
    check_rest();
}

TEST(sleep_that_the_kernel_ends_ends_the_wait)
{
    const uint32_t times[] = {7, 70000, HUTCH_FOREVER};
    for (unsigned i = 0; i < 3; i++) {
        arrange();
        CHECK_EQUAL(channels_acquire(), 0);
        wait_steps.aborts = 1;
        CHECK_EQUAL(channels_acquire_wait(times[i], &why), -1);
        CHECK_EQUAL(why, HUTCH_WAIT_ABORTED);
        CHECK_EQUAL(wait_steps.waits, 1);
        check_rest();
    }
}

// ------------------------------------------------------------------------------------------- several wait

static void third_waits(void)
{
    wait_steps.asleep = lines_clear; // frees three slots, and gives the object once
    got[2] = lines_acquire_wait(HUTCH_FOREVER, NULL);
}

static void second_waits(void)
{
    wait_steps.asleep = third_waits;
    got[1] = lines_acquire_wait(HUTCH_FOREVER, NULL);
}

static void fill_lines(void)
{
    for (int i = 0; i < 3; i++) {
        CHECK(lines_acquire() >= 0);
    }
}

TEST(releases_that_became_one_wake_up_wake_all)
{
    arrange();
    fill_lines();
    wait_steps.asleep = second_waits;
    CHECK(lines_acquire_wait(HUTCH_FOREVER, NULL) >= 0);
    CHECK(got[1] >= 0);
    CHECK(got[2] >= 0);
    CHECK_EQUAL(lines_live(), 3);
    check_rest();
}

static void release_line(void)
{
    CHECK(lines_release(1));
}

static void waits_for_a_line(void)
{
    wait_steps.asleep = release_line;
    got[1] = lines_acquire_wait(7, NULL);
}

TEST(wake_up_is_not_passed_on_without_room)
{
    arrange();
    fill_lines();
    wait_steps.asleep = waits_for_a_line;
    CHECK_EQUAL(lines_acquire_wait(7, NULL), -1);
    CHECK_EQUAL(got[1], 1);
    CHECK_EQUAL(wait_steps.wakes, 1);
    CHECK_EQUAL(wait_steps.waits, 2);
    check_rest();
}

static unsigned freed_word;

static void free_two(void)
{
    CHECK(wide_release_run((int)(freed_word * W + 1), 2)); // and gives the object once
}

static void another_waits_for_wide(void)
{
    wait_steps.asleep = free_two;
    got[1] = wide_acquire_wait(HUTCH_FOREVER, NULL);
}

TEST(wake_up_is_passed_on_whichever_word_has_room)
{
    for (freed_word = 0; freed_word < 3; freed_word++) {
        arrange();
        CHECK_EQUAL(wide_acquire_run(3 * W), 0);
        wait_steps.asleep = another_waits_for_wide;
        CHECK_EQUAL(wide_acquire_wait(HUTCH_FOREVER, NULL), (int)(freed_word * W + 2));
        CHECK_EQUAL(got[1], (int)(freed_word * W + 1));
        check_rest();
    }
}

// --------------------------------------------------------------------------------------- deleted tasks

static jmp_buf deletion;

static void delete_it(void)
{
    longjmp(deletion, 1);
}

// A task that waits, and is deleted in its sleep.
static void wait_and_be_deleted(wait_event *how)
{
    wait_steps.asleep = how;
    if (setjmp(deletion) == 0) {
        (void)channels_acquire_wait(HUTCH_FOREVER, NULL);
        CHECK(!"was not deleted");
    }
}

TEST(task_deleted_asleep_takes_no_slot_with_it)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_and_be_deleted(delete_it);
    release_channel();
    CHECK_EQUAL(channels_live(), 0);
    CHECK_EQUAL(channels_acquire_wait(7, NULL), 0);
    wait_steps.asleep = release_channel;
    CHECK_EQUAL(channels_acquire_wait(7, NULL), 0);
    CHECK_EQUAL(for_channels.waiting, 1); // stays, as wait.h says
    CHECK_EQUAL(wait_steps.wrong, 0);
}

static void release_and_delete(void)
{
    release_channel();
    for_channels.wake.is_given = false; // the kernel has given it to the task that is deleted now
    delete_it();
}

static void another_is_deleted_with_its_wake_up(void)
{
    wait_and_be_deleted(release_and_delete);
    CHECK(!for_channels.wake.is_given);
    channels_wake();
}

TEST(wake_replaces_the_wake_up_of_a_deleted_task)
{
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.asleep = another_is_deleted_with_its_wake_up;
    CHECK_EQUAL(channels_acquire_wait(HUTCH_FOREVER, NULL), 0);
    CHECK_EQUAL(wait_steps.wrong, 0);
}

// ------------------------------------------------------------------------------------------ counters

TEST(only_a_wait_that_ends_with_nothing_counts_as_refused_and_once)
{
#if HUTCH_CFG_STATS
    arrange();
    CHECK(channels_acquire() == 0 && quiet_acquire() == 0);
    hutch_stats_reset(&channels_pool);
    hutch_stats_reset(&quiet_pool);
    wait_steps.asleep = release_channel;
    CHECK_EQUAL(channels_acquire_wait(7, NULL), 0);
    wait_steps.asleep = quiet_clear;
    CHECK_EQUAL(quiet_acquire_wait(7, NULL), 0);
    CHECK_EQUAL(channels_refused() + quiet_refused(), 0);
    wait_steps.asleep = release_and_a_thief;
    CHECK_EQUAL(channels_acquire_wait(7, NULL), -1);
    CHECK_EQUAL(channels_acquire_wait(0, NULL), -1);
    CHECK_EQUAL(quiet_acquire_wait(7, NULL), -1);
    CHECK_EQUAL(channels_refused(), 2);
    CHECK_EQUAL(quiet_refused(), 1);
    check_rest();
#else
    UNIT_NEEDS(HUTCH_CFG_STATS);
#endif
}

// A debug build reports the first try, and that is all.
TEST(inside_the_pools_section_nobody_waits)
{
#if HUTCH_CFG_CHECK >= 2
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    hutch_stats_reset(&channels_pool);
    const hutch_port_state_t saved = hutch_lock(&channels_pool);
    CHECK_EQUAL(channels_acquire_wait(7, &why), -1);
    hutch_unlock(&channels_pool, saved);
    CHECK_EQUAL(why, HUTCH_WAIT_NONE);
    CHECK_EQUAL(channels_refused(), 0);
    CHECK(unit_fault_was("channels", HUTCH_FAULT_LOCK_NESTED, NULL, HUTCH_NONE));
    CHECK_EQUAL(wait_steps.begins, 0);
    check_rest();
#else
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 2);
#endif
}

#if HUTCH_CFG_CHECK >= 2
static void release_and_leave_another_call_site(void)
{
    static const char elsewhere = 1;
    release_channel();
    hutch_debug_leave(&elsewhere); // where tasks share time slices, one may be in the middle of a call
}
#endif

TEST(slot_is_noted_as_acquired_by_who_waited)
{
#if HUTCH_CFG_CHECK >= 2
    arrange();
    CHECK_EQUAL(channels_acquire(), 0);
    wait_steps.asleep = release_and_leave_another_call_site;
    CHECK_EQUAL(channels_acquire_wait(7, NULL), 0);
    const uintptr_t offset =
        (uintptr_t)channels_pool.notes[0].acquired_by - (uintptr_t)slot_is_noted_as_acquired_by_who_waited;
    CHECK(offset < 4096);
    check_rest();
#else
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 2);
#endif
}

#include "../../build/lists/alone/wait_steps.h"
UNIT_MAIN(wait_steps_tests)
