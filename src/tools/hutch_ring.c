// SPDX-License-Identifier: MIT
// hutch_ring.c - the latest events of a program's pools, 8 bytes each, in RAM. Compile it into the program.
//
// hutch-trace reads it: stop the program first, then in GDB
//
//   dump binary value ring.bin hutch_ring
//   shell src/tools/hutch-trace ring.bin --hz 1000 --perfetto pools.json
//
// or let the program send the bytes of hutch_ring. The pools are those of HUTCH_POOL_LIST or
// HUTCH_CFG_REGISTER, the first sixteen; the time is that of hutch_tick().
//
// Where the compiler has atomic additions no context waits for another, on any core: each takes a place and
// writes there. A context that is interrupted while it writes leaves an event of long ago in its place until
// it goes on.
#include "hutch/hutch.h"
#include "hutch/report.h"

#ifndef HUTCH_RING_H
#    error "hutch_ring.c needs HUTCH_CONFIG_HEADER: hutch_ring.h, or a header that includes it; in all files"
#endif

#ifndef RING_EVENTS
#    define RING_EVENTS 256 // a power of 2
#endif
#define RING_POOLS 16

struct ring_pool {
    char name[14];     // cut; its end is a 0 or the field's
    uint16_t capacity; // 0: no event so far
};

struct ring_event {
    uint32_t tick;
    uint16_t index;
    uint8_t pool;  // 0 to 15
    uint8_t event; // enum hutch_trace_event plus 1; 0: none yet
};

struct ring {
    char magic[4];
    uint16_t events; // RING_EVENTS, in the CPU's order of bytes
    uint16_t pools;
    uint32_t next; // events so far: the next goes to this, modulo RING_EVENTS
    struct ring_pool pool[RING_POOLS];
    struct ring_event event[RING_EVENTS];
};

extern struct ring hutch_ring;
struct ring hutch_ring = {{'H', 'R', 'N', '1'}, RING_EVENTS, RING_POOLS, 0, {{{0}, 0}}, {{0, 0, 0, 0}}};

static uint32_t take_place(void)
{
#if defined __GCC_ATOMIC_INT_LOCK_FREE && __GCC_ATOMIC_INT_LOCK_FREE == 2 && __SIZEOF_INT__ == 4
    return __atomic_fetch_add(&hutch_ring.next, 1u, __ATOMIC_RELAXED) % RING_EVENTS;
#else
    const hutch_port_state_t saved = hutch_port_enter();
    const uint32_t place = hutch_ring.next++;
    hutch_port_exit(saved);
    return place % RING_EVENTS;
#endif
}

// Every context that comes here first for a pool writes the same bytes.
static void name_pool(struct ring_pool *entry, const struct hutch_pool *pool)
{
    const char *const name = pool->identity->name;
    for (unsigned i = 0; i < sizeof entry->name && name[i] != '\0'; i++) {
        entry->name[i] = name[i];
    }
    entry->capacity = pool->capacity;
}

void hutch_ring_put(unsigned event, const struct hutch_pool *pool, unsigned index)
{
    const struct hutch_pool *listed;
    unsigned number = 0;
    while ((listed = hutch_listed_pool(number)) != pool) {
        if (listed == NULL || ++number == RING_POOLS) {
            return;
        }
    }
    if (hutch_ring.pool[number].capacity == 0) {
        name_pool(&hutch_ring.pool[number], pool);
    }
    struct ring_event *const place = &hutch_ring.event[take_place()];
    place->tick = (uint32_t)hutch_tick();
    place->index = (uint16_t)index;
    place->pool = (uint8_t)number;
    place->event = (uint8_t)(event + 1u);
}
