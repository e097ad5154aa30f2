// SPDX-License-Identifier: MIT
// bytes.c - writes where nobody may write: into a released object, past an object's end, before its start.

#include "debug_test.h"

enum { things_max = 4, thing_bytes = 21 }; // more than two words, and an odd number of guards behind
struct thing {
    uint8_t bytes[thing_bytes];
};
HUTCH_POOL(things, struct thing, things_max);

// Objects that keep their bytes: a slot is constructed once.
static void construct(void *object)
{
    ((struct thing *)object)->bytes[0] = 77;
}
static const struct hutch_hooks built_hooks = {construct, NULL, NULL};
HUTCH_POOL_SPAWNED(built, struct thing, 2, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &built_hooks));
static const struct hutch_hooks plain_hooks = {NULL, NULL, NULL};
HUTCH_POOL_SPAWNED(unbuilt, struct thing, 2, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &plain_hooks));

// A slot with nothing special about it, so that what lies past its end is the next guard.
static const unsigned middle = 1;

static volatile uint8_t *bytes_of(unsigned index)
{
    return things_at(index)->bytes;
}

static void arrange_released(void)
{
    debug_repair(&things_pool);
    debug_now = 40;
    CHECK(things_claim(middle) != NULL);
    debug_now = 41;
    CHECK(things_release_at(middle));
    debug_now = 42;
}

TEST(write_after_release_is_found_by_the_next_acquire_at_its_byte)
{
    for (unsigned i = 0; i < thing_bytes; i++) {
        arrange_released();
        bytes_of(middle)[i] ^= 1;
        CHECK(things_claim(middle) == things_at(middle));
        const struct hutch_fault *const fault = debug_fault("things", HUTCH_FAULT_WRITE_AFTER_RELEASE);
        CHECK(fault->address == &things_at(middle)->bytes[i]);
        CHECK_EQUAL(fault->index, middle);
        CHECK_EQUAL(fault->note->acquired_at, 42); // the new owner, who is told
        CHECK_EQUAL(fault->note->released_at, 41); // the old one, who kept the pointer
        CHECK(DEBUG_IS_NOTED(fault->note->released_by));
        CHECK_EQUAL(bytes_of(middle)[i], HUTCH_POISON);
    }
}

TEST(write_after_release_is_found_by_a_run_too)
{
    arrange_released();
    bytes_of(middle)[3] = 0;
    CHECK(things_acquire_run(3) == things_at(0));
    CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_WRITE_AFTER_RELEASE)->index, middle);
    CHECK(things_release_run(things_at(0), 3));
}

// Guard bytes: those behind an object, from its end to the next object.
static unsigned guard_bytes(void)
{
    return (unsigned)(things_pool.stride_bytes - things_pool.object_bytes);
}

TEST(address_in_a_guard_is_in_no_object)
{
    debug_repair(&things_pool);
    for (unsigned index = 0; index < things_max; index++) {
        const uint8_t *const first = things_at(index)->bytes;
        for (unsigned i = 0; i < thing_bytes; i++) {
            CHECK(things_containing(first + i) == things_at(index));
        }
        for (unsigned i = 0; i < guard_bytes(); i++) {
            CHECK(things_containing(first + thing_bytes + i) == NULL);
            CHECK(things_containing((const void *)((uintptr_t)first - 1 - i)) == NULL);
        }
    }
}

static void check_fault_at(unsigned code, unsigned index, const volatile void *address)
{
    const struct hutch_fault *const fault = debug_fault("things", code);
    CHECK_EQUAL(fault->index, index);
    CHECK(fault->address == address);
    CHECK(DEBUG_IS_NOTED(fault->caller));
    CHECK(fault->note == &things_pool.notes[index]);
}

// Damages the byte at this offset of each object, and lets a release and a check find it.
static void check_finds_damage_at(int offset, unsigned code)
{
    for (unsigned index = 0; index < things_max; index++) {
        for (unsigned way = 0; way < 2; way++) {
            debug_repair(&things_pool);
            CHECK(things_claim(index) != NULL);
            bytes_of(index)[offset] ^= 0x80;
            CHECK(way == 0 ? things_release_at(index) : !hutch_check(&things_pool));
            check_fault_at(code, index, &bytes_of(index)[offset]);
            CHECK(hutch_check(&things_pool));
        }
    }
}

TEST(overrun_is_found_by_release_and_by_check)
{
    for (unsigned past = 0; past < (guard_bytes() + 1) / 2; past++) {
        check_finds_damage_at((int)(thing_bytes + past), HUTCH_FAULT_OVERRUN);
    }
}

