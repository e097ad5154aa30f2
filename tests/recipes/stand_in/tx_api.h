// SPDX-License-Identifier: MIT
// tx_api.h - a stand-in for ThreadX: of its block pools what the recipe uses, with its signatures. A word
// before each block names its pool or links it, and a release looks there, as with ThreadX's error checking.
#ifndef STAND_IN_TX_API_H
#define STAND_IN_TX_API_H

#include "blocks.h"

typedef void VOID;
typedef char CHAR;
typedef unsigned UINT;
typedef unsigned long ULONG;
typedef struct TX_BLOCK_POOL_STRUCT {
    struct stand_in_blocks blocks;
    ULONG total;
    struct TX_BLOCK_POOL_STRUCT *next;
} TX_BLOCK_POOL;

enum { TX_SUCCESS = 0, TX_PTR_ERROR = 3, TX_SIZE_ERROR = 5, TX_NO_MEMORY = 16, TX_NO_WAIT = 0 };

static TX_BLOCK_POOL *stand_in_pools;

static inline UINT tx_block_pool_create(TX_BLOCK_POOL *pool, CHAR *name, ULONG bytes, VOID *memory,
                                        ULONG memory_bytes)
{
    const size_t stride = sizeof(void *) + STAND_IN_STRIDE(bytes);
    (void)name;
    pool->total = memory_bytes / stride;
    stand_in_make(&pool->blocks, memory, stride, pool->total);
    pool->next = stand_in_pools;
    stand_in_pools = pool;
    return pool->total > 0 ? TX_SUCCESS : TX_SIZE_ERROR;
}

static inline UINT tx_block_allocate(TX_BLOCK_POOL *pool, VOID **block, ULONG ticks)
{
    unsigned char *const found = (unsigned char *)stand_in_take(&pool->blocks);
    (void)ticks;
    if (found == NULL) {
        return TX_NO_MEMORY;
    }
    memcpy(found, &pool, sizeof pool);
    *block = found + sizeof(void *);
    return TX_SUCCESS;
}

static inline UINT tx_block_release(VOID *block)
{
    unsigned char *const found = (unsigned char *)block - sizeof(void *);
    TX_BLOCK_POOL *owner, *pool = stand_in_pools;
    memcpy(&owner, found, sizeof owner);
    while (pool != NULL && pool != owner) {
        pool = pool->next;
    }
    if (pool == NULL) {
        return TX_PTR_ERROR;
    }
    stand_in_give(&pool->blocks, found);
    return TX_SUCCESS;
}

#endif
