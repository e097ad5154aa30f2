// SPDX-License-Identifier: MIT
// pointers.c - a release, or a look at an object, by a pointer or number that is wrong: each kind by its own
// code.

#include "debug_test.h"

enum { things_max = 5 };
struct thing {
    uint8_t bytes[12];
};
HUTCH_POOL(things, struct thing, things_max);
HUTCH_POOL(others, struct thing, things_max);
HUTCH_POOL(never_used, struct thing, 2);
HUTCH_POOL_IDS(numbers, things_max);

static void die(void *object);
static const struct hutch_hooks mortal_hooks = {NULL, NULL, die};
HUTCH_POOL_SPAWNED(mortals, struct thing, 2, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &mortal_hooks));

static struct thing *one, *two;

static void arrange(void)
{
    debug_repair(&things_pool);
    debug_repair(&others_pool);
    debug_now = 7;
    one = things_acquire();
    two = things_acquire();
    debug_now = 8;
}

// Every way to release by pointer, and every way to say that an object must be live.
static bool by_typed(const void *object)
{
    return things_release((const struct thing *)object);
}
static bool by_generic(const void *object)
{
    return hutch_release(&things_pool, object);
}
static bool by_typed_run(const void *object)
{
    return things_release_run((const struct thing *)object, 1);
}
static bool by_generic_run(const void *object)
{
    return hutch_release_run_(&things_pool, object, 1);
}

static void check_is_refused(const void *object, unsigned code, unsigned index, const char *other_pool)
{
    static bool (*const ways[])(const void *object) = {by_typed, by_generic, by_typed_run, by_generic_run};
    for (unsigned way = 0; way < sizeof ways / sizeof ways[0]; way++) {
        const uint32_t before = debug_state(&things_pool), others_before = debug_state(&others_pool);
        CHECK(!ways[way](object));
        const struct hutch_fault *const fault = debug_fault("things", code);
        CHECK(fault->address == object);
        CHECK_EQUAL(fault->index, index);
        CHECK(fault->note == (index != HUTCH_NONE ? &things_pool.notes[index] : NULL));
        CHECK(other_pool == NULL ? fault->other_pool == NULL : unit_same_text(fault->other_pool, other_pool));
        CHECK(DEBUG_IS_NOTED(fault->caller));
        CHECK_EQUAL(debug_state(&things_pool), before);
        CHECK_EQUAL(debug_state(&others_pool), others_before);
    }
}

TEST(double_release_has_its_code_and_its_history)
{
    bool (*const ways[])(const void *object) = {by_typed, by_generic};
    for (unsigned way = 0; way < 2; way++) {
        arrange();
        const unsigned index = things_index(one);
        CHECK(things_release(one));
        const uint32_t before = debug_state(&things_pool);
        debug_now = 9;
        CHECK(!ways[way](one));
        const struct hutch_fault *const fault = debug_fault("things", HUTCH_FAULT_DOUBLE_RELEASE);
        CHECK(fault->address == one);
        CHECK_EQUAL(fault->index, index);
        CHECK(fault->note == &things_pool.notes[index]);
        CHECK(DEBUG_IS_NOTED(fault->note->acquired_by));
        CHECK_EQUAL(fault->note->acquired_at, 7);
        CHECK(DEBUG_IS_NOTED(fault->note->released_by));
        CHECK_EQUAL(fault->note->released_at, 8);
        CHECK(DEBUG_IS_NOTED(fault->caller));
        CHECK(fault->other_pool == NULL);
        CHECK_EQUAL(debug_state(&things_pool), before);
        CHECK_EQUAL(things_live(), 1);
    }
}

TEST(double_release_by_number_has_its_code_and_its_history)
{
    arrange();
    const unsigned index = things_index(one);
    CHECK(things_release_at(index));
    const uint32_t before = debug_state(&things_pool);
    for (unsigned way = 0; way < 2; way++) {
        CHECK(way == 0 ? !things_release_at(index) : !hutch_release_at_(&things_pool, index));
        const struct hutch_fault *const fault = debug_fault("things", HUTCH_FAULT_DOUBLE_RELEASE);
        CHECK(fault->address == NULL);
        CHECK_EQUAL(fault->index, index);
        CHECK(fault->note == &things_pool.notes[index]);
        CHECK_EQUAL(fault->note->released_at, 8);
        CHECK_EQUAL(debug_state(&things_pool), before);
    }
}

TEST(run_with_a_free_slot_in_it_has_its_code)
{
    arrange();
    debug_repair(&things_pool);
    struct thing *const run = things_acquire_run(3);
    CHECK(things_release(run + 0));
    CHECK_EQUAL(things_index(run), 0);
    const uint32_t before = debug_state(&things_pool);
    for (unsigned way = 0; way < 2; way++) {
        CHECK(way == 0 ? !things_release_run(run, 3) : !hutch_release_run_(&things_pool, run, 3));
        CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_BAD_RUN)->index, 0);
        CHECK(!hutch_release_run_at_(&things_pool, 1, 9));
        CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_BAD_RUN)->index, 1);
        CHECK_EQUAL(debug_state(&things_pool), before);
    }
    CHECK(hutch_release_run_at_(&things_pool, 1, 2));
    CHECK_EQUAL(things_live(), 0);
}

