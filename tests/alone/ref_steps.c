// SPDX-License-Identifier: MIT
// ref_steps.c - an interrupt replaces the object of a ref, at each moment of a release or a look-up by that
// ref; or takes a ref to what it sees, at each moment of any release.

#include "hutch/core/ref.h"
#include "hutch/scene.h"
#include "unit.h"

struct thing {
    uint8_t bytes[4];
};
HUTCH_POLICY(strict, .reserve = 0, .low = 0);
HUTCH_POOL_TRACKED(plain, struct thing, 1, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_SPAWNED(spawned, struct thing, 1, .lock = HUTCH_LOCK_IRQ);
HUTCH_SCENE(stage, &spawned_pool);
HUTCH_POOL_TRACKED(policed, struct thing, 1, .lock = HUTCH_LOCK_IRQ, .policy = &strict);

struct played played;

void played_access(void)
{
    played_moment();
}

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

TEST(ref_releases_its_own_object_or_nothing)
{
    // At least the beginning and the end of one critical section; a debug build has two or more.
    CHECK(play_each_moment(&plain_pool) >= (HUTCH_CFG_CHECK >= 2 ? 4 : 2));
}

TEST(ref_releases_its_own_object_or_nothing_in_a_pool_with_a_policy)
{
    CHECK(play_each_moment(&policed_pool) >= 2);
}

static void release_spawned(void)
{
    spawned_clear();
}

// An interrupt releases the object at each moment: then nobody is made persistent, nor is the next object.
TEST(what_is_gone_is_not_made_persistent)
{
    bool came_in_time = true;
    for (unsigned moment = 0; came_in_time; moment++) {
        spawned_clear();
        struct thing *const thing = spawned_spawn(NULL);
        played = (struct played){.handler = release_spawned, .skipped = moment};
        const bool is_done = hutch_persist_(&spawned_pool, thing, true);
        came_in_time = played.handler == NULL;
        played.handler = NULL;
        CHECK_EQUAL(unit_faults_forget(), is_done ? 0 : 1);
        CHECK(is_done || came_in_time);
        spawned_clear();
        CHECK(spawned_spawn(NULL) == thing);
        CHECK_EQUAL(hutch_scene_reset(&stage), 1);
    }
}

// ----------------------------------------------------------------------------- refs that are taken meanwhile

enum { several = 3 * HUTCH_WORD_BITS };
HUTCH_POOL_SPAWNED(shown, struct thing, 2, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_TRACKED(pair, struct thing, 2, .lock = HUTCH_LOCK_IRQ);
#if HUTCH_HAS_LOCK_FREE
HUTCH_POOL_TRACKED(free_one, struct thing, 1, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL_TRACKED(free_pair, struct thing, 2, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL_TRACKED(free_several, struct thing, several, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL_SPAWNED(free_shown, struct thing, 2, .lock = HUTCH_LOCK_FREE);
#endif
static const struct hutch_pool *const pools[] = {
    &plain_pool,    &spawned_pool,   &policed_pool,      &shown_pool,      &pair_pool,
#if HUTCH_HAS_LOCK_FREE
    &free_one_pool, &free_pair_pool, &free_several_pool, &free_shown_pool,
#endif
};
static const unsigned pools_count = sizeof pools / sizeof pools[0];

static const void *object;
static hutch_ref_t taken;

static bool is_the_object(const void *one, void *context)
{
    (void)context;
    return one == object;
}

static void by_pointer(void)
{
    hutch_release(pool, object);
}

static void by_number(void)
{
    hutch_release_at_(pool, hutch_index(pool, object));
}

static void by_ref(void)
{
    hutch_release_ref(pool, ref);
}

static void by_predicate(void)
{
    hutch_release_if_(pool, is_the_object, NULL);
}

static void by_clear(void)
{
    hutch_clear(pool);
}

static void by_run(void)
{
    hutch_release_run_(pool, object, 1);
}

static void by_despawn(void)
{
    hutch_despawn_(pool, object);
}

static void (*const releases[])(void) = {by_pointer, by_number, by_ref,    by_predicate,
                                         by_clear,   by_run,    by_despawn};
static const unsigned releases_count = sizeof releases / sizeof releases[0];

// Takes a ref to the object, if a walk finds it.
static void take_ref(void)
{
    for (const void *one = hutch_first(pool); one != NULL; one = hutch_next(pool, one)) {
        if (one == object && hutch_is_live(pool, one)) {
            taken = hutch_ref(pool, one);
        }
    }
    unit_faults_forget(); // it may have been released since the walk found it
}

// Runs `release` with the handler at one of its moments. Returns false if it had fewer.
static bool interrupted(void (*release)(void), void (*handler)(void), unsigned moment)
{
    object = hutch_acquire(pool);
    ref = hutch_ref(pool, object);
    taken = 0;
    played = (struct played){.handler = handler, .skipped = moment, .is_reader = handler == take_ref};
    release();
    const bool came_in_time = played.handler == NULL;
    played.handler = NULL;
    return came_in_time;
}

static bool is_found_by_it;

static void follow_taken(void)
{
    is_found_by_it = hutch_deref(pool, taken) != NULL;
}

// Whoever is in the slot next is not the object of that ref, nor while it is released in its turn.
static void next_object_has_another_ref(void)
{
    CHECK(taken == 0 || hutch_deref(pool, taken) == NULL);
    bool came_in_time = true;
    for (unsigned moment = 0; came_in_time; moment++) {
        hutch_claim_(pool, hutch_index(pool, object));
        played = (struct played){.handler = follow_taken, .skipped = moment, .is_reader = true};
        hutch_release(pool, object);
        came_in_time = played.handler == NULL;
        played.handler = NULL;
        CHECK(!is_found_by_it);
    }
    const void *const next = hutch_claim_(pool, hutch_index(pool, object));
    CHECK(next == object);
    CHECK(hutch_deref(pool, taken) == NULL);
    CHECK(!hutch_release_ref(pool, taken));
    CHECK(hutch_is_live(pool, next));
    CHECK_EQUAL(unit_faults_forget(), 1); // the stale ref
    CHECK(hutch_check(pool));
    hutch_clear(pool);
}

TEST(ref_taken_during_a_release_is_not_the_next_objects)
{
    unsigned moments = 0;
    for (unsigned i = 0; i < pools_count; i++) {
        pool = pools[i];
        for (unsigned way = 0; way < releases_count; way++) {
            for (unsigned moment = 0; interrupted(releases[way], take_ref, moment); moment++) {
                next_object_has_another_ref();
                moments++;
            }
            hutch_clear(pool);
        }
    }
    CHECK(moments >= pools_count * releases_count);
}

static void release(void)
{
    hutch_release(pool, object);
}

static void take_now(void)
{
    taken = hutch_ref(pool, object);
    unit_faults_forget();
}

// The interrupt releases, and whoever is interrupted takes the ref.
TEST(ref_that_a_release_interrupts_is_not_the_next_objects)
{
    for (unsigned i = 0; i < pools_count; i++) {
        pool = pools[i];
        for (unsigned moment = 0; interrupted(take_now, release, moment); moment++) {
            next_object_has_another_ref();
        }
        hutch_clear(pool);
    }
}

// The interrupt releases the object and acquires the slot's next one; whoever is interrupted follows the ref.
static bool is_found_at_last;

static void follow_ref(void)
{
    is_found_at_last = hutch_deref(pool, ref) != NULL;
}

static void replace_object(void)
{
    hutch_release(pool, object);
    hutch_claim_(pool, hutch_index(pool, object));
}

TEST(look_up_that_a_release_interrupts_does_not_find_the_next_object)
{
    for (unsigned i = 0; i < pools_count; i++) {
        bool was_found = false;
        pool = pools[i];
        for (unsigned moment = 0; interrupted(follow_ref, replace_object, moment); moment++) {
            CHECK(!was_found);
            was_found = is_found_at_last;
            CHECK(!was_found || HUTCH_REF_IS_WIDE); // the last moment is after the counter's section
            hutch_clear(pool);
        }
        CHECK(is_found_at_last);
        hutch_clear(pool);
    }
}

// An interrupt sees the object that is being released, releases it by a ref of its own, and acquires.
static const void *its_own;

static void release_what_is_seen(void)
{
    take_ref();
    its_own = taken != 0 && hutch_release_ref(pool, taken) ? hutch_acquire(pool) : NULL;
    unit_faults_forget();
}

TEST(slot_has_one_owner_whoever_releases_by_ref)
{
    for (unsigned i = 0; i < pools_count; i++) {
        pool = pools[i];
        its_own = NULL;
        for (unsigned moment = 0; interrupted(by_ref, release_what_is_seen, moment); moment++) {
            unit_faults_forget();
            CHECK_EQUAL(hutch_live(pool), its_own != NULL ? 1 : 0);
            const void *const next = hutch_acquire(pool);
            CHECK(next == NULL || next != its_own);
            CHECK(its_own == NULL || hutch_is_live(pool, its_own));
            CHECK(hutch_check(pool));
            its_own = NULL;
            hutch_clear(pool);
        }
        hutch_clear(pool);
    }
}

#include "../../build/lists/alone/ref_steps.h"
UNIT_MAIN(ref_steps_tests)
