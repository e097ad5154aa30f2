// SPDX-License-Identifier: MIT
// fastpool.c - FastPool: fetch and release of bullets, the 101st of 100, and the two errors it lets pass.

#include "systems.h"

struct bullet {
    int16_t x, y, speed;
};
HUTCH_POOL(bullets, struct bullet, 100, .lock = UNIT_LOCK);

HUTCH_POLICY_OLDEST(fade, 100);
HUTCH_POOL(tracers, struct bullet, 100, .policy = &fade);

static unsigned fill(const struct hutch_pool *pool)
{
    unsigned count = 0;
    hutch_clear(pool);
    while (count < 100 && hutch_acquire(pool) != NULL) {
        count++;
    }
    return count;
}

static void a_fresh_pool_is_all_there_without_a_call(void)
{
    bullets_clear();
    CHECK_EQUAL(bullets_available(), 100);
    CHECK(bullets_acquire() != NULL);
}

static void the_101st_bullet_of_100_is_refused_and_the_game_goes_on(void)
{
    CHECK_EQUAL(fill(&bullets_pool), 100);
    CHECK(bullets_acquire() == NULL);
    CHECK_EQUAL(bullets_live(), 100);
    CHECK(bullets_release_at(42));
    CHECK(bullets_index(bullets_acquire()) == 42);
}

static void or_the_101st_bullet_takes_the_place_of_the_oldest(void)
{
    CHECK_EQUAL(fill(&tracers_pool), 100);
    for (unsigned i = 0; i < 150; i++) {
        CHECK_EQUAL(tracers_index(tracers_acquire()), i < 100 ? i : i - 100);
    }
    CHECK_EQUAL(tracers_live(), 100);
    CHECK(hutch_check(&tracers_pool));
}

static void releasing_too_much_is_refused(void)
{
    CHECK_EQUAL(fill(&bullets_pool), 100);
    for (unsigned i = 0; i < 100; i++) {
        CHECK(bullets_release(bullets_at(i)));
    }
    UNIT_NEEDS(HUTCH_CFG_CHECK != 0); // `bare` trades that for speed, as FastPool does
    CHECK(!bullets_release(bullets_at(99)));
    CHECK(systems_fault_was("bullets", HUTCH_FAULT_DOUBLE_RELEASE));
    CHECK_EQUAL(bullets_live(), 0);
}

static void releasing_null_is_refused(void)
{
    bullets_clear();
    CHECK(!bullets_release(NULL));
    CHECK(systems_fault_was("bullets", HUTCH_FAULT_NULL_POINTER));
    CHECK_EQUAL(bullets_live(), 0);
}

static void the_active_ones_can_be_walked(void)
{
    unsigned seen = 0;
    bullets_clear();
    bullets_acquire();
    bullets_claim(50);
    bullets_claim(99);
    HUTCH_FOREACH (struct bullet, bullet, bullets) {
        bullet->speed = 3;
        seen += bullets_index(bullet);
    }
    CHECK_EQUAL(seen, (bullets_is_live_at(0) ? 0u : bullets_index(bullets_first())) + 149);
}

const struct unit_test fastpool_tests[] = {
    UNIT_TEST(a_fresh_pool_is_all_there_without_a_call),
    UNIT_TEST(the_101st_bullet_of_100_is_refused_and_the_game_goes_on),
    UNIT_TEST(or_the_101st_bullet_takes_the_place_of_the_oldest),
    UNIT_TEST(releasing_too_much_is_refused),
    UNIT_TEST(releasing_null_is_refused),
    UNIT_TEST(the_active_ones_can_be_walked),
    UNIT_TESTS_END,
};