TEST(null_has_its_code)
{
    arrange();
    check_is_refused(NULL, HUTCH_FAULT_NULL_POINTER, HUTCH_NONE, NULL);
}

TEST(foreign_pointer_has_its_code)
{
    struct thing local;
    arrange();
    check_is_refused(&local, HUTCH_FAULT_FOREIGN, HUTCH_NONE, NULL);
    check_is_refused((const uint8_t *)things_at(0) - 1, HUTCH_FAULT_FOREIGN, HUTCH_NONE, NULL);
    check_is_refused(things_pool.slots + things_max * things_pool.stride_bytes, HUTCH_FAULT_FOREIGN,
                     HUTCH_NONE, NULL);
}

TEST(pointer_into_a_slot_has_its_code_at_every_offset)
{
    arrange();
    for (size_t offset = 1; offset < things_max * things_pool.stride_bytes; offset++) {
        if (offset % things_pool.stride_bytes != 0) {
            check_is_refused(things_pool.slots + offset, HUTCH_FAULT_MISALIGNED,
                             (unsigned)(offset / things_pool.stride_bytes), NULL);
        }
    }
}

TEST(other_pools_object_has_its_code_and_names_that_pool)
{
    arrange();
    struct thing *const other = others_acquire();
    check_is_refused(other, HUTCH_FAULT_OTHER_POOL, HUTCH_NONE, "others");
    CHECK(others_is_live(other));
}

TEST(number_past_the_capacity_has_its_code)
{
    arrange();
    const uint32_t before = debug_state(&things_pool);
    for (unsigned index = things_max; index != HUTCH_NONE; index = index < 64 ? index + 1 : HUTCH_NONE) {
        CHECK(!things_release_at(index));
        CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_BAD_INDEX)->index, index);
        CHECK(unit_faults.kept[0].note == NULL);
        CHECK(!hutch_release_at_(&things_pool, index));
        CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_BAD_INDEX)->index, index);
        CHECK(things_claim(index) == NULL);
        CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_BAD_INDEX)->index, index);
        CHECK(things_at(index) == NULL);
        CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_BAD_INDEX)->index, index);
        CHECK(!things_is_live_at(index));
        CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_BAD_INDEX)->index, index);
    }
    CHECK(things_at(HUTCH_NONE) == NULL && !things_is_live_at(HUTCH_NONE)); // no fault
    CHECK(!things_release_at(HUTCH_NONE));
    CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_BAD_INDEX)->index, HUTCH_NONE);
    CHECK_EQUAL(debug_state(&things_pool), before);
}

TEST(object_that_is_not_live_fails_the_assertion_with_its_code)
{
    struct thing local;
    arrange();
    HUTCH_ASSERT_LIVE(one);
    CHECK_EQUAL(unit_faults.count, 0);
    things_release(one);
    const uint32_t before = debug_state(&things_pool);
    HUTCH_ASSERT_LIVE(one);
    const struct hutch_fault *const fault = debug_fault("things", HUTCH_FAULT_USE_AFTER_RELEASE);
    CHECK(fault->address == one);
    CHECK_EQUAL(fault->index, things_index(one));
    CHECK_EQUAL(fault->note->released_at, 8);
    HUTCH_ASSERT_LIVE(&two->bytes[1]);
    CHECK(debug_fault("things", HUTCH_FAULT_MISALIGNED)->address == &two->bytes[1]);
    HUTCH_ASSERT_LIVE(&local);
    CHECK(debug_fault("(no pool)", HUTCH_FAULT_FOREIGN)->address == &local);
    CHECK(DEBUG_IS_NOTED(unit_faults.kept[0].caller));
    HUTCH_ASSERT_LIVE(NULL);
    CHECK(debug_fault("(no pool)", HUTCH_FAULT_NULL_POINTER)->address == NULL);
    CHECK_EQUAL(debug_state(&things_pool), before);
    CHECK(hutch_debug_assert_live(two));
    CHECK(!hutch_debug_assert_live(one));
    CHECK(DEBUG_IS_NOTED(debug_fault("things", HUTCH_FAULT_USE_AFTER_RELEASE)->caller));
}

TEST(release_in_a_pool_that_nobody_has_used_is_a_double_release)
{
    if (never_used_pool.debug->is_ready) {
        return; // a second run of this table
    }
    CHECK(!never_used_release(never_used_at(1)));
    CHECK_EQUAL(debug_fault("never_used", HUTCH_FAULT_DOUBLE_RELEASE)->index, 1);
    CHECK(!never_used_release_at(0));
    CHECK_EQUAL(debug_fault("never_used", HUTCH_FAULT_DOUBLE_RELEASE)->index, 0);
    CHECK(!never_used_release_run(never_used_at(0), 2));
    CHECK_EQUAL(debug_fault("never_used", HUTCH_FAULT_BAD_RUN)->index, 0);
}

