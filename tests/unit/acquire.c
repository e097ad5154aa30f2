// SPDX-License-Identifier: MIT
// acquire.c - acquire, release, and the functions that describe a slot.

#include "unit.h"

struct thing {
    uint16_t tag;
    uint8_t rest[5];
};

enum { things_max = 7 };
UNIT_POOL(things, struct thing, things_max);

static void fill(void)
{
    things_clear();
    for (uint16_t i = 0; i < things_max; i++) {
        struct thing *const thing = things_acquire();
        CHECK(thing != NULL);
        if (thing != NULL) {
            thing->tag = i;
        }
    }
}

TEST(acquire_gives_the_lowest_free_slot)
{
    UNIT_NEEDS(UNIT_LOWEST_FIRST(&things_pool));
    fill();
    CHECK(things_release(things_at(4)));
    CHECK(things_release(things_at(2)));
    CHECK(things_release(things_at(6)));
    CHECK(things_acquire() == things_at(2));
    CHECK(things_acquire() == things_at(4));
    CHECK(things_acquire() == things_at(6));
}

TEST(acquired_objects_do_not_overlap)
{
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE);
    fill();
    for (unsigned i = 0; i + 1 < things_max; i++) {
        CHECK_EQUAL((uintptr_t)things_at(i + 1) - (uintptr_t)things_at(i), sizeof(struct thing));
    }
    for (unsigned i = 0; i < things_max; i++) {
        CHECK_EQUAL(things_at(i)->tag, i);
    }
}

TEST(full_pool_answers_null_and_changes_nothing)
{
    fill();
    CHECK(things_acquire() == NULL);
    CHECK(hutch_acquire(&things_pool) == NULL);
    CHECK_EQUAL(hutch_acquire_index_(&things_pool), HUTCH_NONE);
    CHECK_EQUAL(things_live(), things_max);
    CHECK(hutch_check(&things_pool));
    for (unsigned i = 0; i < things_max; i++) {
        CHECK(things_is_live_at(i));
        CHECK_EQUAL(things_at(i)->tag, i);
    }
}

TEST(release_frees_one_slot_and_no_other)
{
    fill();
    CHECK(things_release(things_at(3)));
    for (unsigned i = 0; i < things_max; i++) {
        CHECK_EQUAL(things_is_live(things_at(i)), i != 3);
        CHECK_EQUAL(things_is_live_at(i), i != 3);
    }
}

TEST(release_works_by_number_too)
{
    fill();
    CHECK(things_release_at(0));
    CHECK(hutch_release_at_(&things_pool, things_max - 1));
    CHECK(!things_is_live_at(0));
    CHECK(!things_is_live_at(things_max - 1));
    CHECK_EQUAL(things_live(), things_max - 2);
}

TEST(released_object_keeps_its_bytes_until_somebody_writes_them)
{
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE);
    things_clear();
    struct thing *const thing = things_acquire();
    thing->tag = 0xBEEF;
    CHECK(things_release(thing));
    CHECK_EQUAL(thing->tag, 0xBEEF);
    CHECK(things_acquire() == thing);
    CHECK_EQUAL(thing->tag, 0xBEEF);
}

TEST(live_and_available_add_up_to_the_capacity)
{
    things_clear();
    for (unsigned i = 0; i <= things_max; i++) {
        CHECK_EQUAL(things_live(), i);
        CHECK_EQUAL(things_available(), things_max - i);
        CHECK_EQUAL(hutch_live(&things_pool), i);
        CHECK_EQUAL(hutch_available(&things_pool), things_max - i);
        CHECK_EQUAL(things_capacity(), things_max);
        CHECK_EQUAL(things_object_bytes(), sizeof *things_at(0));
        CHECK_EQUAL(hutch_object_bytes(&things_pool), sizeof *things_at(0));
        CHECK_EQUAL(hutch_capacity(&things_pool), things_max);
        (void)!things_acquire();
    }
}

TEST(clear_frees_every_slot_and_a_second_clear_changes_nothing)
{
    fill();
    things_clear();
    CHECK_EQUAL(things_live(), 0);
    things_clear();
    CHECK_EQUAL(things_live(), 0);
    fill();
    hutch_clear(&things_pool);
    CHECK_EQUAL(things_live(), 0);
    CHECK(things_acquire() == things_at(0));
}

TEST(index_and_at_are_inverse)
{
    things_clear();
    for (unsigned i = 0; i < things_max; i++) {
        CHECK_EQUAL(things_index(things_at(i)), i);
        CHECK_EQUAL(hutch_index(&things_pool, hutch_at(&things_pool, i)), i);
        CHECK(hutch_at(&things_pool, i) == things_at(i));
    }
}

TEST(at_answers_null_past_the_capacity)
{
    CHECK(things_at(things_max) == NULL);
    CHECK(things_at(things_max + 1) == NULL);
    CHECK(hutch_at(&things_pool, things_max) == NULL);
    CHECK_EQUAL(unit_faults_forget(), UNIT_PAST_THE_END(3));
    CHECK(things_at(HUTCH_NONE) == NULL);
    CHECK(hutch_at(&things_pool, HUTCH_NONE) == NULL);
}

TEST(any_pointer_and_any_number_may_be_asked_about)
{
    struct thing elsewhere;
    elsewhere.tag = 0;
    fill();
    const void *const inside = (const unsigned char *)things_at(1) + 1;
    CHECK(!things_is_live(NULL));
    CHECK(!things_is_live(&elsewhere));
    CHECK(!things_is_live((const struct thing *)inside));
    CHECK(!things_is_live_at(things_max));
    CHECK(!things_is_live_at(HUTCH_NONE));
    CHECK(!hutch_is_live(&things_pool, NULL));
    CHECK(!hutch_is_live(&things_pool, &elsewhere));
    CHECK(!hutch_is_live(&things_pool, inside));
    CHECK(!hutch_is_live_at(&things_pool, things_max));
    CHECK_EQUAL(unit_faults_forget(), UNIT_PAST_THE_END(2));
    CHECK_EQUAL(things_index(NULL), HUTCH_NONE);
    CHECK_EQUAL(things_index(&elsewhere), HUTCH_NONE);
    CHECK_EQUAL(hutch_index(&things_pool, inside), HUTCH_NONE);
}

TEST(typed_and_generic_functions_work_on_the_same_pool)
{
    things_clear();
    struct thing *const typed = things_acquire();
    struct thing *const generic = (struct thing *)hutch_acquire(&things_pool);
    CHECK(typed == things_at(0));
    CHECK(generic == things_at(1));
    CHECK(hutch_is_live(&things_pool, typed));
    CHECK(things_is_live(generic));
    CHECK_EQUAL(hutch_acquire_index_(&things_pool), 2);
    CHECK(hutch_release(&things_pool, typed));
    CHECK(things_release(generic));
    CHECK_EQUAL(things_live(), 1);
}

#include "../../build/lists/unit/acquire.h"
