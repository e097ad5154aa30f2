// SPDX-License-Identifier: MIT
// memp.h - a stand-in for lwIP: of its pools what the recipe uses. NULL is released without an effect.
#ifndef STAND_IN_LWIP_MEMP_H
#define STAND_IN_LWIP_MEMP_H

#include "../blocks.h"

struct memp_desc {
    struct stand_in_blocks blocks;
    void *base;
    size_t size, num;
};

#define LWIP_MEMPOOL_DECLARE(name, number, bytes, description)                         \
    static void *memp_memory_##name[(number)*STAND_IN_STRIDE(bytes) / sizeof(void *)]; \
    static struct memp_desc memp_##name = {{NULL, 0}, memp_memory_##name, STAND_IN_STRIDE(bytes), number};
#define LWIP_MEMPOOL_INIT(name) memp_init_pool(&memp_##name)
#define LWIP_MEMPOOL_ALLOC(name) memp_malloc_pool(&memp_##name)
#define LWIP_MEMPOOL_FREE(name, block) memp_free_pool(&memp_##name, block)

static inline void memp_init_pool(struct memp_desc *pool)
{
    stand_in_make(&pool->blocks, pool->base, pool->size, pool->num);
}

static inline void *memp_malloc_pool(struct memp_desc *pool)
{
    return stand_in_take(&pool->blocks);
}

static inline void memp_free_pool(struct memp_desc *pool, void *block)
{
    if (block != NULL) {
        stand_in_give(&pool->blocks, block);
    }
}

#endif
