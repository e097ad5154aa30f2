// SPDX-License-Identifier: MIT
// ways.c - acquire with a way out for each outcome, as programs that are compiled for speed have it.
#undef __OPTIMIZE_SIZE__ // boards compile their tests for size

#include "hutch/core.h"
#include "levels.h"

#if HUTCH_HAS_WAYS && HUTCH_CFG_CHECK < 2

// A pool of the numbers of a level, one byte each, that nobody touches: acquire only reckons with addresses.
static struct hutch_pool bytes_of(const struct level *level)
{
    struct hutch_pool pool = *level->pool;
    pool.slots = (unsigned char *)pool.live;
    pool.stride_bytes = 1;
    return pool;
}

static bool has_ways(const struct level *level)
{
    return !HUTCH_MID_WORDS(level->capacity) && HUTCH_LEAF_WORDS(level->capacity) > 1;
}

static unsigned acquire(const struct hutch_pool *pool)
{
    const unsigned char *const object = HUTCH_TOP_WORDS((unsigned)pool->capacity)
                                            ? hutch_core_acquire_summed(pool)
                                            : hutch_core_acquire_scanned(pool);
    return object != NULL ? (unsigned)(object - pool->slots) : HUTCH_NONE;
}

static void check_a_fill(const struct hutch_pool *pool)
{
    for (unsigned i = 0; i < pool->capacity; i++) {
        CHECK_EQUAL(acquire(pool), i);
    }
    CHECK(hutch_check(pool));
    CHECK_EQUAL(acquire(pool), HUTCH_NONE);
    CHECK_EQUAL(hutch_live(pool), pool->capacity);
    CHECK(hutch_check(pool));
}

static void lowest_free_slot_is_taken_until_there_is_none_each_way(void)
{
    for (const struct level *level = levels; level < levels + LEVELS_COUNT; level++) {
        if (has_ways(level)) {
            const struct hutch_pool pool = bytes_of(level);
            check_a_fill(&pool);
            level->clear();
            check_a_fill(&pool);
            level->clear();
        }
    }
}

static void only_free_slot_is_taken_wherever_it_is_each_way(void)
{
    for (const struct level *level = levels; level < levels + LEVELS_COUNT; level++) {
        if (has_ways(level)) {
            const struct hutch_pool pool = bytes_of(level);
            level->acquire_run(level->capacity);
            for (unsigned i = 0; i < level->capacity; i++) {
                CHECK(level->release((int)i));
                CHECK_EQUAL(acquire(&pool), i);
                CHECK_EQUAL(acquire(&pool), HUTCH_NONE);
            }
            CHECK(hutch_check(&pool));
            level->clear();
        }
    }
}

// Full and nearly full words side by side: the highest slot of a word may be live and others free.
static void gaps_are_filled_by_rising_number_each_way(void)
{
    for (const struct level *level = levels; level < levels + LEVELS_COUNT; level++) {
        if (has_ways(level)) {
            const struct hutch_pool pool = bytes_of(level);
            level->acquire_run(level->capacity);
            for (unsigned i = 1; i < level->capacity; i += W / 2 + 3) {
                CHECK(level->release((int)i));
            }
            for (unsigned i = 1; i < level->capacity; i += W / 2 + 3) {
                CHECK_EQUAL(acquire(&pool), i);
                CHECK(hutch_check(&pool));
            }
            CHECK_EQUAL(acquire(&pool), HUTCH_NONE);
            level->clear();
        }
    }
}

const struct unit_test ways_tests[] = {
    UNIT_TEST(lowest_free_slot_is_taken_until_there_is_none_each_way),
    UNIT_TEST(only_free_slot_is_taken_wherever_it_is_each_way),
    UNIT_TEST(gaps_are_filled_by_rising_number_each_way),
    UNIT_TESTS_END,
};

#else

const struct unit_test ways_tests[] = {UNIT_TESTS_END};

#endif
