// SPDX-License-Identifier: MIT
// blocks.h - a pool of equal blocks: a free list that is linked through the blocks.
#include <stddef.h>

void blocks_start(void *storage, size_t bytes, unsigned count);
void *blocks_acquire(void); // NULL when none is free
void blocks_release(void *block);
