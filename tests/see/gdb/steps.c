// SPDX-License-Identifier: MIT
// steps.c - calls of a pool, one a line, for `step`; the last one is a mistake.
#include "hutch/hutch.h"

struct rabbit {
    int x, speed;
};
HUTCH_POOL_TRACKED(rabbits, struct rabbit, 40);
HUTCH_POOL(cats, struct rabbit, 8, .lock = HUTCH_LOCK_IRQ);
static volatile int total;

static __attribute__((noinline)) int play(int n)
{
    struct rabbit *const rabbit = rabbits_acquire();
    struct rabbit *const cat = cats_acquire();
    const rabbits_ref_t ref = rabbits_ref(rabbit);
    total = n;
    total += rabbits_deref(ref) != NULL;
    total += rabbits_release(rabbit);
    total += cats_release(cat);
    total += cats_release(cat);
    return total;
}

int main(void)
{
    return play(3) + play(4);
}
