// SPDX-License-Identifier: MIT
// sizes.c - memory of two sizes that main loop and interrupt share. With -DRACE its pools have no lock.
#include "hutch/report.h"
#include "hutch/sizes.h"

#ifdef RACE
HUTCH_POOL_BLOCKS(small, 16, 12);
HUTCH_POOL_BLOCKS(large, 32, 12);
#else
HUTCH_POOL_BLOCKS(small, 16, 12, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_BLOCKS(large, 32, 12, .lock = HUTCH_LOCK_IRQ);
#endif
HUTCH_SIZES(mem, small, large);
HUTCH_POOL_LIST(&small_pool, &large_pool);

static void *of_main, *of_interrupt;

// The interrupt: a block that it gives back, and one that it keeps.
void receive(void)
{
    void *const large = mem_acquire(32);
    of_interrupt = mem_acquire(16);
    mem_release(large);
}

// What is interrupted.
void work(void)
{
    void *const first = mem_acquire(16);
    of_main = mem_resize(mem_acquire(16), 32);
    mem_release(first);
}

void drop_all(void)
{
    small_clear();
    large_clear();
    of_main = of_interrupt = NULL;
}

// Nobody has what another one has, and nothing is lost.
bool is_apart(void)
{
    return mem_bytes(of_main) == 32 && large_live() == 1 &&
           (of_interrupt == NULL ? small_live() == 0 : small_live() == 1 && mem_bytes(of_interrupt) == 16);
}
