// SPDX-License-Identifier: MIT
// pool.c - a pool of hutch that the main loop and an interrupt share. With -DRACE it has no lock, with
// -DHUTCH_CFG_LOCK_FREE=1 it is lock-free.
#include "hutch/hutch.h"
#include "hutch/report.h"

struct packet {
    unsigned char bytes[6];
};

#ifdef RACE
HUTCH_POOL(packets, struct packet, 12);
#elif HUTCH_CFG_LOCK_FREE
HUTCH_POOL(packets, struct packet, 12, .lock = HUTCH_LOCK_FREE);
#else
HUTCH_POOL(packets, struct packet, 12, .lock = HUTCH_LOCK_IRQ);
#endif
HUTCH_POOL_LIST(&packets_pool); // so each landing checks its bookkeeping, too

static struct packet *of_main, *of_interrupt;

// The interrupt.
void receive(void)
{
    of_interrupt = packets_acquire();
}

// What is interrupted.
void work(void)
{
    struct packet *first = packets_acquire();
    of_main = packets_acquire();
    packets_release(first);
}

void drop_all(void)
{
    packets_clear();
    of_main = of_interrupt = NULL;
}

// Nobody has what another one has.
bool is_shared_well(void)
{
    const unsigned expected = of_interrupt != NULL ? 2 : 1;
    return of_main != of_interrupt && packets_is_live(of_main) && packets_live() == expected;
}
