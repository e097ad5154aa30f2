// SPDX-License-Identifier: MIT
// wait_site.c - in debug builds a slot that was acquired for a waiter is noted as the waiter's, not as the
// releaser's.
#define _POSIX_C_SOURCE 200809L

#include "unit.h"
#include "board.h"

#include <pthread.h>
#include <sched.h>

HUTCH_WAITERS(for_channels);
HUTCH_POOL_IDS(channels, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_channels);

static unsigned waiting_line;
static int got = -1;

static void *wait_for_one(void *context)
{
    waiting_line = __LINE__ + 1;
    got = HUTCH_HERE(channels_acquire_wait(HUTCH_FOREVER));
    return context;
}

static bool is_queued(void)
{
    const hutch_port_state_t saved = hutch_port_enter();
    const bool is_there = for_channels.first != NULL;
    hutch_port_exit(saved);
    return is_there;
}

static void slot_acquired_for_a_waiter_is_noted_as_the_waiters(void)
{
    pthread_t thread;
    CHECK(channels_acquire() == 0);
    CHECK_EQUAL(pthread_create(&thread, NULL, wait_for_one, NULL), 0);
    while (!is_queued()) {
        sched_yield();
    }
    const unsigned line = __LINE__ + 1;
    CHECK(HUTCH_HERE(channels_release(0)));
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
    CHECK_EQUAL(got, 0);
    CHECK_EQUAL(channels_pool.notes[0].released_by.line, line);
    CHECK_EQUAL(channels_pool.notes[0].acquired_by.line, waiting_line);
    CHECK(!channels_release(1)); // after it has served another, the releaser's calls are its own again
    CHECK_EQUAL(unit_faults.kept[0].caller.line, 0);
    CHECK(unit_fault_was("channels", HUTCH_FAULT_BAD_INDEX, NULL, 1));
}

static const struct unit_test wait_site_tests[] = {
    UNIT_TEST(slot_acquired_for_a_waiter_is_noted_as_the_waiters),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(wait_site_tests);
    return unit_finish();
}
