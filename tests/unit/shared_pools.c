// SPDX-License-Identifier: MIT
// shared_pools.c - the one file that defines the pools which shared.c uses too.

#include "shared_pools.h"

HUTCH_POOL_DEFINE(parcels);
HUTCH_POOL_DEFINE(locked_parcels);
HUTCH_POOL_IDS_DEFINE(shelves);
HUTCH_POOL_BLOCKS_DEFINE(shared_small);
HUTCH_POOL_BLOCKS_DEFINE(shared_large);
HUTCH_SIZES_DEFINE(shared_mem, shared_small, shared_large);

struct parcel *shared_pack(uint16_t weight)
{
    struct parcel *const parcel = parcels_acquire();
    if (parcel != NULL) {
        parcel->weight = weight;
    }
    return parcel;
}
