// SPDX-License-Identifier: MIT
// memp_by_x_macro.c - all of lwIP's memp pools from its own list: memp_malloc(type), memp_free(type, memory).
//
// memp_std.h names the pools by LWIP_MEMPOOL(name, number, size, description) and is included several times,
// each time with another meaning of that macro. Here the list is a macro, STD_POOLS; in lwIP, write
// `#include "lwip/priv/memp_std.h"` in its places. memp_malloc knows the pool at run time only, so it calls
// the functions over a descriptor. SYS_ARCH_PROTECT is the pools' lock; MEMP_STATS is hutch_report. lwIP
// compiles with warnings for C90: so HUTCH_OPTIONS, and hutch's headers by -isystem.

#include "recipe.h"

//  name, number, size, description
#define STD_POOLS                              \
    LWIP_MEMPOOL(UDP_PCB, 4, 32, "UDP_PCB")    \
    LWIP_MEMPOOL(TCP_PCB, 5, 154, "TCP_PCB")   \
    LWIP_MEMPOOL(TCP_SEG, 16, 20, "TCP_SEG")   \
    LWIP_MEMPOOL(NETBUF, 2, 16, "NETBUF")      \
    LWIP_MEMPOOL(PBUF, 16, 24, "PBUF_REF/ROM") \
    LWIP_MEMPOOL(PBUF_POOL, 8, 614, "PBUF_POOL")

// The pools. A size is bytes only: the union aligns them for any type that lwIP puts there.
#define LWIP_MEMPOOL(name, number, size, description) \
    union memp_##name {                               \
        unsigned char bytes[size];                    \
        void *pointer;                                \
        long number_;                                 \
    };                                                \
    HUTCH_POOL(memp_##name, union memp_##name, number, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
STD_POOLS
#undef LWIP_MEMPOOL

#define LWIP_MEMPOOL(name, number, size, description) MEMP_##name,
typedef enum { STD_POOLS MEMP_MAX } memp_t;
#undef LWIP_MEMPOOL

#define LWIP_MEMPOOL(name, number, size, description) &memp_##name##_pool,
static const struct hutch_pool *const memp_pools[MEMP_MAX] = {STD_POOLS};
#undef LWIP_MEMPOOL

static void *memp_malloc(memp_t type)
{
    return hutch_acquire(memp_pools[type]);
}

static void memp_free(memp_t type, void *memory)
{
    if (memory != NULL) { // lwIP's memp_free takes NULL
        hutch_release(memp_pools[type], memory);
    }
}

int main(void)
{
    for (unsigned type = 0; type < MEMP_MAX; type++) {
        const struct hutch_pool *const pool = memp_pools[type];
        printf("%-16s %3u x %4u bytes\n", pool->identity->name, hutch_capacity(pool),
               (unsigned)hutch_object_bytes(pool));
    }
    void *const first = memp_malloc(MEMP_NETBUF), *const second = memp_malloc(MEMP_NETBUF);
    SHOW(first != NULL && second != NULL && memp_malloc(MEMP_NETBUF) == NULL);
    memp_free(MEMP_NETBUF, NULL);
    memp_free(MEMP_NETBUF, first);
    SHOW(memp_NETBUF_available() == 1 && hutch_object_bytes(memp_pools[MEMP_PBUF_POOL]) >= 614);
    return 0;
}
