// SPDX-License-Identifier: MIT
// ref_steps.c - an interrupt replaces the object of a ref, at each moment of a release by that ref.

#include "hutch/objects/scene.h"
#include "unit.h"
#include "board.h"

struct thing {
    uint8_t bytes[4];
};
HUTCH_POLICY(strict, .reserve = 0, .low = 0);
HUTCH_POOL_TRACKED(plain, struct thing, 1, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_SPAWNED(spawned, struct thing, 1, .lock = HUTCH_LOCK_IRQ);
HUTCH_SCENE(stage, &spawned_pool);
HUTCH_POOL_TRACKED(policed, struct thing, 1, .lock = HUTCH_LOCK_IRQ, .policy = &strict);

struct played played;

static const struct hutch_pool *pool;
static hutch_ref_t ref;
static bool is_released_by_interrupt;
static struct thing *replacement;

static void replace(void)
{
    is_released_by_interrupt = hutch_deref(pool, ref) != NULL && hutch_release_ref(pool, ref);
    replacement = (struct thing *)hutch_acquire(pool);
    if (replacement != NULL) {
        replacement->bytes[1] = 77;
    }
}

// Returns false if the release had fewer moments: the interrupt comes after it then.
static bool play(unsigned moment)
{
    ref = hutch_ref(pool, hutch_acquire(pool));
    played = (struct played){.handler = replace, .skipped = moment};
    const bool is_released = hutch_release_ref(pool, ref);
    const bool came_in_time = played.handler == NULL;
    played.handler = NULL;
    if (!came_in_time) {
        replace();
    }
    CHECK(is_released != is_released_by_interrupt);
    if (!is_released) {
        CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_STALE_RELEASE);
    }
    CHECK_EQUAL(unit_faults_forget(), is_released ? 0 : 1);
    CHECK(replacement != NULL && hutch_is_live(pool, replacement));
    CHECK(replacement != NULL && replacement->bytes[1] == 77);
    CHECK(hutch_check(pool));
    CHECK(!played.is_masked);
    hutch_clear(pool);
    return came_in_time;
}

// Returns the number of moments.
static unsigned play_each_moment(const struct hutch_pool *of)
{
    unsigned moment = 0;
    pool = of;
    while (play(moment)) {
        moment++;
    }
    return moment;
}

static void ref_releases_its_own_object_or_nothing(void)
{
    // At least the beginning and the end of one critical section; a debug build has two or more.
    CHECK(play_each_moment(&plain_pool) >= (HUTCH_CFG_CHECK >= 2 ? 4 : 2));
}

static void ref_releases_its_own_object_or_nothing_in_a_pool_with_a_policy(void)
{
    CHECK(play_each_moment(&policed_pool) >= 2);
}

static void release_spawned(void)
{
    spawned_clear();
}

// An interrupt releases the object at each moment: then nobody is made persistent, nor is the next object.
static void what_is_gone_is_not_made_persistent(void)
{
    bool came_in_time = true;
    for (unsigned moment = 0; came_in_time; moment++) {
        spawned_clear();
        struct thing *const thing = spawned_spawn(NULL);
        played = (struct played){.handler = release_spawned, .skipped = moment};
        const bool is_done = hutch_persist(&spawned_pool, thing, true);
        came_in_time = played.handler == NULL;
        played.handler = NULL;
        CHECK_EQUAL(unit_faults_forget(), is_done ? 0 : 1);
        CHECK(is_done || came_in_time);
        spawned_clear();
        CHECK(spawned_spawn(NULL) == thing);
        CHECK_EQUAL(hutch_scene_reset(&stage), 1);
    }
}

static const struct unit_test ref_steps_tests[] = {
    UNIT_TEST(ref_releases_its_own_object_or_nothing),
    UNIT_TEST(ref_releases_its_own_object_or_nothing_in_a_pool_with_a_policy),
    UNIT_TEST(what_is_gone_is_not_made_persistent),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(ref_steps_tests);
    return unit_finish();
}
