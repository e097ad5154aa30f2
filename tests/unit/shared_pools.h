// SPDX-License-Identifier: MIT
// shared_pools.h - pools that two files use: declared here, defined in shared_pools.c.
#ifndef SHARED_POOLS_H
#define SHARED_POOLS_H

#include "hutch/all.h"

struct parcel {
    uint16_t weight;
};

HUTCH_POOL_DECLARE(parcels, struct parcel, 9);
HUTCH_POOL_DECLARE(locked_parcels, struct parcel, 4, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL_IDS_DECLARE(shelves, 40);
HUTCH_POOL_BLOCKS_DECLARE(shared_small, 16, 4);
HUTCH_POOL_BLOCKS_DECLARE(shared_large, 32, 2, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_SIZES_DECLARE(shared_mem);

/// Acquires a parcel of this weight, in the file that defines the pool.
struct parcel *shared_pack(uint16_t weight);

#endif
