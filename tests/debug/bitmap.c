// SPDX-License-Identifier: MIT
// bitmap.c - damage to a pool's bitmap: every single bit, found before a slot is handed out or freed by it.

#include "debug_test.h"

enum { things_max = 40 }; // five words of 8 bits and their summary, two of 32
struct thing {
    uint8_t number;
};
HUTCH_POOL_TRACKED(things, struct thing, things_max);

static void flip(unsigned index)
{
    things_pool.live[index / HUTCH_WORD_BITS] ^= hutch_bits_mask(index);
}

static void check_bitmap_fault(unsigned index)
{
    const struct hutch_fault *const fault = debug_fault("things", HUTCH_FAULT_BITMAP);
    CHECK_EQUAL(fault->index, index);
    CHECK(fault->note == &things_pool.notes[index]);
    CHECK(DEBUG_IS_NOTED(fault->caller));
}

TEST(every_flipped_bit_is_found_by_check_in_its_word)
{
    debug_repair(&things_pool);
    for (unsigned index = 0; index < things_max; index++) {
        flip(index);
        CHECK(!hutch_debug_check(&things_pool));
        const struct hutch_fault *const fault = debug_fault("things", HUTCH_FAULT_BITMAP);
        CHECK(fault->address == &things_pool.live[index / HUTCH_WORD_BITS]);
        CHECK_EQUAL(fault->index, index / HUTCH_WORD_BITS * HUTCH_WORD_BITS);
        CHECK(!hutch_check(&things_pool));
        unit_faults_forget();
        flip(index);
        CHECK(hutch_check(&things_pool));
    }
}

// Leaves something else than 0 where the next call's variables will be.
HUTCH_NOINLINE static void dirty_the_stack(void)
{
    volatile uint8_t bytes[25 * sizeof(void *)];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = 0x5A;
    }
}

TEST(damaged_descriptor_has_no_slot_and_names_the_check)
{
    static struct hutch_pool copy;
    copy = things_pool;
    copy.capacity = 0;
    dirty_the_stack();
    CHECK(!hutch_check(&copy));
    const struct hutch_fault *const fault = debug_fault("things", HUTCH_FAULT_DESCRIPTOR);
    CHECK(fault->note == NULL && fault->other_pool == NULL);
    CHECK(DEBUG_IS_NOTED(fault->caller));
}

TEST(release_of_an_object_whose_bit_was_cleared_by_a_wild_write_is_refused)
{
    debug_repair(&things_pool);
    CHECK(things_claim(5) != NULL);
    CHECK(things_claim(6) != NULL);
    const things_ref_t ref = things_ref(things_at(6));
    flip(5);
    const uint32_t before = debug_state(&things_pool);
    CHECK(!things_release_at(5));
    check_bitmap_fault(5);
    CHECK(!things_release(things_at(5)));
    check_bitmap_fault(5);
    CHECK(!things_release_ref(ref)); // the same word
    check_bitmap_fault(6);
    CHECK(!things_release_run(things_at(5), 2));
    check_bitmap_fault(5);
    CHECK_EQUAL(debug_state(&things_pool), before);
    flip(5);
    CHECK(things_release_at(5));
    CHECK(things_release_ref(ref));
}

// The damage of a word says nothing about the slots of another, and nothing about other faults.
TEST(damage_elsewhere_hides_no_fault)
{
    enum { last = HUTCH_WORD_BITS - 1 };
    UNIT_NEEDS(HUTCH_WORD_BITS < things_max);
    debug_repair(&things_pool);
    struct thing *const thing = things_claim(last);
    CHECK(things_release(thing));
    flip(last + 1);
    CHECK(!things_release_at(last));
    CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_DOUBLE_RELEASE)->index, last);
    *(volatile uint8_t *)&thing->number = 0;
    CHECK(!hutch_check(&things_pool));
    unsigned found = 0;
    for (unsigned i = 0; i < UNIT_FAULTS_KEPT && i < unit_faults.count; i++) {
        found +=
            unit_faults.kept[i].code == HUTCH_FAULT_WRITE_AFTER_RELEASE && unit_faults.kept[i].index == last;
    }
    CHECK_EQUAL(found, 1);
    CHECK_EQUAL(unit_faults_forget(), 2);
    flip(last + 1);
    flip(last - 1);
    CHECK_EQUAL(HUTCH_REF_VALUE_(things_ref(thing)), 0);
    debug_fault("things", HUTCH_FAULT_USE_AFTER_RELEASE);
    flip(last - 1);
    CHECK(hutch_check(&things_pool));
}

