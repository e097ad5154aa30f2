// SPDX-License-Identifier: MIT
// interrupted.c - an interrupt at one instruction after another of a call, where random ones seldom come.

#include "interrupt.h"
#include "unit.h"
#include "board.h"

#include "hutch/prefab.h"
#include "hutch/spawn.h"

enum { DELAYS = 512, LENGTH = 3 };
#if HUTCH_HAS_LOCK_FREE
#    define SHARED HUTCH_LOCK_FREE
#else
#    define SHARED HUTCH_LOCK_IRQ
#endif

HUTCH_POOL_SPAWNED(masked, uint16_t, 4, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_SPAWNED(spawned, uint16_t, 4, .lock = SHARED);
HUTCH_POOL(plain, uint16_t, 4, .lock = SHARED);
HUTCH_POOL_TRACKED(tracked, uint16_t, 4, .lock = SHARED);
HUTCH_POOL_PREFABS(family, uint16_t, 4, .lock = SHARED);

static volatile bool has_come, has_released;
static unsigned ended, child_index;
static void ends(uint16_t *object)
{
    (void)object;
    ended++;
}
HUTCH_HOOK(ends, uint16_t);
HUTCH_COMPONENTS(parts, {NULL, ends_hook, 0, 0});
HUTCH_PREFAB(relative, family, parts, 7);

static const struct hutch_pool *pool;
static void (*action)(const struct hutch_pool *its_pool);
void on_interrupt(void)
{
    has_come = true;
    action(pool);
}

static void acquire(const struct hutch_pool *its_pool)
{
    (void)hutch_acquire(its_pool);
}

// Without hooks, because one context at a time uses a family.
static void release_child(const struct hutch_pool *its_pool)
{
    has_released = hutch_release_at_(its_pool, child_index);
}

static void arm(const struct hutch_pool *its_pool, void (*its_action)(const struct hutch_pool *),
                unsigned delay)
{
    pool = its_pool;
    action = its_action;
    has_come = has_released = false;
    interrupt_arm(delay);
}

static bool all_is_released(void)
{
    interrupt_disarm();
    unit_faults_forget();
    return hutch_live(pool) == 0;
}

static void check_persist(const struct hutch_pool *its_pool, bool is_persistent, unsigned delay)
{
    const hutch_word_t *const persistent = HUTCH_MARK_WORDS(its_pool, HUTCH_MARK_PERSISTENT);
    void *const object = hutch_spawn_(its_pool, NULL);
    (void)hutch_persist_(its_pool, object, !is_persistent);
    arm(its_pool, hutch_clear, delay);
    const bool is_done = hutch_persist_(its_pool, object, is_persistent);
    const bool is_released = all_is_released();
    CHECK(has_come ? is_released && *persistent == 0 : is_done && *persistent == is_persistent);
    hutch_clear(its_pool);
}

static void object_that_is_released_meanwhile_leaves_no_mark(void)
{
    for (unsigned delay = 0; delay < DELAYS; delay++) {
        check_persist(&masked_pool, true, delay);
        check_persist(&spawned_pool, true, delay);
        check_persist(&spawned_pool, false, delay);
    }
}

static void pool_that_is_cleared_meanwhile_is_empty(void)
{
    for (unsigned delay = 0; delay < DELAYS; delay++) {
        CHECK(hutch_acquire(&plain_pool) != NULL);
        arm(&plain_pool, hutch_clear, delay);
        hutch_clear(&plain_pool);
        CHECK(all_is_released());
    }
}

static void object_is_released_once_at_most_by_its_ref(void)
{
    for (unsigned delay = 0; delay < DELAYS; delay++) {
        const hutch_ref_t ref = hutch_ref(&tracked_pool, hutch_acquire(&tracked_pool));
        arm(&tracked_pool, hutch_clear, delay);
        const bool is_done = hutch_release_ref(&tracked_pool, ref);
        CHECK(all_is_released() && (has_come || is_done));
        CHECK(!hutch_release_ref(&tracked_pool, ref) && unit_faults_forget() == 1);
    }
}

static void object_is_despawned_once_at_most(void)
{
    for (unsigned delay = 0; delay < DELAYS; delay++) {
        void *const object = hutch_spawn_(&spawned_pool, NULL);
        arm(&spawned_pool, hutch_clear, delay);
        const bool is_done = hutch_despawn_(&spawned_pool, object);
        CHECK(all_is_released() && (has_come || is_done));
    }
}

static void slot_is_adopted_whatever_its_neighbours_do(void)
{
    for (unsigned delay = 0; delay < DELAYS; delay++) {
        arm(&spawned_pool, acquire, delay);
        CHECK(hutch_adopt(&spawned_pool, 1) == 1 || has_come);
        CHECK(!all_is_released() && hutch_is_live_at(&spawned_pool, 0));
        hutch_clear(&spawned_pool);
    }
}

static void run_is_released_once_at_most(void)
{
    for (unsigned delay = 0; delay < DELAYS; delay++) {
        const unsigned first = hutch_acquire_run_index_(&plain_pool, LENGTH);
        arm(&plain_pool, hutch_clear, delay);
        const bool is_done = hutch_release_run_at_(&plain_pool, first, LENGTH);
        CHECK(all_is_released() && (has_come || is_done));
    }
}

static void run_is_released_whatever_its_neighbours_do(void)
{
    for (unsigned delay = 0; delay < DELAYS; delay++) {
        const unsigned first = hutch_acquire_run_index_(&plain_pool, LENGTH);
        arm(&plain_pool, acquire, delay);
        CHECK(hutch_release_run_at_(&plain_pool, first, LENGTH));
        CHECK(all_is_released() == !has_come);
        hutch_clear(&plain_pool);
    }
}

static void child_that_is_released_meanwhile_is_not_despawned(void)
{
    for (unsigned delay = 0; delay < DELAYS; delay++) {
        void *const parent = hutch_spawn_prefab(&relative, NULL);
        void *const child = hutch_spawn_prefab(&relative, NULL);
        CHECK(hutch_attach_(&family_herd, parent, &family_herd, child));
        child_index = hutch_index(&family_pool, child);
        ended = 0;
        arm(&family_pool, release_child, delay);
        const bool is_done = hutch_despawn_(&family_pool, parent);
        CHECK(all_is_released() && is_done);
        CHECK_EQUAL(ended, has_released ? 1 : 2);
    }
}

static const struct unit_test tests[] = {
    UNIT_TEST(object_that_is_released_meanwhile_leaves_no_mark),
    UNIT_TEST(pool_that_is_cleared_meanwhile_is_empty),
    UNIT_TEST(object_is_released_once_at_most_by_its_ref),
    UNIT_TEST(object_is_despawned_once_at_most),
    UNIT_TEST(slot_is_adopted_whatever_its_neighbours_do),
    UNIT_TEST(run_is_released_once_at_most),
    UNIT_TEST(run_is_released_whatever_its_neighbours_do),
    UNIT_TEST(child_that_is_released_meanwhile_is_not_despawned),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(tests);
    return unit_finish();
}
