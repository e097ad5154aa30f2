// SPDX-License-Identifier: MIT
// runs.c - pools whose runs are arrays: nothing between the slots, and every other check of a debug build.

#include "debug_test.h"

enum { tiles_max = 8, odd_max = 5, tile_bytes = 6, odd_bytes = 3 };
struct tile {
    uint16_t pixels[tile_bytes / 2];
};
HUTCH_POOL_RUNS(tiles, struct tile, tiles_max);

struct odd {
    uint8_t bytes[odd_bytes];
};
HUTCH_POOL_RUNS(odds, struct odd, odd_max, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));

static struct tile elsewhere;

static volatile uint8_t *byte_at(unsigned index, int offset)
{
    return (volatile uint8_t *)tiles_at(index) + offset;
}

TEST(slots_of_any_size_lie_next_to_each_other)
{
    debug_repair(&odds_pool);
    CHECK_EQUAL((uint8_t *)odds_at(1) - (uint8_t *)odds_at(0), odd_bytes);
    for (unsigned length = 1; length <= odd_max; length++) {
        uint8_t *const run = (uint8_t *)odds_acquire_run(length);
        CHECK(run != NULL);
        for (unsigned i = 0; run != NULL && i < length * odd_bytes; i++) {
            run[i] = (uint8_t)i;
        }
        CHECK(hutch_check(&odds_pool));
        CHECK(odds_release_run((struct odd *)run, length));
        CHECK(hutch_check(&odds_pool));
    }
    CHECK_EQUAL(unit_faults.count, 0);
}

static void check_damage(volatile uint8_t *byte, unsigned code, unsigned index)
{
    *byte ^= 1;
    CHECK(!hutch_check(&tiles_pool));
    const struct hutch_fault *const fault = debug_fault("tiles", code);
    CHECK_EQUAL(fault->index, index);
    CHECK(fault->address == byte);
    CHECK(hutch_check(&tiles_pool));
}

TEST(every_byte_of_the_guards_at_both_ends_is_watched)
{
    debug_repair(&tiles_pool);
    CHECK(tiles_acquire_run(tiles_max) != NULL);
    for (int i = 0; i < HUTCH_CFG_GUARD_BYTES; i++) {
        check_damage(byte_at(0, -1 - i), HUTCH_FAULT_UNDERRUN, 0);
        check_damage(byte_at(tiles_max - 1, tile_bytes + i), HUTCH_FAULT_OVERRUN, tiles_max - 1);
    }
}

TEST(release_of_the_run_at_an_end_finds_damage_there)
{
    debug_repair(&tiles_pool);
    CHECK(tiles_acquire_run(tiles_max) != NULL);
    *byte_at(0, -1) = 0;
    *byte_at(tiles_max - 1, tile_bytes) = 0;
    CHECK(tiles_release_run(tiles_at(2), 4));
    CHECK_EQUAL(unit_faults.count, 0);
    CHECK(tiles_release_run(tiles_at(0), 2));
    CHECK_EQUAL(debug_fault("tiles", HUTCH_FAULT_UNDERRUN)->index, 0);
    CHECK(tiles_release_run(tiles_at(6), 2));
    CHECK_EQUAL(debug_fault("tiles", HUTCH_FAULT_OVERRUN)->index, tiles_max - 1);
}

TEST(write_past_a_run_into_a_free_slot_is_a_write_after_release)
{
    debug_repair(&tiles_pool);
    CHECK(tiles_claim(3) != NULL);
    CHECK(tiles_release_at(3));
    CHECK(tiles_claim(2) != NULL);
    check_damage(byte_at(2, tile_bytes), HUTCH_FAULT_WRITE_AFTER_RELEASE, 3);
    check_damage(byte_at(2, -1), HUTCH_FAULT_WRITE_AFTER_RELEASE, 1);
    CHECK(tiles_release_at(2));
}

TEST(write_after_release_of_a_run_is_found_in_each_of_its_slots)
{
    debug_repair(&tiles_pool);
    struct tile *const run = tiles_acquire_run(3);
    const unsigned first = tiles_index(run);
    CHECK(tiles_release_run(run, 3));
    for (unsigned i = 0; i < 3; i++) {
        check_damage((volatile uint8_t *)&run[i], HUTCH_FAULT_WRITE_AFTER_RELEASE, first + i);
    }
}

TEST(wrong_release_of_a_run_is_refused_with_its_code)
{
    debug_repair(&tiles_pool);
    struct tile *const run = tiles_acquire_run(3);
    CHECK(!tiles_release_run(run, 4));
    debug_fault("tiles", HUTCH_FAULT_BAD_RUN);
    CHECK(!tiles_release_run((struct tile *)(void *)((uint8_t *)run + 2), 1));
    debug_fault("tiles", HUTCH_FAULT_MISALIGNED);
    CHECK(!tiles_release_run(&elsewhere, 1));
    debug_fault("tiles", HUTCH_FAULT_FOREIGN);
    CHECK(tiles_release_run(run, 3));
    CHECK(!tiles_release(run));
    debug_fault("tiles", HUTCH_FAULT_DOUBLE_RELEASE);
}

TEST(each_slot_of_a_run_notes_who_acquired_and_who_released_it)
{
    debug_repair(&tiles_pool);
    struct tile *const run = tiles_acquire_run(2);
    const unsigned first = tiles_index(run);
    CHECK(tiles_release_run(run, 2));
    for (unsigned i = first; i < first + 2; i++) {
        const struct hutch_note *const note = &tiles_pool.notes[i];
        CHECK(DEBUG_IS_NOTED(note->acquired_by) && note->acquired_by == tiles_pool.notes[first].acquired_by);
        CHECK(DEBUG_IS_NOTED(note->released_by) && note->released_by == tiles_pool.notes[first].released_by);
        CHECK(note->acquired_by != note->released_by || !HUTCH_GNU);
    }
}

TEST(limit_write_past_a_run_into_a_live_slot_is_not_seen)
{
    debug_repair(&tiles_pool);
    CHECK(tiles_claim(2) != NULL);
    CHECK(tiles_claim(3) != NULL);
    *byte_at(2, tile_bytes) ^= 1;
    CHECK(hutch_check(&tiles_pool));
    CHECK(tiles_release_run(tiles_at(2), 2));
}

#include "../../build/lists/debug/runs.h"
