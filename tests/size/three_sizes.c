// SPDX-License-Identifier: MIT
// three_sizes.c - a program of sdcc.py: memory of three sizes with a lock.
#include "hutch/sizes.h"

HUTCH_POOL_BLOCKS(small, 16, 24, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_BLOCKS(medium, 48, 8, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_BLOCKS(large, 96, 2, .lock = HUTCH_LOCK_IRQ);
HUTCH_SIZES(mem, small, medium, large);

volatile unsigned bytes;

void main(void)
{
    mem_release(mem_acquire(bytes));
}
