// SPDX-License-Identifier: MIT
// from_lwip_memp.c - from lwIP's memp: LWIP_MEMPOOL_DECLARE, LWIP_MEMPOOL_ALLOC and _FREE.
//
//   LWIP_MEMPOOL_DECLARE(RX_POOL, 3, sizeof(struct rx), "RX")           HUTCH_POOL(rx_pool, struct rx, 3)
//   LWIP_MEMPOOL_INIT(RX_POOL);                                         nothing
//   struct rx *p = (struct rx *)LWIP_MEMPOOL_ALLOC(RX_POOL);            struct rx *p = rx_pool_acquire();
//   LWIP_MEMPOOL_FREE(RX_POOL, p);                                      rx_pool_release(p);
//   MEMP_STATS: avail, used, max, err                                   _capacity _live _peak _refused
//   MEMP_USE_POOLS's next larger pool                                   .spill, for a pool of the same type
//
// SYS_ARCH_PROTECT is the pool's lock. A pbuf's custom free function gets the packet back from its pbuf.

#include "lwip/memp.h"
#include "moved.h"

struct pbuf { // as much of lwIP's as this needs
    void *payload;
};
struct rx {
    struct pbuf pbuf; // first: the pbuf's address is the packet's
    uint8_t buffer[64];
};

// ---- Before

LWIP_MEMPOOL_DECLARE(RX_POOL, 3, sizeof(struct rx), "RX")

static void *old_get(void)
{
    struct rx *const rx = (struct rx *)LWIP_MEMPOOL_ALLOC(RX_POOL);
    if (rx == NULL) {
        return NULL;
    }
    rx->pbuf.payload = rx->buffer;
    return &rx->pbuf;
}

static void old_put(void *pbuf)
{
    LWIP_MEMPOOL_FREE(RX_POOL, pbuf);
}

// ---- After

HUTCH_POOL(rx_pool, struct rx, 3, .lock = HUTCH_LOCK_IRQ);

static void *get(void)
{
    struct rx *const rx = rx_pool_acquire();
    if (rx == NULL) {
        return NULL; // the packet is dropped, and `refused` counts
    }
    rx->pbuf.payload = rx->buffer;
    return &rx->pbuf;
}

static void put(void *pbuf)
{
    rx_pool_release((struct rx *)pbuf);
}

int main(void)
{
    LWIP_MEMPOOL_INIT(RX_POOL);
    show_the_same(old_get, old_put, get, put, &rx_pool_pool);
    SHOW(after_a_double_release(old_get, old_put, 3) == 2);
    show_what_is_found(get, put, &rx_pool_pool);
    return 0;
}
