// SPDX-License-Identifier: MIT
// threadx/own.h - the kernel's own pool, for cost.c: a block pool; with OWN 2 the most urgent thread is
// first.
#include "tx_api.h"

// What a program with this kernel has anyway.
void *const volatile cost_base[] = {(void *)_txe_semaphore_create, (void *)_txe_semaphore_get,
                                    (void *)_txe_semaphore_put};

#if defined(OWN)
static TX_BLOCK_POOL pool;
static uint32_t blocks[SLOTS * (sizeof(struct packet) + sizeof(void *)) / 4];

void cost_make(void)
{
    static CHAR name[] = "own";
    (void)packets;
    (void)tx_block_pool_create(&pool, name, sizeof(struct packet), blocks, sizeof blocks);
}

__attribute__((noinline)) void *cost_acquire(void)
{
    VOID *packet;
    return tx_block_allocate(&pool, &packet, TX_WAIT_FOREVER) == TX_SUCCESS ? packet : NULL;
}

__attribute__((noinline)) void cost_release(void *packet)
{
#    if OWN == 2
    (void)tx_block_pool_prioritize(&pool);
#    endif
    (void)tx_block_release(packet);
}
#endif
