// SPDX-License-Identifier: MIT
// unfolded.c - acquire, release and a loop over one pool, for builds in which nothing folds.

#include "hutch/hutch.h"

struct particle {
    unsigned char bytes[24];
};
HUTCH_POOL(ps, struct particle, 16);

struct particle *acquire(void);
struct particle *acquire(void)
{
    return ps_acquire();
}

bool release(struct particle *particle);
bool release(struct particle *particle)
{
    return ps_release(particle);
}

unsigned count(void);
unsigned count(void)
{
    unsigned sum = 0;
    HUTCH_FOREACH (struct particle, it, ps) {
        sum += it->bytes[0];
    }
    return sum;
}
