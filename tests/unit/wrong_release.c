// SPDX-License-Identifier: MIT
// wrong_release.c - a release of anything but a live object of the pool is refused, reported, and changes
// nothing.

#include "unit.h"

enum { things_max = 8, thing_bytes = 24 };
struct thing {
    uint8_t bytes[thing_bytes];
};
UNIT_POOL(others_below, struct thing, things_max);
UNIT_POOL(things, struct thing, things_max);
UNIT_POOL(others, struct thing, things_max);

// The typed and the generic release keep the same contract.
typedef bool release_function(const void *object);
static bool release_typed(const void *object)
{
    return things_release((const struct thing *)object);
}
static bool release_generic(const void *object)
{
    return hutch_release(&things_pool, object);
}
static bool release_run_typed(const void *object)
{
    return things_release_run((const struct thing *)object, 1);
}
static bool release_run_generic(const void *object)
{
    return hutch_release_run_(&things_pool, object, 1);
}
static release_function *const ways[] = {release_typed, release_generic, release_run_typed,
                                         release_run_generic};
enum { ways_count = sizeof ways / sizeof ways[0] };

static const uint8_t live_slots = 0x6C; // 2, 3, 5 and 6 are live

// In a debug build the bytes of a free slot are hutch's.
static bool has_bytes(unsigned index)
{
    return HUTCH_CFG_CHECK < 2 || (live_slots >> index & 1) != 0;
}

static void arrange(void)
{
    things_clear();
    for (unsigned i = 0; i < things_max; i++) {
        if ((live_slots >> i & 1) != 0) {
            things_claim(i);
        }
        for (unsigned k = 0; has_bytes(i) && k < thing_bytes; k++) {
            things_at(i)->bytes[k] = (uint8_t)(i * thing_bytes + k);
        }
    }
}

static void check_nothing_changed(void)
{
    for (unsigned i = 0; i < things_max; i++) {
        CHECK_EQUAL(things_is_live_at(i), live_slots >> i & 1);
        for (unsigned k = 0; has_bytes(i) && k < thing_bytes; k++) {
            CHECK_EQUAL(things_at(i)->bytes[k], i * thing_bytes + k);
        }
    }
    CHECK(hutch_check(&things_pool));
}

// The report of a release build has no history: not what stood on the stack instead.
static bool has_history(const struct hutch_fault *fault)
{
#if HUTCH_CFG_NAMES
    return fault->note != NULL || fault->other_pool != NULL || fault->caller != NULL;
#else
    (void)fault;
    return false;
#endif
}

static void check_is_refused(const void *object, unsigned code)
{
    const uintptr_t offset = (uintptr_t)object - (uintptr_t)things_at(0);
    const uintptr_t nearest = offset / things_pool.stride_bytes;
    const unsigned slot = nearest < things_max ? (unsigned)nearest : HUTCH_NONE;
    for (unsigned way = 0; way < ways_count; way++) {
        CHECK(!ways[way](object));
        CHECK(HUTCH_CFG_CHECK != 1 || !has_history(&unit_faults.kept[0]));
        CHECK(unit_fault_was("things", code, object, slot));
        check_nothing_changed();
    }
}

// Returns the address so many bytes after the first slot; before it, when negative.
static const void *at_offset(long offset)
{
    return (const void *)((uintptr_t)things_at(0) + (uintptr_t)offset);
}

TEST(second_release_is_refused_and_changes_nothing)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    for (unsigned way = 0; way < 2; way++) {
        arrange();
        CHECK(things_claim(0) != NULL);
        const struct thing *const thing = things_at(0);
        CHECK(ways[way](thing));
        CHECK(!ways[way](thing));
        CHECK(unit_fault_was("things", HUTCH_FAULT_DOUBLE_RELEASE, thing, 0));
        check_nothing_changed();
    }
}

