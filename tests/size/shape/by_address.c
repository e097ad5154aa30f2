// SPDX-License-Identifier: MIT
// by_address.c - the same pool used by its descriptor: then it must be there, so that its absence elsewhere
// says something.

#include "hutch/hutch.h"

struct particle {
    unsigned char bytes[24];
};
HUTCH_POOL(ps, struct particle, 16, .lock = HUTCH_LOCK_IRQ);

void *acquire(void);
void *acquire(void)
{
    return hutch_acquire(&ps_pool);
}
