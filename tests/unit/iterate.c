// SPDX-License-Identifier: MIT
// iterate.c - the rules of HUTCH_FOREACH: what was live at the start and still is gets visited, once, in
// order. iterate_locked.c is the same over a pool that has a lock in every build: another walk serves it.

#include "unit.h"

// Three words and a bit, so that steps cross words at every width.
enum { W = HUTCH_WORD_BITS, herd_max = 3 * W + 4 };
#ifdef UNIT_WALK_LOCK
HUTCH_POOL(herd, uint16_t, herd_max, HUTCH_OPTIONS(UNIT_WALK_LOCK, NULL, NULL));
#else
UNIT_POOL(herd, uint16_t, herd_max);
#endif

static uint8_t visits[herd_max];
static unsigned last_visited;
static bool is_in_order;

static void arrange(unsigned live)
{
    herd_clear();
    for (unsigned i = 0; i < live; i++) {
        herd_claim(i);
    }
    for (unsigned i = 0; i < herd_max; i++) {
        visits[i] = 0;
    }
    is_in_order = true;
    last_visited = HUTCH_NONE;
}

static unsigned visit(const uint16_t *it)
{
    const unsigned index = herd_index(it);
    CHECK(herd_is_live(it));
    if (index >= herd_max) {
        return 0;
    }
    is_in_order = is_in_order && (last_visited == HUTCH_NONE || index > last_visited);
    last_visited = index;
    visits[index]++;
    return index;
}

static void check_visited_once_are(unsigned from, unsigned to)
{
    for (unsigned i = 0; i < herd_max; i++) {
        CHECK_EQUAL(visits[i], i >= from && i < to);
    }
    CHECK(is_in_order);
    CHECK(hutch_check(&herd_pool));
}

TEST(empty_pool_is_not_entered)
{
    arrange(0);
    HUTCH_FOREACH (uint16_t, it, herd) {
        visit(it);
    }
    check_visited_once_are(0, 0);
    CHECK(herd_first() == NULL);
    CHECK(hutch_first(&herd_pool) == NULL);
}

TEST(full_pool_is_visited_by_rising_index)
{
    arrange(herd_max);
    HUTCH_FOREACH (uint16_t, it, herd) {
        visit(it);
    }
    check_visited_once_are(0, herd_max);
}

TEST(first_and_next_walk_as_foreach_does)
{
    arrange(herd_max);
    herd_release(herd_at(0));
    herd_release(herd_at(W));
    for (uint16_t *it = herd_first(); it != NULL; it = herd_next(it)) {
        visit(it);
    }
    last_visited = HUTCH_NONE;
    for (const void *it = hutch_first(&herd_pool); it != NULL; it = hutch_next(&herd_pool, it)) {
        visit((const uint16_t *)it);
    }
    for (unsigned i = 0; i < herd_max; i++) {
        CHECK_EQUAL(visits[i], i == 0 || i == W ? 0 : 2);
    }
    CHECK(is_in_order);
}

TEST(next_of_a_pointer_that_is_not_of_the_pool_is_null)
{
    uint16_t elsewhere = 0;
    arrange(herd_max);
    CHECK(herd_next(&elsewhere) == NULL);
    CHECK(herd_next(NULL) == NULL);
    CHECK(hutch_next(&herd_pool, &elsewhere) == NULL);
    CHECK(hutch_next(&herd_pool, NULL) == NULL);
    CHECK(hutch_next(&herd_pool, (const uint8_t *)herd_at(0) + 1) == NULL);
}

TEST(body_may_release_the_visited_object)
{
    arrange(herd_max);
    HUTCH_FOREACH (uint16_t, it, herd) {
        visit(it);
        CHECK(herd_release(it));
    }
    check_visited_once_are(0, herd_max);
    CHECK_EQUAL(herd_live(), 0);
}

TEST(next_steps_on_from_an_object_that_was_released)
{
    arrange(herd_max);
    for (uint16_t *it = herd_first(); it != NULL; it = herd_next(it)) {
        visit(it);
        CHECK(herd_release(it));
    }
    check_visited_once_are(0, herd_max);
}

TEST(body_may_release_everything_ahead)
{
    arrange(herd_max);
    HUTCH_FOREACH (uint16_t, it, herd) {
        const unsigned index = visit(it);
        for (unsigned ahead = W + 2; index == W + 1 && ahead < herd_max; ahead++) {
            CHECK(herd_release_at(ahead));
        }
    }
    check_visited_once_are(0, W + 2);
}

TEST(object_acquired_behind_is_not_visited)
{
    UNIT_NEEDS(UNIT_LOWEST_FIRST(&herd_pool));
    arrange(herd_max);
    CHECK(herd_release(herd_at(1)));
    HUTCH_FOREACH (uint16_t, it, herd) {
        if (visit(it) == W) {
            CHECK(herd_acquire() == herd_at(1));
        }
    }
    CHECK_EQUAL(visits[1], 0);
    CHECK_EQUAL(visits[2], 1);
    CHECK_EQUAL(visits[herd_max - 1], 1);
    CHECK(is_in_order);
}