TEST(release_of_a_slot_that_was_never_acquired_is_a_double_release)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    arrange();
    for (unsigned i = 0; i < things_max; i++) {
        if ((live_slots >> i & 1) == 0) {
            CHECK(!things_release(things_at(i)));
            CHECK(unit_fault_was("things", HUTCH_FAULT_DOUBLE_RELEASE, things_at(i), i));
            CHECK(!hutch_release(&things_pool, things_at(i)));
            CHECK(unit_fault_was("things", HUTCH_FAULT_DOUBLE_RELEASE, things_at(i), i));
            CHECK(!things_release_at(i));
            CHECK(unit_fault_was("things", HUTCH_FAULT_DOUBLE_RELEASE, NULL, i));
            CHECK(!hutch_release_at_(&things_pool, i));
            CHECK(unit_fault_was("things", HUTCH_FAULT_DOUBLE_RELEASE, NULL, i));
        }
    }
    check_nothing_changed();
}

TEST(null_is_refused)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    arrange();
    check_is_refused(NULL, HUTCH_FAULT_NULL_POINTER);
}

TEST(address_inside_a_slot_is_refused_at_every_offset)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1 && UNIT_OBJECTS_ARE_BARE);
    arrange();
    for (long offset = 0; offset < things_max * thing_bytes; offset++) {
        if (offset % thing_bytes != 0) {
            check_is_refused(at_offset(offset), HUTCH_FAULT_MISALIGNED);
        }
    }
}

TEST(address_below_the_first_slot_is_refused)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    arrange();
    for (long below = 1; below <= 2 * thing_bytes; below++) {
        check_is_refused(at_offset(-below), HUTCH_FAULT_FOREIGN);
    }
}

TEST(object_of_another_pool_is_refused_by_both)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1 && UNIT_OBJECTS_ARE_BARE);
    arrange();
    others_clear();
    others_below_clear();
    for (unsigned i = 0; i < things_max; i++) {
        const struct thing *const other = others_acquire();
        const struct thing *const below = others_below_acquire();
        check_is_refused(other, HUTCH_FAULT_FOREIGN);
        check_is_refused(below, HUTCH_FAULT_FOREIGN);
        CHECK(others_is_live(other));
        CHECK(others_below_is_live(below));
    }
    CHECK(!others_release(things_at(2)));
    CHECK(unit_fault_was("others", HUTCH_FAULT_FOREIGN, things_at(2), HUTCH_NONE));
    check_nothing_changed();
}

TEST(address_at_either_end_of_memory_is_refused)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    arrange();
    for (uintptr_t distance = 1; distance <= thing_bytes; distance++) {
        check_is_refused((const void *)distance, HUTCH_FAULT_FOREIGN);
        check_is_refused((const void *)(UINTPTR_MAX - distance + 1), HUTCH_FAULT_FOREIGN);
    }
}

// Half of the address space away, and any power of two: where a check that computes with too few bits would
// fail.
TEST(address_that_is_a_power_of_two_away_is_refused)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1 && UNIT_OBJECTS_ARE_BARE);
    arrange();
    for (uintptr_t distance = things_max * thing_bytes + 64u; distance != 0; distance <<= 1) {
        check_is_refused((const void *)((uintptr_t)things_at(2) + distance), HUTCH_FAULT_FOREIGN);
        check_is_refused((const void *)((uintptr_t)things_at(2) - distance), HUTCH_FAULT_FOREIGN);
    }
}

TEST(number_past_the_capacity_is_refused)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    static const unsigned numbers[] = {things_max, things_max + 1, 0x7FFFu, 0x8000u, HUTCH_NONE};
    arrange();
    for (unsigned n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
        CHECK(!things_release_at(numbers[n]));
        CHECK(unit_fault_was("things", HUTCH_FAULT_BAD_INDEX, NULL, numbers[n]));
        CHECK(!hutch_release_at_(&things_pool, numbers[n]));
        CHECK(unit_fault_was("things", HUTCH_FAULT_BAD_INDEX, NULL, numbers[n]));
    }
    check_nothing_changed();
}

TEST(pool_without_refs_has_none)
{
    UNIT_NEEDS(things_pool.generations == NULL); // in debug builds each pool has them
    things_clear();
    struct thing *const thing = things_acquire();
    CHECK(hutch_ref(&things_pool, thing) == 0 && hutch_deref(&things_pool, 1) == NULL);
    CHECK(!hutch_release_ref(&things_pool, 1) && things_is_live(thing));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(2));
}

#include "../../build/lists/unit/wrong_release.h"