static void die(void *object)
{
    CHECK(!hutch_release(&mortals_pool, object));
    CHECK(debug_fault("mortals", HUTCH_FAULT_RELEASE_IN_DESPAWN)->address == object);
    CHECK(!mortals_release_run((const struct thing *)object, 1));
    debug_fault("mortals", HUTCH_FAULT_BAD_RUN);
    CHECK(!hutch_debug_assert_live(object));
    unit_faults_forget();
}

TEST(object_in_its_own_despawn_hook_has_its_code_and_is_released_once)
{
    debug_repair(&mortals_pool);
    struct thing *const thing = mortals_spawn(NULL);
    CHECK(mortals_despawn(thing));
    CHECK_EQUAL(mortals_live(), 0);
    CHECK(hutch_check(&mortals_pool));
    CHECK(!mortals_release(thing));
    debug_fault("mortals", HUTCH_FAULT_DOUBLE_RELEASE);
    CHECK(!mortals_despawn(thing));
    debug_fault("mortals", HUTCH_FAULT_DOUBLE_RELEASE);
}

TEST(numbers_know_their_history_too)
{
    debug_repair(&numbers_pool);
    debug_now = 20;
    const int id = numbers_acquire();
    CHECK(id >= 0);
    debug_now = 21;
    CHECK(numbers_release(id));
    const uint32_t before = debug_state(&numbers_pool);
    CHECK(!numbers_release(id));
    const struct hutch_fault *const fault = debug_fault("numbers", HUTCH_FAULT_DOUBLE_RELEASE);
    CHECK_EQUAL(fault->note->acquired_at, 20);
    CHECK_EQUAL(fault->note->released_at, 21);
    CHECK(!numbers_release(things_max));
    CHECK_EQUAL(debug_fault("numbers", HUTCH_FAULT_BAD_INDEX)->index, things_max);
    CHECK_EQUAL(debug_state(&numbers_pool), before);
    CHECK(hutch_check(&numbers_pool));
}

// A function for objects would take a number and return its "address", NULL for the first: it would be lost.
TEST(pool_of_numbers_refuses_the_functions_for_objects)
{
    debug_repair(&numbers_pool);
    const int id = numbers_acquire();
    const uint32_t before = debug_state(&numbers_pool);
    struct thing elsewhere;
    for (unsigned way = 0; way < 10; way++) {
        bool is_refused = false;
        switch (way) {
        case 0:
            is_refused = hutch_acquire(&numbers_pool) == NULL;
            break;
        case 1:
            is_refused = hutch_acquire_urgent_(&numbers_pool) == NULL;
            break;
        case 2:
            is_refused = hutch_claim_(&numbers_pool, 3) == NULL;
            break;
        case 3:
            is_refused = !hutch_release(&numbers_pool, NULL);
            break;
        case 4:
            is_refused = !hutch_release(&numbers_pool, &elsewhere);
            break;
        case 5:
            is_refused = hutch_spawn_(&numbers_pool, NULL) == NULL;
            break;
        case 6:
            is_refused = hutch_spawn_urgent_(&numbers_pool, NULL) == NULL;
            break;
        case 7:
            is_refused = !hutch_despawn_(&numbers_pool, NULL);
            break;
        case 8:
            is_refused = hutch_acquire_run_(&numbers_pool, 2) == NULL;
            break;
        default:
            is_refused = !hutch_release_run_(&numbers_pool, NULL, 1);
        }
        CHECK(is_refused);
        CHECK(DEBUG_IS_NOTED(debug_fault("numbers", HUTCH_FAULT_NUMBERS)->caller));
        CHECK_EQUAL(debug_state(&numbers_pool), before);
    }
    CHECK(numbers_release(id));
}

// A fault without a pool knows no slot, no owner and no caller: none may be made up.
TEST(object_of_no_listed_pool_has_its_code_and_nothing_else)
{
    struct thing elsewhere;
    arrange();
    CHECK(!things_release(NULL)); // leaves other values where the next fault will stand
    unit_faults_forget();
    CHECK(!hutch_debug_assert_live(&elsewhere));
    debug_fault("(no pool)", HUTCH_FAULT_FOREIGN);
    CHECK(!hutch_despawn_any(&elsewhere));
    const struct hutch_fault *const fault = debug_fault("(no listed pool)", HUTCH_FAULT_FOREIGN);
    CHECK(fault->address == &elsewhere);
    CHECK_EQUAL(fault->index, HUTCH_NONE);
    CHECK(fault->note == NULL);
    CHECK(fault->other_pool == NULL);
    CHECK(DEBUG_IS_NOTED(fault->caller));
}

#include "../../build/lists/debug/pointers.h"
