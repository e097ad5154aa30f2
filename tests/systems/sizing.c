// SPDX-License-Identifier: MIT
// sizing.c - how large a pool should have been: each number of the formula, and the prefab system's fifth
// exercise.

#include "systems.h"

struct spark {
    uint8_t heat;
};
HUTCH_POOL(sparks, struct spark, 10);
HUTCH_POOL(embers, struct spark, 4);
HUTCH_POOL(ashes, struct spark, 3);
HUTCH_POOL(coals, struct spark, 1);
HUTCH_POOL_SPAWNED(motes, struct spark, 1);

static unsigned long clock_now = 1000;

unsigned long hutch_tick(void)
{
    return clock_now;
}

#if HUTCH_CFG_STATS >= 2

TEST(numbers_of_a_pool_that_was_too_large)
{
    struct hutch_advice advice;
    struct spark *const first = sparks_acquire();
    clock_now += 10;
    struct spark *const second = sparks_acquire();
    clock_now += 2; // at the peak of two for 2 of the first 12
    CHECK(sparks_release(second));
    clock_now += 88;
    CHECK(sparks_release(first));
    clock_now += 100;
    CHECK_EQUAL(hutch_sizing(&sparks_pool, &advice), 2);
    CHECK_EQUAL(advice.peak, 2);
    CHECK_EQUAL(advice.shortage, 0);
    CHECK_EQUAL(advice.never_used, 8);
    CHECK_EQUAL(advice.at_peak, 2);
    CHECK_EQUAL(advice.observed, 200);
    CHECK_EQUAL(advice.longest_idle, 188);
}

TEST(an_eighth_more_when_it_stays_at_its_peak)
{
    struct hutch_advice advice;
    clock_now += 1000;
    for (unsigned i = 0; i < 9; i++) {
        (void)!sparks_acquire();
    }
    clock_now += 79; // observed 1279, a sixteenth is 79
    CHECK_EQUAL(hutch_sizing(&sparks_pool, &advice), 9 + 2);
    CHECK_EQUAL(advice.at_peak, 79);
    clock_now += 1;
    sparks_clear();
    clock_now += 17; // 80 of 1297
    CHECK_EQUAL(hutch_sizing(&sparks_pool, &advice), 9 + 2 - (1297 / 16 > 80 ? 2 : 0));
    clock_now += 1000;
    CHECK_EQUAL(hutch_sizing(&sparks_pool, &advice), 9);
}

TEST(what_was_refused_at_a_time_is_missing)
{
    struct hutch_advice advice;
    for (unsigned i = 0; i < 4 + 3; i++) {
        (void)!embers_acquire();
    }
    CHECK(embers_release_at(0));
    for (unsigned i = 0; i < 1 + 2; i++) {
        (void)!embers_acquire();
    }
    CHECK(embers_claim(1) == NULL);
    hutch_sizing(&embers_pool, &advice);
    CHECK_EQUAL(advice.shortage, 3);
    CHECK_EQUAL(advice.never_used, 0);
    CHECK_EQUAL(advice.suggested, 7); // no time has passed: no eighth
    embers_clear();
}

TEST(a_pool_that_was_never_used_says_so)
{
    struct hutch_advice advice;
    CHECK_EQUAL(hutch_sizing(&ashes_pool, &advice), 0);
    CHECK(advice.never_used == 3 && advice.observed == 0 && advice.longest_idle == 0);
}

TEST(runs_and_claims_are_watched_too)
{
    struct hutch_advice advice;
    clock_now += 5;
    CHECK(ashes_acquire_run(2) != NULL);
    CHECK(ashes_claim(2) != NULL);
    clock_now += 5;
    CHECK(ashes_release_run(ashes_at(0), 2));
    clock_now += 7;
    CHECK_EQUAL(hutch_sizing(&ashes_pool, &advice), 4);
    CHECK(advice.peak == 3 && advice.never_used == 0 && advice.longest_idle == 7 && advice.at_peak == 5);
    ashes_clear();
}

