// SPDX-License-Identifier: MIT
// shared_pools.c - the one file that defines the pools which shared.c uses too.

#include "shared_pools.h"

HUTCH_POOL_DEFINE(parcels);
HUTCH_POOL_DEFINE(locked_parcels);
HUTCH_POOL_IDS_DEFINE(shelves);

struct parcel *shared_pack(uint16_t weight)
{
    struct parcel *const parcel = parcels_acquire();
    if (parcel != NULL) {
        parcel->weight = weight;
    }
    return parcel;
}
