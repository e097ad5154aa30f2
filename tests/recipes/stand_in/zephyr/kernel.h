// SPDX-License-Identifier: MIT
// kernel.h - a stand-in for Zephyr: of its memory slabs what the recipe uses, with its signatures.
#ifndef STAND_IN_ZEPHYR_KERNEL_H
#define STAND_IN_ZEPHYR_KERNEL_H

#include "../blocks.h"

typedef struct {
    int64_t ticks;
} k_timeout_t;
struct k_mem_slab {
    struct stand_in_blocks blocks;
    unsigned char *buffer;
    size_t block_size;
    uint32_t num_blocks;
};

#define K_NO_WAIT ((k_timeout_t){0})
#define K_MEM_SLAB_DEFINE_STATIC(name, size, number, align)                           \
    static void *name##_buffer[(number)*STAND_IN_STRIDE(size) / sizeof(void *)];      \
    static struct k_mem_slab name = {{NULL, 0}, NULL, STAND_IN_STRIDE(size), number}; \
    __attribute__((constructor)) static void name##_boot(void)                        \
    {                                                                                 \
        name.buffer = (unsigned char *)name##_buffer;                                 \
        stand_in_make(&name.blocks, name.buffer, name.block_size, name.num_blocks);   \
    }                                                                                 \
    struct k_mem_slab

static inline int k_mem_slab_alloc(struct k_mem_slab *slab, void **block, k_timeout_t timeout)
{
    (void)timeout;
    *block = stand_in_take(&slab->blocks);
    return *block != NULL ? 0 : -12; // -ENOMEM
}

static inline void k_mem_slab_free(struct k_mem_slab *slab, void *block)
{
    stand_in_give(&slab->blocks, block);
}

#endif
