// SPDX-License-Identifier: MIT
// levels_mixed.c - a file whose typed functions are calls shares pools with a file whose typed functions
// fold.
#define HUTCH_CFG_FOLD 0 // as without optimisation

#include "shared_pools.h"
#include "unit.h"

TEST(walk_of_the_other_files_pool_visits_each_once)
{
    for (uint16_t weight = 1; weight <= 9; weight++) {
        CHECK(shared_pack(weight) != NULL);
    }
    CHECK(parcels_release(parcels_at(3)));
    CHECK(parcels_release(parcels_at(4)));
    unsigned next = 1, visits = 0;
    HUTCH_FOREACH (struct parcel, parcel, parcels) {
        CHECK_EQUAL(parcel->weight, next);
        next = next == 3 ? 6 : next + 1; // slots 3 and 4 are free
        visits++;
        if (parcel->weight == 7) {
            CHECK(parcels_release(parcels_at(7))); // the one behind
            next = 9;
        }
    }
    CHECK_EQUAL(visits, 6);
    parcels_clear();
}

#include "../../build/lists/alone/levels_mixed.h"
UNIT_MAIN(levels_mixed_tests)
