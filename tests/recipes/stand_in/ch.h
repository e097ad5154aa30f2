// SPDX-License-Identifier: MIT
// ch.h - a stand-in for ChibiOS: of its memory pools what the recipe uses, with its signatures.
#ifndef STAND_IN_CH_H
#define STAND_IN_CH_H

#include "blocks.h"

typedef struct {
    struct stand_in_blocks blocks;
    size_t object_size;
} memory_pool_t;

#define PORT_NATURAL_ALIGN sizeof(void *)
#define MEMORYPOOL_DECL(name, size, align, provider) memory_pool_t name = {{NULL, 0}, size}

static inline void chPoolLoadArray(memory_pool_t *pool, void *array, size_t number)
{
    stand_in_make(&pool->blocks, array, pool->object_size, number);
}

static inline void *chPoolAlloc(memory_pool_t *pool)
{
    return stand_in_take(&pool->blocks);
}

static inline void chPoolFree(memory_pool_t *pool, void *object)
{
    stand_in_give(&pool->blocks, object);
}

#endif
