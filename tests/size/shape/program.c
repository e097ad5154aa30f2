// SPDX-License-Identifier: MIT
// program.c - a whole program of typed pools, at every level and of every awkward size: what does it link?

#include "hutch/hutch.h"
#include "hutch/runs.h"

struct seven {
    unsigned char bytes[7];
};
struct hundred {
    unsigned char bytes[100];
};
HUTCH_POOL(few, struct hundred, 16, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(scanned, struct seven, 90);
HUTCH_POOL(many, struct seven, 1000);
HUTCH_POOL(most, char, 3000, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_IDS(voices, 8);

static bool is_old(struct seven const *object, void *context)
{
    (void)context;
    return object->bytes[0] > 3;
}

void _start(void);
void _start(void)
{
    struct hundred *const one = few_acquire();
    few_claim(3);
    few_release(one);
    scanned_release(scanned_acquire());
    scanned_release_run(scanned_acquire_run(4), 4);
    many_release(many_acquire());
    many_release_if(is_old, NULL);
    HUTCH_FOREACH (struct seven, it, many) {
        many_release(it);
    }
    most_release(most_acquire());
    most_clear();
    voices_release(voices_acquire());
    voices_claim((int)(many_live() + few_available()));
    for (;;) {}
}