TEST(a_rest_begins_with_a_release_by_ref_and_with_a_despawn)
{
    struct hutch_advice advice;
    struct spark *mote = motes_acquire();
    clock_now += 40;
    CHECK(motes_release_ref(motes_ref(mote)));
    clock_now += 6;
    hutch_sizing(&motes_pool, &advice);
    CHECK_EQUAL(advice.longest_idle, 6);
    mote = motes_spawn(NULL);
    clock_now += 40;
    CHECK(motes_despawn(mote));
    clock_now += 8;
    hutch_sizing(&motes_pool, &advice);
    CHECK_EQUAL(advice.longest_idle, 8);
}

TEST(a_slots_longest_rest_and_all_time_at_the_peak_count)
{
    struct hutch_advice advice;
    clock_now = 0; // counts as 1
    for (unsigned rest = 50; rest > 0; rest -= 25) {
        CHECK(coals_acquire() != NULL);
        clock_now += 11;
        CHECK(coals_release_at(0));
        clock_now += rest;
    }
    CHECK(coals_acquire() != NULL);
    hutch_sizing(&coals_pool, &advice);
    CHECK(advice.longest_idle == 50 && advice.at_peak == 10 + 11 && advice.observed == 96);
    CHECK(coals_release_at(0));
    clock_now += 5;
    hutch_sizing(&coals_pool, &advice);
    CHECK_EQUAL(advice.longest_idle, 50);
}

TEST(a_reset_starts_the_observation_anew)
{
    struct hutch_advice advice;
    embers_clear();
    embers_stats_reset();
    clock_now += 100;
    CHECK_EQUAL(hutch_sizing(&embers_pool, &advice), 0);
    CHECK(advice.peak == 0 && advice.shortage == 0 && advice.never_used == 4 && advice.observed == 0);
    CHECK(advice.at_peak == 0 && advice.longest_idle == 0);
    for (unsigned i = 0; i < 4 + 3; i++) {
        (void)!embers_acquire();
    }
    clock_now += 10;
    CHECK(embers_release_at(0));
    clock_now += 5;
    CHECK(embers_claim(0) != NULL);
    CHECK(embers_release_at(0) && embers_release_at(3));
    clock_now += 30;
    embers_stats_reset(); // slots 1 and 2 are live, the others were
    clock_now += 20;
    CHECK_EQUAL(hutch_sizing(&embers_pool, &advice), 2 + 1);
    CHECK(advice.peak == 2 && advice.shortage == 0 && advice.never_used == 2 && advice.observed == 20);
    CHECK(advice.at_peak == 20 && advice.longest_idle == 0);
    CHECK(embers_release_at(1));
    clock_now += 5;
    CHECK(embers_claim(1) != NULL);
    clock_now += 1;
    hutch_sizing(&embers_pool, &advice);
    CHECK(advice.at_peak == 21 && advice.longest_idle == 5 && advice.never_used == 2);
    embers_clear();
    embers_stats_reset(); // none is live
    clock_now += 7;
    CHECK(embers_acquire() != NULL);
    clock_now += 3;
    hutch_sizing(&embers_pool, &advice);
    CHECK(advice.peak == 1 && advice.at_peak == 3 && advice.observed == 3 && advice.longest_idle == 0);
    embers_clear();
}

TEST(polling_a_full_pool_suggests_twice_its_slots_at_most)
{
    struct hutch_advice advice;
    hutch_stats_reset(&embers_pool);
    for (unsigned i = 0; i < 4 + 1000; i++) {
        (void)!embers_acquire();
    }
    CHECK(embers_release_at(0) && embers_acquire() != NULL);
    CHECK_EQUAL(hutch_sizing(&embers_pool, &advice), 4 + 4);
    CHECK_EQUAL(advice.shortage, 4);
    CHECK_EQUAL(hutch_refused(&embers_pool), 1000);
    embers_pool.stats->peak_seen = (uint16_t)HUTCH_CAPACITY_MAX; // more is not suggested than there can be
    CHECK_EQUAL(hutch_sizing(&embers_pool, &advice), HUTCH_CAPACITY_MAX);
    hutch_stats_reset(&embers_pool);
    embers_clear();
}

#endif

#include "../../build/lists/systems/sizing.h"
