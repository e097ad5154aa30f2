// SPDX-License-Identifier: MIT
// blocks.c - a pool of equal blocks: a free list that is linked through the blocks.
#include "blocks.h"

#include "hutch_port.h"

struct block {
    struct block *next_free;
};
static struct block *first_free;

void blocks_start(void *storage, size_t bytes, unsigned count)
{
    for (unsigned k = count; k-- != 0;) {
        struct block *const block = (struct block *)(void *)((char *)storage + k * bytes);
        block->next_free = first_free;
        first_free = block;
    }
}

void *blocks_acquire(void)
{
    const hutch_port_state_t saved = hutch_port_enter();
    struct block *const block = first_free;
    if (block != NULL) {
        first_free = block->next_free;
    }
    hutch_port_exit(saved);
    return block;
}

void blocks_release(void *block)
{
    struct block *const released = (struct block *)block;
    const hutch_port_state_t saved = hutch_port_enter();
    released->next_free = first_free;
    first_free = released;
    hutch_port_exit(saved);
}
