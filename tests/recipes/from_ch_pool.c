// SPDX-License-Identifier: MIT
// from_ch_pool.c - from ChibiOS's memory pools: chPool, and chGuardedPool, which can be waited for.
//
//   MEMORYPOOL_DECL(pool, sizeof(struct packet), align, NULL);    HUTCH_POOL(packets, struct packet, 8,
//   chPoolLoadArray(&pool, buffers, 8);                               .lock = HUTCH_LOCK_IRQ);
//   (packet = chPoolAlloc(&pool)) == NULL                         (packet = packets_acquire()) == NULL
//   chPoolFree(&pool, packet);                                    packets_release(packet);
//   chPoolAllocI, chPoolFreeI in a handler, between locks         the same two calls, without
//   an align of 32, for DMA                                       the type's: see dma_buffers.c
//   a provider, when the pool is empty                            a policy: .evict, .spill
//   chGuardedPoolAllocTimeout(&pool, TIME_MS2I(10))               .wait, and packets_acquire_wait: wait.h
//
// A free object holds a link there, and one that is freed twice goes to two owners. The port is port/chibios.

#include "ch.h"
#include "moved.h"

struct packet {
    uint16_t length;
    uint8_t bytes[30];
};

// ---- Before

static MEMORYPOOL_DECL(pool, sizeof(struct packet), PORT_NATURAL_ALIGN, NULL);
static struct packet buffers[8];

static void old_make(void)
{
    chPoolLoadArray(&pool, buffers, 8);
}

static void *old_get(void)
{
    return chPoolAlloc(&pool);
}

static void old_put(void *packet)
{
    chPoolFree(&pool, packet);
}

// ---- After

HUTCH_POOL(packets, struct packet, 8, .lock = HUTCH_LOCK_IRQ);

static void *get(void)
{
    return packets_acquire();
}

static void put(void *packet)
{
    packets_release((struct packet *)packet);
}

int main(void)
{
    old_make();
    show_the_same(old_get, old_put, get, put, &packets_pool);
    SHOW(after_a_double_release(old_get, old_put, 8) == 2);
    show_what_is_found(get, put, &packets_pool);
    return 0;
}
