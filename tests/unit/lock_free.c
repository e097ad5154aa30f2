// SPDX-License-Identifier: MIT
// lock_free.c - what lock-free pools have of their own: runs within a word, the word that was used last,
// marks. That they do what others do is in tests/model and in ways.c; tests/alone and tests/sweep add other
// contexts.

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
HUTCH_POOL_SPAWNED(guards, struct ant, both, .lock = HUTCH_LOCK_FREE);
HUTCH_SCENE(night, &guards_pool);
HUTCH_POOL_PREFABS(soldiers, struct ant, few, .lock = HUTCH_LOCK_FREE);
HUTCH_PREFAB(soldier, soldiers, hutch_no_components, 6);

TEST(runs_lie_within_one_word)
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

TEST(run_of_a_pool_of_one_word_is_released_whole_or_not_at_all)
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

TEST(releases_are_counted_where_a_full_pool_may_have_to_look_again)
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

TEST(runs_find_every_hole_of_a_word)
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

TEST(next_object_in_the_slot_of_a_persistent_one_is_not_persistent)
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

TEST(persistent_marks_of_neighbours_and_of_other_words_stay)
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

TEST(prespawn_prepares_slots_that_nobody_has_used)
{
    CHECK(soldier_prespawn(few) && soldier_prespawn(few));
    CHECK_EQUAL(soldiers_live(), 0);
    const struct ant *const ant = soldier_spawn(NULL);
    CHECK(ant != NULL && ant->legs == 6);
    soldiers_clear();
}

TEST(run_longer_than_a_word_counts_as_refused)
{
#    if HUTCH_CFG_STATS
    UNIT_NEEDS(hutch_is_lock_free(&swarms_pool));
    swarms_clear();
    swarms_stats_reset();
    CHECK(swarms_acquire_run(W + 1) == NULL);
    CHECK_EQUAL(swarms_refused(), 1);
    swarms_stats_[0].refused = (unsigned)-2;
    CHECK(swarms_acquire_run(W + 1) == NULL && swarms_acquire_run(W + 1) == NULL);
    CHECK_EQUAL(swarms_refused(), (unsigned)-1); // and no more
#    else
    UNIT_NEEDS(HUTCH_CFG_STATS);
#    endif
}

TEST(hint_that_points_nowhere_costs_time_only)
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

TEST(hint_is_the_word_that_was_used_last)
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

TEST(without_a_hint_the_lowest_slot_comes_first)
{
    UNIT_NEEDS(hutch_is_lock_free(&hives_pool) && HUTCH_CFG_CHECK < 2);
    hives_clear();
    CHECK(hives_acquire() == hives_at(0));
    CHECK(hives_acquire() == hives_at(1));
    hives_clear();
}

TEST(pool_of_few_words_writes_no_hint_after_its_bitmap)
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

#endif

#include "../../build/lists/unit/lock_free.h"
