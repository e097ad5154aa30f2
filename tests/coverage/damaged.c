// SPDX-License-Identifier: MIT
// damaged.c - what the library does with damaged pools; and runs the tests of edges.c, too.

#include "unit.h"
#include "board.h"

#include "hutch/core/over.h"
#include "hutch/prefab.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"
#include "hutch/policy.h"
#include "hutch/report.h"

enum { W = HUTCH_WORD_BITS, LEVELS = W * W + 1 };

struct huge {
    uint8_t bytes[256];
};

HUTCH_POOL_SPAWNED(things, uint16_t, W + 4);
HUTCH_POLICY_OLDEST(too_few, 3);
HUTCH_POOL(stamped, uint16_t, 4, .policy = &too_few);
HUTCH_POLICY_OLDEST(too_few_prefabs, 3);
HUTCH_POOL_PREFABS(stamped_herd, uint16_t, 4, .policy = &too_few_prefabs);
HUTCH_PREFAB(of_stamped, stamped_herd, hutch_no_components, 7);
HUTCH_POLICY_OLDEST(aging, 2 * W + 4);
HUTCH_POOL(aged, uint16_t, 2 * W + 4, .policy = &aging);
HUTCH_POOL_PREFABS(levels, struct huge, LEVELS);
HUTCH_PREFAB(of_levels, levels, hutch_no_components, {{1}});

static void put_nothing(char c, void *context)
{
    (void)c, (void)context;
}

// Sets a bit that may not be set, and takes it away again.
static bool is_found(hutch_word_t *word, hutch_word_t bit)
{
    *word = (hutch_word_t)(*word ^ bit);
    const bool was_found = !hutch_check(&things_pool) && unit_faults_forget() != 0;
    *word = (hutch_word_t)(*word ^ bit);
    return was_found && hutch_check(&things_pool);
}

static void damage_is_found_in_each_word(void)
{
    const struct hutch_pool *const pool = &things_pool;
    CHECK(is_found(&pool->live[1], (hutch_word_t)(1u << 5)));
    CHECK(is_found(&pool->visible[0], 1));
    CHECK(is_found(&HUTCH_MARK_WORDS(pool, HUTCH_MARK_CONSTRUCTED)[1], (hutch_word_t)(1u << 5)));
    CHECK(is_found(&HUTCH_MARK_WORDS(pool, HUTCH_MARK_PERSISTENT)[0], 1));
}

static void bit_past_the_capacity_is_no_object(void)
{
    const struct hutch_pool *const pool = &things_pool;
    const struct hutch_scene scene = {&pool, 1};
    CHECK_EQUAL(hutch_evict_oldest_(&aged_pool), HUTCH_NONE);
    aged_pool.visible[2] = things_pool.visible[1] = (hutch_word_t)(1u << 5);
    CHECK_EQUAL(hutch_next_index_(&things_pool, 0), HUTCH_NONE);
    CHECK_EQUAL(hutch_scene_check(&scene), 0);
    CHECK_EQUAL(hutch_evict_oldest_(&aged_pool), HUTCH_NONE);
    aged_pool.visible[2] = things_pool.visible[1] = 0;
}

// Visible, but free: the object is hidden then, and was none.
static void slot_that_is_only_visible_is_not_released(void)
{
    const struct hutch_pool *const pool = &things_pool, *const large = &levels_pool;
    const struct hutch_scene scene = {&pool, 1};
    things_pool.visible[0] = 1;
    CHECK_EQUAL(hutch_scene_reset(&scene), 0);
    large->visible[0] = 1;
    CHECK(!hutch_despawn_(large, hutch_at(large, 0)));
    CHECK_EQUAL(things_pool.visible[0] + large->visible[0], 0);
    CHECK(unit_faults_forget() != 0);
}

// All leaf words below the last one are full, and the last word of the middle level says so of leaf words
// that the pool does not have.
static void fill_all_but_the_last(const struct hutch_pool *pool)
{
    for (unsigned k = 0; k < HUTCH_BITMAP_WORDS(LEVELS); k++) {
        pool->live[k] = HUTCH_WORD_ALL;
    }
    pool->live[LEVELS / W] = 0;
    pool->live[HUTCH_BITMAP_WORDS(LEVELS) - 1] = (1u << (HUTCH_MID_WORDS(LEVELS) - 1u)) - 1u;
}

static void damaged_summary_leads_to_no_slot_past_the_end(void)
{
    const struct hutch_pool *const pool = &levels_pool;
    fill_all_but_the_last(pool);
    CHECK_EQUAL(hutch_acquire_index_(pool), LEVELS - 1);
    fill_all_but_the_last(pool);
    CHECK_EQUAL(hutch_create_begin(pool), LEVELS - 1);
    fill_all_but_the_last(pool);
    CHECK(hutch_spawn_(pool, NULL) == hutch_at(pool, LEVELS - 1));
    fill_all_but_the_last(pool);
    CHECK(hutch_spawn_prefab(&of_levels, NULL) == hutch_at(pool, LEVELS - 1));
    for (unsigned k = 0; k < HUTCH_BITMAP_WORDS(LEVELS); k++) {
        pool->live[k] = 0;
    }
    pool->visible[LEVELS / W] = 0;
    CHECK(hutch_check(pool));
}

// hutch_check finds that, see limits.c of tests/systems.
static void slot_without_a_stamp_is_handed_out_all_the_same(void)
{
    for (unsigned index = 0; index < hutch_capacity(&stamped_pool); index++) {
        CHECK(hutch_claim_index_(&stamped_pool, index));
    }
    CHECK(hutch_acquire(&stamped_pool) != NULL);
    hutch_clear(&stamped_pool);
    CHECK_EQUAL(hutch_acquire_run_index_(&stamped_pool, 4), 0);
    hutch_clear(&stamped_pool);
    CHECK_EQUAL(hutch_adopt(&stamped_pool, 4), 4);
    CHECK_EQUAL(too_few.state->acquired - too_few.state->released, 4);
    hutch_clear(&stamped_pool);
    CHECK(hutch_prespawn_prefab(&of_stamped, 4));
}

// A pool that is only read: its objects are where no memory is.
static void report_of_objects_at_low_addresses_has_no_zeros_in_front(void)
{
    struct hutch_pool low = things_pool;
    low.slots = (unsigned char *)0x100u;
    CHECK(hutch_acquire(&things_pool) != NULL);
    hutch_report_live(&low, put_nothing, NULL);
    hutch_clear(&things_pool);
}

extern const struct unit_test edges_tests[];
static const struct unit_test tests[] = {
    UNIT_TEST(damage_is_found_in_each_word),
    UNIT_TEST(bit_past_the_capacity_is_no_object),
    UNIT_TEST(slot_that_is_only_visible_is_not_released),
    UNIT_TEST(damaged_summary_leads_to_no_slot_past_the_end),
    UNIT_TEST(slot_without_a_stamp_is_handed_out_all_the_same),
    UNIT_TEST(report_of_objects_at_low_addresses_has_no_zeros_in_front),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(tests);
    unit_run(edges_tests);
    return unit_finish();
}
