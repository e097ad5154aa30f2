// SPDX-License-Identifier: MIT
// shared.c - a pool declared in a header and defined in another file is one pool.

#include "unit.h"
#include "shared_pools.h"

TEST(object_acquired_in_one_file_is_released_in_another)
{
    parcels_clear();
    struct parcel *const parcel = shared_pack(70);
    CHECK(parcel == parcels_at(0));
    CHECK_EQUAL(parcel->weight, 70);
    CHECK(parcels_is_live(parcel));
    CHECK(parcels_release(parcel));
    CHECK_EQUAL(parcels_live(), 0);
}

TEST(both_files_see_the_same_slots)
{
    UNIT_NEEDS(!UNIT_REUSES_LATE);
    parcels_clear();
    for (unsigned i = 0; i < 9; i++) {
        struct parcel *const parcel = i % 2 == 0 ? shared_pack((uint16_t)i) : parcels_acquire();
        CHECK(parcel == parcels_at(i));
    }
    CHECK(shared_pack(1) == NULL);
    CHECK(parcels_acquire() == NULL);
    CHECK(hutch_acquire(&parcels_pool) == NULL);
    unsigned count = 0;
    HUTCH_FOREACH (struct parcel, it, parcels) {
        count++;
        CHECK(parcels_release(it));
    }
    CHECK_EQUAL(count, 9);
}

TEST(options_belong_to_the_definition)
{
    CHECK_EQUAL(parcels_pool.options->lock, HUTCH_LOCK_NONE);
    CHECK_EQUAL(locked_parcels_pool.options->lock, HUTCH_LOCK_IRQ);
    locked_parcels_clear();
    struct parcel *const parcel = locked_parcels_acquire();
    CHECK(parcel == locked_parcels_at(0));
    CHECK(locked_parcels_release(parcel));
}

TEST(pool_of_numbers_may_be_shared_too)
{
    shelves_clear();
    CHECK_EQUAL(shelves_acquire(), 0);
    CHECK_EQUAL(shelves_claim(39), 39);
    CHECK_EQUAL(shelves_live(), 2);
    CHECK(shelves_release(39));
    CHECK(hutch_release_at_(&shelves_pool, 0));
    CHECK_EQUAL(shelves_live(), 0);
}

#include "../../build/lists/unit/shared.h"
