// SPDX-License-Identifier: MIT
// adopted.c - what adopted objects count as, for the policy and the statistics of their pool: the first use
// of a pool in a debug build adopts them in one step, elsewhere each is claimed.

#include "systems.h"

enum { seats = 5, seated = 3 };

struct guest {
    uint8_t name;
};

static unsigned lows;

static void on_low(const struct hutch_pool *pool)
{
    (void)pool;
    lows++;
}

static struct guest table[seats], round_table[seats], kitchen[2], bench[2];
HUTCH_POLICY(warned, .low = 1, .on_low = on_low);
HUTCH_POOL_OVER(guests, struct guest, table, seats, .lock = HUTCH_LOCK_IRQ, .policy = &warned);
HUTCH_POLICY_OLDEST(fifo, seats);
HUTCH_POOL_OVER(knights, struct guest, round_table, seats, .policy = &fifo);
HUTCH_POOL_OVER(cooks, struct guest, kitchen, 2);
HUTCH_POOL_OVER(loungers, struct guest, bench, 2);

static void adopted_objects_take_room(void)
{
    CHECK_EQUAL(hutch_adopt(&guests_pool, seated), seated);
    CHECK(hutch_check(&guests_pool) && lows == 0);
    CHECK(guests_index(guests_acquire()) == 3 && lows == 1); // one is left
    CHECK(guests_index(guests_acquire()) == 4 && lows == 1);
    CHECK(guests_acquire() == NULL);
}

static void adopted_objects_are_as_old_as_their_slots_are_low(void)
{
    CHECK_EQUAL(hutch_adopt(&knights_pool, seated), seated);
    CHECK(knights_index(knights_acquire()) == 3 && knights_index(knights_acquire()) == 4);
    for (unsigned oldest = 0; oldest < seats; oldest++) {
        CHECK_EQUAL(knights_index(knights_acquire()), oldest);
    }
    CHECK(hutch_check(&knights_pool));
}

static void adopting_counts_what_it_adopts_and_nothing_as_refused(void)
{
    CHECK_EQUAL(hutch_adopt(&cooks_pool, 0), 0);
    CHECK_EQUAL(cooks_live(), 0);
    CHECK_EQUAL(hutch_adopt(&loungers_pool, 1), 1);
    CHECK_EQUAL(loungers_live(), 1);
#if HUTCH_CFG_STATS
    CHECK(cooks_peak() == 0 && cooks_refused() == 0);
    CHECK(loungers_peak() == 1 && loungers_refused() == 0);
#endif
}

const struct unit_test adopted_tests[] = {
    UNIT_TEST(adopted_objects_take_room),
    UNIT_TEST(adopted_objects_are_as_old_as_their_slots_are_low),
    UNIT_TEST(adopting_counts_what_it_adopts_and_nothing_as_refused),
    UNIT_TESTS_END,
};
