// SPDX-License-Identifier: MIT
// from_tx_block_pool.c - from ThreadX's tx_block_pool.
//
//   UCHAR area[8 * (sizeof(struct packet) + sizeof(void *))];     HUTCH_POOL(packets, struct packet, 8,
//   tx_block_pool_create(&pool, "packets", size, area, bytes);        .lock = HUTCH_LOCK_IRQ);
//   tx_block_allocate(&pool, &block, TX_NO_WAIT) != TX_SUCCESS    (packet = packets_acquire()) == NULL
//   tx_block_release(packet);                                     packets_release(packet);
//   tx_block_pool_info_get: available, total                      _available _capacity
//   10 instead of TX_NO_WAIT                                      .wait, and packets_acquire_wait: wait.h
//   tx_block_pool_prioritize before each release                  nothing: the most urgent is first
//   tx_block_pool_delete                                          packets_clear(): storage is static
//
// A word before each block names its pool there; a release reads it, and an overrun of the block before
// destroys it. The port is port/threadx. For pools that are made at run time: from_run_time_pools.c.

#include "moved.h"
#include "tx_api.h"

struct packet {
    uint16_t length;
    uint8_t bytes[30];
};

// ---- Before

static TX_BLOCK_POOL pool;
static void *area[8 * (sizeof(struct packet) + sizeof(void *)) / sizeof(void *)];

static void old_make(void)
{
    static CHAR name[] = "packets";
    SHOW(tx_block_pool_create(&pool, name, sizeof(struct packet), area, sizeof area) == TX_SUCCESS);
}

static void *old_get(void)
{
    VOID *packet;
    return tx_block_allocate(&pool, &packet, TX_NO_WAIT) == TX_SUCCESS ? packet : NULL;
}

static void old_put(void *packet)
{
    tx_block_release(packet);
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
    SHOW(after_a_double_release(old_get, old_put, 8) == 1); // the word before it links it: TX_PTR_ERROR
    show_what_is_found(get, put, &packets_pool);
    return 0;
}
