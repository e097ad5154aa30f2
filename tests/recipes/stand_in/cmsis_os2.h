// SPDX-License-Identifier: MIT
// cmsis_os2.h - a stand-in for CMSIS-RTOS2: of its memory pools what the recipe uses, with its signatures. A
// block outside the pool is refused.
#ifndef STAND_IN_CMSIS_OS2_H
#define STAND_IN_CMSIS_OS2_H

#include "blocks.h"

#include <stdlib.h>

typedef struct {
    struct stand_in_blocks blocks;
    uint32_t capacity, stride;
    unsigned char *memory;
} * osMemoryPoolId_t;
typedef enum { osOK = 0, osErrorParameter = -4 } osStatus_t;
typedef struct osMemoryPoolAttr osMemoryPoolAttr_t;

static inline osMemoryPoolId_t osMemoryPoolNew(uint32_t capacity, uint32_t bytes,
                                               const osMemoryPoolAttr_t *attr)
{
    const osMemoryPoolId_t pool = (osMemoryPoolId_t)malloc(sizeof *pool);
    (void)attr;
    if (pool != NULL) {
        pool->capacity = capacity;
        pool->stride = (uint32_t)STAND_IN_STRIDE(bytes);
        pool->memory = (unsigned char *)malloc(capacity * pool->stride);
        stand_in_make(&pool->blocks, pool->memory, pool->stride, capacity);
    }
    return pool;
}

static inline void *osMemoryPoolAlloc(osMemoryPoolId_t pool, uint32_t ticks)
{
    (void)ticks;
    return stand_in_take(&pool->blocks);
}

static inline osStatus_t osMemoryPoolFree(osMemoryPoolId_t pool, void *block)
{
    const uintptr_t offset = (uintptr_t)block - (uintptr_t)pool->memory;
    if (offset >= pool->capacity * pool->stride) {
        return osErrorParameter;
    }
    stand_in_give(&pool->blocks, block);
    return osOK;
}

static inline osStatus_t osMemoryPoolDelete(osMemoryPoolId_t pool)
{
    free(pool->memory);
    free(pool);
    return osOK;
}

#endif
