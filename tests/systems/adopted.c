// SPDX-License-Identifier: MIT
// adopted.c - objects that stand in their array before their pool is used, and what they count as for its
// policy and statistics: the first use of a pool in a debug build adopts them in one step, elsewhere each is
// claimed.

#include "systems.h"

#include "hutch/core/locked.h"

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

static unsigned hooks_run;

static void count_spawn(void *object, const void *args)
{
    (void)object;
    (void)args;
    hooks_run++;
}

static void count_despawn(void *object)
{
    (void)object;
    hooks_run++;
}
static const struct hutch_hooks hooks = {NULL, count_spawn, count_despawn};

static struct guest table[seats], round_table[seats], kitchen[2], bench[2], tents[2];
static struct guest barracks[4] = {{9}, {8}, {7}, {6}};
HUTCH_POLICY(ranks, .reserve = 0);
HUTCH_POOL_SPAWNED_OVER(veterans, struct guest, barracks, 4, .policy = &ranks, .hooks = &hooks);
HUTCH_POOL_OVER(recruits, struct guest, tents, 2);
HUTCH_POOL_RUNS(waiters, struct guest, 2);
HUTCH_POLICY(warned, .low = 1, .on_low = on_low);
HUTCH_POOL_OVER(guests, struct guest, table, seats, .lock = HUTCH_LOCK_IRQ, .policy = &warned);
HUTCH_POLICY_OLDEST(fifo, seats);
HUTCH_POOL_OVER(knights, struct guest, round_table, seats, .policy = &fifo);
HUTCH_POOL_OVER(cooks, struct guest, kitchen, 2);
HUTCH_POOL_OVER(loungers, struct guest, bench, 2);

TEST(a_list_that_is_there_is_adopted_as_it_stands)
{
    CHECK_EQUAL(hutch_adopt(&veterans_pool, 4), 4);
    CHECK_EQUAL(veterans_live(), 4);
    CHECK_EQUAL(hooks_run, 0);
    CHECK_EQUAL(veterans_at(2)->name, 7);
    CHECK(HUTCH_CFG_FENCE || veterans_at(2) == &barracks[2]);
    CHECK(veterans_spawn(NULL) == NULL);
    CHECK(veterans_despawn(veterans_at(2)));
    CHECK_EQUAL(hooks_run, 1);
    CHECK(veterans_index(veterans_spawn(NULL)) == 2);
    CHECK(hutch_check(&veterans_pool));
    CHECK(hutch_locked_hide(&veterans_pool, 0)); // as inside its hook: not adopted again
    CHECK_EQUAL(hutch_adopt(&veterans_pool, 1), 0);
    CHECK(unit_faults_forget() <= 1);
    hutch_locked_show(&veterans_pool, 0);
    CHECK_EQUAL(veterans_live(), 4);
}

TEST(or_it_is_all_free)
{
    CHECK_EQUAL(recruits_live(), 0);
    struct guest *const recruit = recruits_acquire();
    CHECK(HUTCH_CFG_FENCE || recruit == &tents[0]);
    const bool keeps =
        HUTCH_CFG_CHECK < 2 || HUTCH_CFG_FENCE; // elsewhere a debug pool in use fills free slots
    if (keeps) {
        tents[1].name = 0xA7;
    }
    CHECK_EQUAL(hutch_adopt(&recruits_pool, 2), 1);
    CHECK(!keeps || recruits_at(1)->name == 0xA7);
    CHECK_EQUAL(recruits_live(), 2);
    CHECK_EQUAL(hutch_adopt(&recruits_pool, 3), 0);
    CHECK(systems_fault_was("recruits", HUTCH_FAULT_BAD_INDEX));
    recruits_clear();
    CHECK(recruits_is_live_at(0) == false && hutch_check(&recruits_pool));
}

TEST(adopted_objects_take_room)
{
    CHECK_EQUAL(hutch_adopt(&guests_pool, seated), seated);
    CHECK(hutch_check(&guests_pool) && lows == 0);
    CHECK(guests_index(guests_acquire()) == 3 && lows == 1); // one is left
    CHECK(guests_index(guests_acquire()) == 4 && lows == 1);
    CHECK(guests_acquire() == NULL);
}

TEST(adopted_objects_are_as_old_as_their_slots_are_low)
{
    CHECK_EQUAL(hutch_adopt(&knights_pool, seated), seated);
    CHECK(knights_index(knights_acquire()) == 3 && knights_index(knights_acquire()) == 4);
    for (unsigned oldest = 0; oldest < seats; oldest++) {
        CHECK_EQUAL(knights_index(knights_acquire()), oldest);
    }
    CHECK(hutch_check(&knights_pool));
}

TEST(adopting_counts_what_it_adopts_and_nothing_as_refused)
{
    CHECK_EQUAL(hutch_adopt(&cooks_pool, 0), 0);
    CHECK_EQUAL(cooks_live(), 0);
    CHECK_EQUAL(hutch_adopt(&loungers_pool, 1), 1);
    CHECK_EQUAL(loungers_live(), 1);
    CHECK_EQUAL(hutch_adopt(&waiters_pool, 1), 1);
    CHECK_EQUAL(hutch_adopt(&waiters_pool, 2), 1);
    CHECK(waiters_live() == 2 && hutch_check(&waiters_pool));
#if HUTCH_CFG_STATS
    CHECK(cooks_peak() == 0 && cooks_refused() == 0);
    CHECK(loungers_peak() == 1 && loungers_refused() == 0);
#endif
}

#include "../../build/lists/systems/adopted.h"
