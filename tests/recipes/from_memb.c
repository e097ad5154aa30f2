// SPDX-License-Identifier: MIT
// from_memb.c - from Contiki's MEMB: the same static block, found in constant time and with interrupts in
// mind.
//
//   MEMB(neighbours, struct neighbour, 5);                      HUTCH_POOL(neighbours, struct neighbour, 5);
//   memb_init(&neighbours);                                     nothing; neighbours_clear() to begin anew
//   struct neighbour *n = memb_alloc(&neighbours);              struct neighbour *n = neighbours_acquire();
//   memb_free(&neighbours, n) == -1                             !neighbours_release(n)
//   memb_inmemb(&neighbours, n)                                 neighbours_index(n) != HUTCH_NONE
//   memb_numfree(&neighbours)                                   neighbours_available()
//   for (i...) if (neighbours_memb_count[i]) ...                HUTCH_FOREACH
//   memb_alloc's bytes are what they were                       likewise

#include "recipe.h"
#include "hutch/policy.h"

struct neighbour {
    uint16_t address;
    int8_t signal;
};
HUTCH_EVICT_LOWEST(faintest, struct neighbour, signal);
HUTCH_POLICY(table, .evict = faintest); // what the loop over the table did when it was full
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
    return 0;
}
