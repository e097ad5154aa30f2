// SPDX-License-Identifier: MIT
// from_memb.c - from Contiki's MEMB: one module by typed functions, or all modules at once.
//
//   MEMB(neighbours, struct neighbour, 5);                      HUTCH_POOL(neighbours, struct neighbour, 5);
//   memb_init(&neighbours);                                     nothing; neighbours_clear() to begin anew
//   struct neighbour *n = memb_alloc(&neighbours);              struct neighbour *n = neighbours_acquire();
//   memb_free(&neighbours, n) == -1                             !neighbours_release(n)
//   memb_inmemb(&neighbours, n)                                 neighbours_index(n) != HUTCH_NONE
//   memb_numfree(&neighbours)                                   neighbours_available()
//   for (i...) if (neighbours_memb_count[i]) ...                HUTCH_FOREACH
//   memb_alloc's bytes are what they were                       likewise
//
// memb_init sets the blocks to zeros, too: here they are that at the start only. memb_inmemb is true of any
// address inside a block.

#include "recipe.h"
#include "hutch/policy.h"

struct neighbour {
    uint16_t address;
    int8_t signal;
};
static unsigned faults;

HUTCH_ON_FAULT(fault)
{
    SHOW(fault->code == HUTCH_FAULT_DOUBLE_RELEASE);
    faults++;
}

// ---- All at once: this in place of memb.h and memb.c. A configuration may ask for 0 blocks.

struct memb {
    const struct hutch_pool *pool;
    unsigned number;
};
#define MEMB(name, type, number)                                  \
    HUTCH_POOL(name##_blocks, type, (number) > 0 ? (number) : 1); \
    HUTCH_UNUSED static const struct memb name = {&name##_blocks_pool, number}

static void memb_init(const struct memb *memb)
{
    hutch_clear(memb->pool);
}

static void *memb_alloc(const struct memb *memb)
{
    return memb->number > 0 ? hutch_acquire(memb->pool) : NULL;
}

static int memb_free(const struct memb *memb, void *block)
{
    return hutch_release(memb->pool, block) ? 0 : -1;
}

MEMB(routes, struct neighbour, 2);
MEMB(observers, struct neighbour, 0);

// ---- One module, with what the loop over a full table did

HUTCH_EVICT_LOWEST(faintest, struct neighbour, signal);
HUTCH_POLICY(table, .evict = faintest);
HUTCH_POOL(neighbours, struct neighbour, 3, .policy = &table);

static void heard(uint16_t address, int8_t signal)
{
    HUTCH_FOREACH (struct neighbour, neighbour, neighbours) {
        if (neighbour->address == address) {
            neighbour->signal = signal;
            return;
        }
    }
    struct neighbour *const fresh = neighbours_acquire();
    fresh->address = address;
    fresh->signal = signal;
}

int main(void)
{
    unsigned sum = 0;
    heard(1, -90);
    heard(2, -40);
    heard(3, -60);
    heard(1, -85);
    heard(4, -50);
    HUTCH_FOREACH (const struct neighbour, neighbour, neighbours) {
        sum += neighbour->address;
    }
    SHOW(sum == 2 + 3 + 4);

    memb_init(&routes);
    struct neighbour *const route = memb_alloc(&routes);
    SHOW(route != NULL && memb_alloc(&routes) != NULL && memb_alloc(&routes) == NULL);
    SHOW(memb_free(&routes, route) == 0 && memb_free(&routes, route) == -1 && faults == 1);
    SHOW(memb_alloc(&observers) == NULL);
    return 0;
}
