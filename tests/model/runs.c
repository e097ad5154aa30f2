// SPDX-License-Identifier: MIT
// runs.c - the search for neighbouring free slots against one that goes slot by slot: every capacity up to
// four words and a half, every length.

#include "model.h"

enum { slots_max = 4 * W + W / 2, patterns_count = 24 };
HUTCH_POOL_IDS(numbers, slots_max);

static unsigned place_slot_by_slot(const struct hutch_pool *pool, unsigned length)
{
    unsigned free_before = 0;
    for (unsigned i = 0; i < pool->capacity; i++) {
        free_before = hutch_is_live_at(pool, i) ? 0 : free_before + 1;
        if (free_before == length) {
            return i + 1 - length;
        }
    }
    return HUTCH_NONE;
}

// Rows of live slots and gaps, both of random lengths. The larger the pattern's number, the longer.
static void claim_rows(const struct hutch_pool *pool, unsigned pattern, uint32_t *dice)
{
    const unsigned live_max = 1 + pattern % 4 * 5, gap_max = 1 + pattern * pattern * slots_max / 600;
    unsigned i = unit_random(dice) % gap_max;
    while (i < pool->capacity) {
        const unsigned end = i + 1 + unit_random(dice) % live_max;
        for (; i < end && i < pool->capacity; i++) {
            hutch_claim_index_(pool, i);
        }
        i += 1 + unit_random(dice) % gap_max;
    }
}

static unsigned wrong_places(const struct hutch_pool *pool)
{
    unsigned wrong = 0;
    for (unsigned length = 1; length <= pool->capacity + 1u; length++) {
        const unsigned place = hutch_acquire_run_index_(pool, length);
        const bool is_released = place == HUTCH_NONE || hutch_release_run_at_(pool, place, length);
        wrong += !is_released || place != place_slot_by_slot(pool, length);
    }
    return wrong;
}

TEST(run_is_found_where_a_search_slot_by_slot_finds_it_at_every_capacity)
{
    uint32_t dice = 1;
    unsigned wrong = 0;
    for (unsigned capacity = 1; capacity <= slots_max; capacity++) {
        struct hutch_pool pool = numbers_pool; // the same storage, as of a pool of fewer slots
        pool.capacity = (uint16_t)capacity;
        for (unsigned pattern = 0; pattern < patterns_count; pattern++) {
            claim_rows(&pool, pattern, &dice);
            wrong += wrong_places(&pool);
            hutch_clear(&pool);
        }
    }
    CHECK_EQUAL(wrong, 0);
}

#include "../../build/lists/model/runs.h"