TEST(acquire_refuses_a_slot_in_a_damaged_word)
{
    debug_repair(&things_pool);
    struct thing *const first = things_acquire();
    const unsigned index = things_index(first);
    CHECK(things_release(first));
    debug_repair(&things_pool);
    // The slot that would come next, and another in its word.
    const unsigned next = HUTCH_CFG_LATE_REUSE ? things_pool.debug->first_free - 1u : index;
    const unsigned other = next % HUTCH_WORD_BITS == 0 ? next + 1 : next - 1;
    flip(other);
    if (HUTCH_CFG_LATE_REUSE || other > next) {
        const uint32_t before = debug_state(&things_pool);
        CHECK(things_acquire() == NULL);
        check_bitmap_fault(next);
        CHECK(things_claim(next) == NULL);
        check_bitmap_fault(next);
        CHECK(hutch_acquire_index_(&things_pool) == HUTCH_NONE);
        check_bitmap_fault(next);
        CHECK_EQUAL(debug_state(&things_pool), before);
    }
    flip(other);
    CHECK(hutch_check(&things_pool));
}

TEST(check_spares_an_object_whose_bit_was_cleared_by_a_wild_write)
{
    debug_repair(&things_pool);
    CHECK(things_claim(9) != NULL);
    things_at(9)->number = 77;
    flip(9);
    CHECK(!hutch_check(&things_pool));
    debug_fault("things", HUTCH_FAULT_BITMAP);
    CHECK_EQUAL(things_at(9)->number, 77);
    flip(9);
    CHECK(hutch_check(&things_pool));
}

TEST(run_refuses_slots_in_a_damaged_word)
{
    debug_repair(&things_pool);
    flip(0);
    const uint32_t before = debug_state(&things_pool);
    CHECK(things_acquire_run(2) == NULL);
    check_bitmap_fault(1);
    CHECK_EQUAL(debug_state(&things_pool), before);
    flip(0);
    CHECK(hutch_check(&things_pool));
}

TEST(clear_leaves_what_a_damaged_word_says_and_reports_each)
{
    debug_repair(&things_pool);
    CHECK(things_claim(0) != NULL);
    CHECK(things_claim(39) != NULL);
    flip(1);
    things_clear();
    CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_BITMAP);
    CHECK_EQUAL(unit_faults_forget(), HUTCH_WORD_BITS > 39 ? 3 : 2);
    flip(1);
    CHECK_EQUAL(things_live(), HUTCH_WORD_BITS > 39 ? 2 : 1);
    CHECK(things_is_live_at(0));
    things_clear();
    CHECK(hutch_check(&things_pool));
}

TEST(every_slot_comes_out_once_and_then_none)
{
    debug_repair(&things_pool);
    const unsigned refused = things_refused();
    bool seen[things_max] = {false};
    for (unsigned i = 0; i < things_max; i++) {
        const unsigned index = things_index(things_acquire());
        CHECK(index < things_max && !seen[index]);
        seen[index < things_max ? index : 0] = true;
    }
    CHECK(things_acquire() == NULL);
    CHECK(things_claim(4) == NULL);
    CHECK(things_acquire_run(1) == NULL);
    CHECK(things_acquire_run(0) == NULL);
    CHECK(things_acquire_run(things_max + 1) == NULL);
    CHECK_EQUAL(things_refused(), refused + 5);
    CHECK_EQUAL(things_peak(), things_max);
    CHECK_EQUAL(things_live(), things_max);
    CHECK(hutch_check(&things_pool));
}

#include "../../build/lists/debug/bitmap.h"