TEST(underrun_is_found_by_release_and_by_check)
{
    for (unsigned before = 1; before <= guard_bytes() / 2; before++) {
        check_finds_damage_at(-(int)before, HUTCH_FAULT_UNDERRUN);
    }
}

// At the two ends of the storage there is one neighbour only.
TEST(damage_at_the_ends_of_the_storage_is_the_only_neighbours)
{
    debug_repair(&things_pool);
    bytes_of(0)[-(int)guard_bytes()] = 0;
    CHECK(!hutch_check(&things_pool));
    check_fault_at(HUTCH_FAULT_UNDERRUN, 0, &bytes_of(0)[-(int)guard_bytes()]);
    bytes_of(things_max - 1)[thing_bytes + guard_bytes() - 1] = 0;
    CHECK(!hutch_check(&things_pool));
    check_fault_at(HUTCH_FAULT_OVERRUN, things_max - 1,
                   &bytes_of(things_max - 1)[thing_bytes + guard_bytes() - 1]);
}

TEST(neighbours_release_finds_damage_and_blames_the_right_object)
{
    debug_repair(&things_pool);
    CHECK(things_claim(1) != NULL);
    CHECK(things_claim(2) != NULL);
    bytes_of(1)[thing_bytes] = 0;
    CHECK(things_release_at(2));
    check_fault_at(HUTCH_FAULT_OVERRUN, 1, &bytes_of(1)[thing_bytes]);
    CHECK(things_release_at(1));
}

// The limits that the documents name: each is a write that nothing here can see.
TEST(limit_poison_written_over_poison_is_not_seen)
{
    arrange_released();
    bytes_of(middle)[0] = HUTCH_POISON;
    CHECK(hutch_check(&things_pool));
}

TEST(limit_write_that_jumps_over_the_guard_is_not_seen)
{
    debug_repair(&things_pool);
    CHECK(things_claim(1) != NULL);
    CHECK(things_claim(2) != NULL);
    bytes_of(1)[things_pool.stride_bytes] = 0; // the first byte of object 2
    CHECK(hutch_check(&things_pool));
    CHECK(things_release_at(1));
    CHECK(things_release_at(2));
}

TEST(limit_read_after_release_is_not_seen_but_reads_poison)
{
    arrange_released();
    CHECK_EQUAL(bytes_of(middle)[5], HUTCH_POISON);
    CHECK(hutch_check(&things_pool));
}

// The slots of a run are neighbours, not an array: in a debug build a guard lies between two of them, and who
// steps over it with a pointer is told.
TEST(run_that_is_used_as_an_array_is_an_overrun_of_its_first_object)
{
    debug_repair(&things_pool);
    struct thing *const run = things_acquire_run(3);
    const unsigned first = things_index(run);
    for (unsigned i = 0; i < 3; i++) {
        things_at(first + i)->bytes[0] = 1; // the right way
    }
    CHECK(hutch_check(&things_pool));
    ((volatile uint8_t *)run)[sizeof *run] = 1; // run[1].bytes[0]
    CHECK(things_release_run(run, 3));          // reported, and released all the same
    CHECK_EQUAL(debug_fault("things", HUTCH_FAULT_OVERRUN)->index, first);
    CHECK_EQUAL(things_live(), 0);
}

TEST(constructed_object_keeps_its_bytes_and_its_guards)
{
    debug_repair(&built_pool);
    struct thing *const thing = built_spawn(NULL);
    thing->bytes[3] = 5;
    CHECK(built_despawn(thing));
    CHECK(hutch_check(&built_pool));
    CHECK_EQUAL(thing->bytes[0], 77);
    CHECK_EQUAL(thing->bytes[3], 5);
    while (built_spawn(NULL) != thing) {}
    CHECK_EQUAL(thing->bytes[3], 5);
    CHECK_EQUAL(unit_faults.count, 0);
    volatile uint8_t *const bytes = thing->bytes;
    bytes[thing_bytes] = 0;
    CHECK(!hutch_check(&built_pool));
    debug_fault("built", HUTCH_FAULT_OVERRUN);
}

// Without a construct hook a spawned object's slot is poison like any other.
TEST(spawned_object_without_construction_becomes_poison)
{
    debug_repair(&unbuilt_pool);
    struct thing *const thing = unbuilt_spawn(NULL);
    thing->bytes[3] = 5;
    CHECK(unbuilt_despawn(thing));
    CHECK_EQUAL(((volatile uint8_t *)thing->bytes)[3], HUTCH_POISON);
}

#include "../../build/lists/debug/bytes.h"