TEST(object_acquired_ahead_is_visited_once_and_skips_none)
{
    UNIT_NEEDS(UNIT_LOWEST_FIRST(&herd_pool));
    arrange(3);
    HUTCH_FOREACH (uint16_t, it, herd) {
        visit(it);
        (void)!herd_acquire(); // always the slot after the last live one, until the pool is full
    }
    check_visited_once_are(0, herd_max);
}

TEST(break_ends_the_loop)
{
    arrange(herd_max);
    HUTCH_FOREACH (uint16_t, it, herd) {
        if (visit(it) == W) {
            break;
        }
    }
    check_visited_once_are(0, W + 1);
}

TEST(continue_goes_on_with_the_next_object)
{
    unsigned bodies_ended = 0;
    arrange(herd_max);
    HUTCH_FOREACH (uint16_t, it, herd) {
        if (visit(it) % 2 == 0) {
            continue;
        }
        bodies_ended++;
    }
    check_visited_once_are(0, herd_max);
    CHECK_EQUAL(bodies_ended, herd_max / 2);
}

static unsigned index_of_first_visited(void)
{
    HUTCH_FOREACH (const uint16_t, it, herd) {
        return herd_index(it);
    }
    return HUTCH_NONE;
}

TEST(body_may_return)
{
    arrange(0);
    CHECK_EQUAL(index_of_first_visited(), HUTCH_NONE);
    herd_claim(W + 2);
    CHECK_EQUAL(index_of_first_visited(), W + 2);
}

HUTCH_POOL_IDS(places, herd_max);

#define HERD herd
TEST(foreach_takes_a_macro_for_the_name_of_its_pool)
{
    arrange(3);
    HUTCH_FOREACH (const uint16_t, it, HERD) {
        visit(it);
    }
    check_visited_once_are(0, 3);
}

TEST(last_is_the_live_object_with_the_highest_slot)
{
    static const unsigned claimed[] = {0, 1, W - 1, W, 2 * W + 1, herd_max - 1};
    arrange(0);
    places_clear();
    CHECK(herd_last() == NULL && hutch_last_(&herd_pool) == NULL);
    CHECK(places_last() == -1 && hutch_last_index_(&places_pool) == HUTCH_NONE);
    for (unsigned i = 0; i < sizeof claimed / sizeof claimed[0]; i++) {
        uint16_t *const last = herd_claim(claimed[i]);
        CHECK_EQUAL(places_claim((int)claimed[i]), (int)claimed[i]);
        CHECK(last != NULL && herd_last() == last && hutch_last_(&herd_pool) == last);
        CHECK(places_last() == (int)claimed[i] && hutch_last_index_(&places_pool) == claimed[i]);
    }
    for (unsigned i = sizeof claimed / sizeof claimed[0]; i-- != 1;) {
        CHECK(herd_release_at(claimed[i]) && places_release((int)claimed[i]));
        CHECK(herd_index(herd_last()) == claimed[i - 1] && places_last() == (int)claimed[i - 1]);
    }
    herd_clear();
    places_clear();
}

static uint16_t *last_seen_in_hook;
static void look_for_last(void *object, const void *args);
static const struct hutch_hooks looking_hooks = {NULL, look_for_last, NULL};
HUTCH_POOL_SPAWNED(lambs, uint16_t, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &looking_hooks));

static void look_for_last(void *object, const void *args)
{
    (void)object;
    (void)args;
    last_seen_in_hook = lambs_last();
}

TEST(last_does_not_see_an_object_that_is_being_spawned)
{
    lambs_clear();
    uint16_t *const first = lambs_spawn(NULL);
    CHECK(last_seen_in_hook == NULL && lambs_last() == first);
    uint16_t *const second = lambs_spawn(NULL);
    CHECK(last_seen_in_hook == first);
    CHECK(lambs_last() == (lambs_index(second) > lambs_index(first) ? second : first));
    lambs_clear();
    CHECK(lambs_last() == NULL);
}

HUTCH_POOL(seals, uint16_t, 5, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL_TRACKED(otters, uint16_t, 3);
static unsigned asked;

static const struct hutch_pool *ask_for(const struct hutch_pool *pool)
{
    asked++;
    return pool;
}

static unsigned sum_until_3(const struct hutch_pool *pool)
{
    unsigned sum = 0;
    HUTCH_FOREACH_IN (const uint16_t, it, ask_for(pool)) {
        if (*it == 1) {
            continue;
        }
        if (*it == 3) {
            break;
        }
        sum += *it;
    }
    return sum;
}

TEST(one_function_walks_over_any_pool)
{
    seals_clear();
    otters_clear();
    asked = 0;
    CHECK_EQUAL(sum_until_3(&seals_pool), 0);
    for (uint16_t i = 0; i < 5; i++) {
        *seals_claim(i) = i;
    }
    *otters_claim(2) = 10;
    CHECK_EQUAL(sum_until_3(&seals_pool), 2);
    CHECK_EQUAL(sum_until_3(&otters_pool), 10);
    CHECK_EQUAL(asked, 3);
    unsigned pairs = 0;
    HUTCH_FOREACH_IN (const uint16_t, seal, &seals_pool) {
        HUTCH_FOREACH_IN (const uint16_t, other, &seals_pool) {
            pairs += other < seal;
        }
    }
    CHECK_EQUAL(pairs, 4 + 3 + 2 + 1);
}

#include "../../build/lists/unit/iterate.h"
