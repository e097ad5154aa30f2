// SPDX-License-Identifier: MIT
// shared.h - a pool that two files share, see shared_owner.c and shared_user.c.
#ifndef SHARED_H
#define SHARED_H

#include "hutch/hutch.h"

struct particle {
    unsigned char bytes[24];
};
HUTCH_POOL_DECLARE(ps, struct particle, 16, .lock = HUTCH_LOCK_IRQ);

struct particle *acquire(void);
void release(struct particle *particle);

#endif
