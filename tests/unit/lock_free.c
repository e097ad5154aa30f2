// SPDX-License-Identifier: MIT
// lock_free.c - a lock-free pool does what others do, within one word and over several. Here in one context:
// tests/alone and tests/sweep add others.

#include "unit.h"
#include "hutch/core/lockfree.h"

#include "hutch/prefab.h"

#if HUTCH_HAS_LOCK_FREE

enum { W = HUTCH_WORD_BITS, few = 6, both = W + 3, some = 2 * W + 3, many = 4 * W + 3, words_of_many = 5 };

struct ant {
    uint8_t legs;
};
HUTCH_POOL(ants, struct ant, few, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL(pairs, struct ant, both, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL(hives, struct ant, some, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL(swarms, struct ant, many, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL_IDS(burrows, few, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL_COUNTED(eggs, struct ant, few, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL_TRACKED(queens, struct ant, few, .lock = HUTCH_LOCK_FREE);

static unsigned hatched, gone;
static bool was_seen;
static void hatch(struct ant *ant, const uint8_t *legs);
static void leave(struct ant *ant);
HUTCH_SPAWN_HOOK(hatch, struct ant, uint8_t);
HUTCH_HOOK(leave, struct ant);
static const struct hutch_hooks drone_hooks = {NULL, hatch_hook, leave_hook};
HUTCH_POOL_SPAWNED(drones, struct ant, few, .lock = HUTCH_LOCK_FREE, .hooks = &drone_hooks);

HUTCH_POOL_SPAWNED(guards, struct ant, both, .lock = HUTCH_LOCK_FREE);
HUTCH_SCENE(night, &guards_pool);

HUTCH_POOL_PREFABS(soldiers, struct ant, few, .lock = HUTCH_LOCK_FREE);
HUTCH_COMPONENTS(soldier_parts, {hatch_hook, leave_hook, 0, 0});
HUTCH_PREFAB(soldier, soldiers, soldier_parts, 6);

static void hatch(struct ant *ant, const uint8_t *legs)
{
    ant->legs = *legs;
    hatched++;
    if (drones_index(ant) != HUTCH_NONE) {
        CHECK(drones_claim(drones_index(ant)) == NULL); // refused, and still not visible
    }
    was_seen = drones_is_live(ant) || drones_first() != NULL;
}

static void leave(struct ant *ant)
{
    gone++;
    was_seen = drones_is_live(ant) || drones_first() != NULL || drones_despawn(ant);
}

// Acquires all slots: each comes once, whatever the order. Then releases some and acquires as many.
static void use_up(const struct hutch_pool *pool)
{
    hutch_clear(pool);
    for (unsigned n = 0; n < pool->capacity; n++) {
        const unsigned index = hutch_acquire_index_(pool);
        CHECK(index < pool->capacity);
        CHECK_EQUAL(hutch_live(pool), n + 1u);
        CHECK(hutch_is_live_at(pool, index));
    }
    CHECK_EQUAL(hutch_acquire_index_(pool), HUTCH_NONE);
    for (unsigned index = 0; index < pool->capacity; index += 5) {
        CHECK(hutch_release_at_(pool, index));
        CHECK_EQUAL(hutch_acquire_index_(pool), index); // the only one
        CHECK_EQUAL(hutch_acquire_index_(pool), HUTCH_NONE);
    }
    CHECK(hutch_check(pool));
    hutch_clear(pool);
    CHECK_EQUAL(hutch_live(pool), 0);
    CHECK(hutch_check(pool));
}

static void each_slot_is_given_once_and_a_full_pool_refuses(void)
{
    use_up(&ants_pool);
    use_up(&pairs_pool);
    use_up(&hives_pool);
    use_up(&swarms_pool);
    use_up(&queens_pool);
}

static void typed_functions_do_the_same(void)
{
    swarms_clear();
    struct ant *const first = swarms_acquire();
    CHECK(first != NULL);
    CHECK_EQUAL(swarms_live(), 1);
    CHECK(swarms_claim(many - 1) == swarms_at(many - 1));
    CHECK(swarms_claim(many - 1) == NULL);
    CHECK(swarms_first() == first);
    CHECK(swarms_next(first) == swarms_at(many - 1));
    CHECK(swarms_release(first));
    CHECK(swarms_release_at(many - 1));
    CHECK_EQUAL(swarms_available(), many);
    burrows_clear();
    const int burrow = burrows_acquire();
    CHECK(burrow >= 0);
    CHECK(burrows_release(burrow));
}

static void second_release_is_refused_and_changes_nothing(void)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    ants_clear();
    struct ant *const ant = ants_acquire(), *const other = ants_acquire();
    CHECK(ants_release(ant));
    CHECK(!ants_release(ant));
    CHECK(unit_fault_was("ants", HUTCH_FAULT_DOUBLE_RELEASE, ant, ants_index(ant)));
    CHECK(ants_is_live(other));
    CHECK(!ants_release((struct ant *)(void *)&hatched));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK_EQUAL(ants_live(), 1);
}

static void runs_lie_within_one_word(void)
{
    UNIT_NEEDS(hutch_is_lock_free(&swarms_pool)); // a debug build has taken the port's lock instead
    swarms_clear();
    HUTCH_LOCKFREE_HINT(&swarms_pool) = 0;
    CHECK(swarms_claim(2) != NULL);
    CHECK(swarms_acquire_run(3) == swarms_at(3));
    CHECK(swarms_acquire_run(W) == swarms_at(W));
    CHECK(swarms_acquire_run(W + 1) == NULL);
    CHECK(swarms_acquire_run(0) == NULL);
    CHECK(swarms_release_run(swarms_at(3), 2));
    CHECK(!swarms_release_run(swarms_at(4), 2)); // half of it is free: nothing changes
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK(swarms_is_live_at(5));
    CHECK(!swarms_is_live_at(W - 1));
    CHECK(!swarms_release_run(swarms_at(W - 1), 2)); // crosses a border
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK(swarms_claim(W - 1) != NULL);
    CHECK(!swarms_release_run(swarms_at(W - 1), 2)); // also when all of it is live
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK(swarms_release_at(W - 1));
    CHECK(swarms_release_run(swarms_at(W), W));
    CHECK_EQUAL(swarms_live(), 2);
    swarms_clear();
}

static void run_of_a_pool_of_one_word_is_released_whole_or_not_at_all(void)
{
    UNIT_NEEDS(hutch_is_lock_free(&ants_pool));
    ants_clear();
    CHECK(ants_acquire_run(4) == ants_at(0));
    CHECK(ants_release_run(ants_at(1), 2));
    CHECK(ants_is_live_at(0) && !ants_is_live_at(1) && !ants_is_live_at(2) && ants_is_live_at(3));
    CHECK(!ants_release_run(ants_at(0), 2)); // half of it is free: nothing changes
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK_EQUAL(ants_live(), 2);
    ants_clear();
}

static void releases_are_counted_where_a_full_pool_may_have_to_look_again(void)
{
    UNIT_NEEDS(hutch_is_lock_free(&pairs_pool) && HUTCH_CFG_CHECK == 1);
    pairs_clear();
    ants_clear();
    CHECK(pairs_claim(0) && pairs_claim(1) && pairs_claim(W) && pairs_claim(W + 1) && ants_claim(0));
    const unsigned before = hutch_lockfree_releases;
    CHECK(pairs_release_at(0));
    CHECK_EQUAL(hutch_lockfree_releases, before + 1);
    CHECK(pairs_release_at(W + 1));
    CHECK_EQUAL(hutch_lockfree_releases, before + 2);
    CHECK(!pairs_release_at(W + 1)); // none
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK_EQUAL(hutch_lockfree_releases, before + 2);
    CHECK(pairs_release_run(pairs_at(1), 1));
    CHECK_EQUAL(hutch_lockfree_releases, before + 3);
    pairs_clear();
    CHECK_EQUAL(hutch_lockfree_releases, before + 4); // one word of two was not empty
    CHECK(ants_release_at(0));                        // one word: a single read decides
    CHECK_EQUAL(hutch_lockfree_releases, before + 4);
}

static void runs_find_every_hole_of_a_word(void)
{
    for (unsigned length = 1; length <= few; length++) {
        for (unsigned pattern = 0; pattern < 1u << few; pattern++) {
            unsigned expected = HUTCH_NONE;
            ants_clear();
            for (unsigned index = 0; index < few; index++) {
                if ((pattern >> index & 1u) != 0) {
                    ants_claim(index);
                }
                const unsigned first = few - 1u - index, mask = ((1u << length) - 1u) << first;
                if (first + length <= few && (pattern & mask) == 0) {
                    expected = first;
                }
            }
            CHECK_EQUAL(hutch_acquire_run_index_(&ants_pool, length), expected);
        }
    }
    ants_clear();
}

static void refs_go_stale_and_release_once(void)
{
    queens_clear();
    struct ant *const queen = queens_acquire();
    const queens_ref_t ref = queens_ref(queen);
    CHECK(queens_deref(ref) == queen);
    CHECK(queens_release_ref(ref));
    CHECK(queens_deref(ref) == NULL);
    CHECK(!queens_release_ref(ref));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK(queens_claim(queens_index(queen)) == queen);
    CHECK(queens_deref(ref) == NULL);
    CHECK(!queens_release_ref(ref));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK(queens_is_live(queen));
    CHECK(queens_release(queen));
    CHECK(!queens_release(queen) && !hutch_release(&queens_pool, queen));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(2));
    struct ant *const run = queens_acquire_run(3);
    const unsigned number = queens_index(run) + 1u;
    const queens_ref_t second = queens_ref(queens_at(number));
    CHECK(queens_release_run(run, 3));
    CHECK(queens_deref(second) == NULL);
    CHECK_EQUAL(queens_live(), 0);
    CHECK(!queens_release_run(run, 3));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK(queens_claim(number) != NULL);
    CHECK(queens_deref(second) == NULL); // it was to the object before
    CHECK(queens_release_at(number));
}

static void last_of_several_holders_releases(void)
{
    eggs_clear();
    struct ant *const egg = eggs_acquire();
    CHECK(eggs_retain(egg) && eggs_holders(egg) == 2);
    CHECK(eggs_release(egg) && eggs_is_live(egg));
    CHECK(eggs_release(egg) && !eggs_is_live(egg));
    CHECK(!eggs_retain(egg));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
}

static void spawned_object_shows_after_its_hook_and_hides_before_its_last(void)
{
    const uint8_t legs = 6;
    drones_clear();
    hatched = gone = 0;
    struct ant *const drone = drones_spawn(&legs);
    CHECK(drone != NULL && drone->legs == 6);
    CHECK(!was_seen);
    CHECK(drones_is_live(drone));
    const drones_ref_t ref = drones_ref(drone);
    CHECK(drones_despawn(drone));
    CHECK(!was_seen);
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1)); // the hook's own despawn
    CHECK(drones_deref(ref) == NULL);
    CHECK(!drones_despawn(drone));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK_EQUAL(hatched, 1);
    CHECK_EQUAL(gone, 1);
    CHECK_EQUAL(drones_live(), 0);
    CHECK(drones_acquire() != NULL); // visible at once, without a hook
    CHECK(drones_first() != NULL);
    drones_clear();
    CHECK_EQUAL(drones_live(), 0);
    unit_faults_forget();
}

static void next_object_in_the_slot_of_a_persistent_one_is_not_persistent(void)
{
    guards_clear();
    struct ant *const guard = guards_spawn(NULL);
    CHECK(guards_persist(guard, true));
    CHECK_EQUAL(hutch_scene_reset(&night), 0);
    CHECK(guards_despawn(guard));
    CHECK(guards_claim(guards_index(guard)) == guard);
    CHECK_EQUAL(hutch_scene_reset(&night), 1);
    CHECK_EQUAL(guards_live(), 0);
}

static void persistent_marks_of_neighbours_and_of_other_words_stay(void)
{
    guards_clear();
    struct ant *const stays = guards_claim(1), *const goes = guards_claim(2),
                      *const far = guards_claim(W + 1);
    CHECK(guards_persist(stays, true) && guards_persist(goes, true) && guards_persist(far, true));
    CHECK(guards_persist(goes, false));
    CHECK_EQUAL(hutch_scene_reset(&night), 1);
    CHECK(guards_is_live(stays) && !guards_is_live(goes) && guards_is_live(far));
    CHECK(guards_persist(far, false));
    CHECK_EQUAL(hutch_scene_reset(&night), 1);
    CHECK(guards_is_live(stays) && !guards_is_live(far));
    guards_clear();
}

static void prefab_s_components_come_and_go(void)
{
    const uint8_t legs = 5;
    hatched = gone = 0;
    for (unsigned turn = 1; turn <= 3; turn++) {
        struct ant *const ant = soldier_spawn(&legs), *const child = soldier_spawn(&legs);
        CHECK(soldiers_attach(ant, &soldiers_herd, child));
        CHECK(soldiers_prefab(ant) == &soldier);
        CHECK_EQUAL(hatched, 2 * turn);
        ant->legs = 4;
        CHECK(soldiers_despawn(ant));
        CHECK_EQUAL(gone, 2 * turn);
        if (HUTCH_CFG_CHECK < 2) {
            CHECK_EQUAL(ant->legs, 6); // the image is back
        }
        CHECK_EQUAL(soldiers_live(), 0);
    }
    CHECK(soldier_prespawn(few));
    CHECK(soldiers_acquire() != NULL);
    soldiers_clear();
    CHECK_EQUAL(gone, 6); // no prefab made that one
    unit_faults_forget();
}

static void counters_count(void)
{
#    if HUTCH_CFG_STATS
    swarms_clear();
    const unsigned peak = swarms_peak(), refused = swarms_refused();
    while (swarms_acquire() != NULL) {}
    CHECK_EQUAL(swarms_refused(), refused + 1);
    CHECK_EQUAL(swarms_peak(), many);
    CHECK(peak <= many);
    CHECK(!swarms_release(NULL));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK(swarms_release_at(3));
    if (HUTCH_CFG_CHECK >= 1) {
        CHECK(!swarms_release_at(3));
        CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    }
    CHECK(swarms_claim(3) != NULL);
    CHECK_EQUAL(swarms_peak(), many); // a refused release is not a release
    swarms_clear();
    swarms_stats_reset();
    CHECK(swarms_acquire_run(3) != NULL);
    const unsigned first = swarms_index(swarms_first());
    CHECK(swarms_release_at(first)); // one fewer, not two
    CHECK(swarms_acquire_run(2) != NULL);
    CHECK_EQUAL(swarms_peak(), 4);
    if (hutch_is_lock_free(&swarms_pool)) {
        CHECK_EQUAL(swarms_refused(), 0);
        CHECK(swarms_acquire_run(W + 1) == NULL); // longer than a word
        CHECK_EQUAL(swarms_refused(), 1);
        swarms_stats_[0].refused = (unsigned)-2;
        CHECK(swarms_acquire_run(W + 1) == NULL && swarms_acquire_run(W + 1) == NULL);
        CHECK_EQUAL(swarms_refused(), (unsigned)-1); // and no more
    }
    swarms_clear();
    swarms_stats_reset();
    CHECK(swarms_claim(1) != NULL && swarms_claim(1) == NULL);
    CHECK_EQUAL(swarms_refused(), 1);
    swarms_clear();
#    else
    UNIT_NEEDS(HUTCH_CFG_STATS);
#    endif
}

static void hint_that_points_nowhere_costs_time_only(void)
{
    UNIT_NEEDS(!UNIT_REUSES_LATE);
    static const hutch_word_t nowhere[] = {words_of_many, HUTCH_WORD_ALL};
    for (unsigned i = 0; i < 2; i++) {
        swarms_clear();
        if (hutch_is_lock_free(&swarms_pool)) { // else a summary stands there
            HUTCH_LOCKFREE_HINT(&swarms_pool) = nowhere[i];
        }
        CHECK(swarms_acquire() == swarms_at(0));
    }
    swarms_clear();
}

static void hint_is_the_word_that_was_used_last(void)
{
    UNIT_NEEDS(hutch_is_lock_free(&swarms_pool) && HUTCH_CFG_CHECK < 2);
    hutch_word_t *const hint = &HUTCH_LOCKFREE_HINT(&swarms_pool);
    swarms_clear();
    *hint = 3;
    CHECK(swarms_acquire() == swarms_at(3 * W));
    CHECK(swarms_release_at(3 * W));
    CHECK_EQUAL(*hint, 3);
    while (swarms_acquire() != NULL) {}
    CHECK(swarms_release_at(W + 1));
    CHECK_EQUAL(*hint, 1);
    *hint = 3; // the search goes on at the first word after the last, and leaves the hint where it found room
    CHECK(swarms_acquire() == swarms_at(W + 1));
    CHECK_EQUAL(*hint, 1);
    CHECK(swarms_release_at(2));
    *hint = 4;
    CHECK(swarms_acquire() == swarms_at(2));
    swarms_clear();
}

static void without_a_hint_the_lowest_slot_comes_first(void)
{
    UNIT_NEEDS(hutch_is_lock_free(&hives_pool) && HUTCH_CFG_CHECK < 2);
    hives_clear();
    CHECK(hives_acquire() == hives_at(0));
    CHECK(hives_acquire() == hives_at(1));
    hives_clear();
}

static void pool_of_few_words_writes_no_hint_after_its_bitmap(void)
{
    UNIT_NEEDS(hutch_is_lock_free(&hives_pool) && HUTCH_CFG_CHECK < 2);
    enum { words_of_hives = 3 };
    hutch_word_t words[words_of_hives + 1] = {0};
    struct hutch_pool pool = hives_pool;
    pool.live = pool.visible = words;
    while (hutch_acquire_index_(&pool) != HUTCH_NONE) {}
    CHECK(words[words_of_hives - 1] != 0);
    CHECK_EQUAL(words[words_of_hives], 0);
}

const struct unit_test lock_free_tests[] = {
    UNIT_TEST(each_slot_is_given_once_and_a_full_pool_refuses),
    UNIT_TEST(typed_functions_do_the_same),
    UNIT_TEST(second_release_is_refused_and_changes_nothing),
    UNIT_TEST(runs_lie_within_one_word),
    UNIT_TEST(run_of_a_pool_of_one_word_is_released_whole_or_not_at_all),
    UNIT_TEST(releases_are_counted_where_a_full_pool_may_have_to_look_again),
    UNIT_TEST(runs_find_every_hole_of_a_word),
    UNIT_TEST(refs_go_stale_and_release_once),
    UNIT_TEST(last_of_several_holders_releases),
    UNIT_TEST(spawned_object_shows_after_its_hook_and_hides_before_its_last),
    UNIT_TEST(next_object_in_the_slot_of_a_persistent_one_is_not_persistent),
    UNIT_TEST(persistent_marks_of_neighbours_and_of_other_words_stay),
    UNIT_TEST(prefab_s_components_come_and_go),
    UNIT_TEST(counters_count),
    UNIT_TEST(hint_that_points_nowhere_costs_time_only),
    UNIT_TEST(hint_is_the_word_that_was_used_last),
    UNIT_TEST(without_a_hint_the_lowest_slot_comes_first),
    UNIT_TEST(pool_of_few_words_writes_no_hint_after_its_bitmap),
    UNIT_TESTS_END,
};

#else

const struct unit_test lock_free_tests[] = {UNIT_TESTS_END};

#endif
