// SPDX-License-Identifier: MIT
// blocks.h - what the stand-ins for kernels share: blocks of one size, the free ones linked through their
// first word. Nothing is checked, nothing locked, and nobody waits.
#ifndef STAND_IN_BLOCKS_H
#define STAND_IN_BLOCKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct stand_in_blocks {
    void *first;
    unsigned used;
};

// How far blocks are apart: a link must fit.
#define STAND_IN_STRIDE(bytes) (((bytes) + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *))

static inline void stand_in_give(struct stand_in_blocks *blocks, void *block)
{
    memcpy(block, &blocks->first, sizeof blocks->first);
    blocks->first = block;
    blocks->used--;
}

static inline void *stand_in_take(struct stand_in_blocks *blocks)
{
    void *const block = blocks->first;
    if (block != NULL) {
        memcpy(&blocks->first, block, sizeof blocks->first);
        blocks->used++;
    }
    return block;
}

static inline void stand_in_make(struct stand_in_blocks *blocks, void *memory, size_t stride, size_t number)
{
    blocks->first = NULL;
    for (size_t i = number; i > 0; i--) {
        stand_in_give(blocks, (unsigned char *)memory + (i - 1) * stride);
    }
    blocks->used = 0;
}

#endif
