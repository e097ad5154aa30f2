// SPDX-License-Identifier: MIT
// damaged.c - what the library does with damage, and at its limits, where random calls do not come.

#include "unit.h"
#include "board.h"

#include "hutch/adopt.h"
#include "hutch/objects/spawn.h"
#include "hutch/policy.h"
#include "hutch/report.h"

enum { W = HUTCH_WORD_BITS };

HUTCH_POOL_SPAWNED(things, uint16_t, W + 4);
HUTCH_POLICY_OLDEST(too_few, 3);
HUTCH_POOL(stamped, uint16_t, 4, .policy = &too_few);

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

// hutch_check finds that, see policy_edges.c of tests/systems.
static void slot_without_a_stamp_is_handed_out_all_the_same(void)
{
    for (unsigned index = 0; index < hutch_capacity(&stamped_pool); index++) {
        CHECK(hutch_claim_index(&stamped_pool, index));
    }
    CHECK(hutch_acquire(&stamped_pool) != NULL);
    hutch_clear(&stamped_pool);
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

static void run_time_pool_has_no_more_slots_than_there_may_be(void)
{
    static struct hutch_over over;
    static void *memory[HUTCH_CAPACITY_MAX / sizeof(void *) * sizeof(void *) + HUTCH_CAPACITY_MAX / 4];
    CHECK_EQUAL(hutch_pool_over(&over, "most", memory, sizeof memory, 1, HUTCH_LOCK_NONE),
                HUTCH_CAPACITY_MAX);
    CHECK_EQUAL(hutch_pool_over(&over, "none", memory, sizeof(void *), sizeof(void *), HUTCH_LOCK_NONE), 0);
    CHECK_EQUAL(hutch_pool_over(&over, "none", NULL, 0, 4, HUTCH_LOCK_NONE), 0);
    CHECK(unit_faults_forget() != 0);
}

static const struct unit_test tests[] = {
    UNIT_TEST(damage_is_found_in_each_word),
    UNIT_TEST(slot_without_a_stamp_is_handed_out_all_the_same),
    UNIT_TEST(report_of_objects_at_low_addresses_has_no_zeros_in_front),
    UNIT_TEST(run_time_pool_has_no_more_slots_than_there_may_be),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(tests);
    return unit_finish();
}
