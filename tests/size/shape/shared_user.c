// SPDX-License-Identifier: MIT
// shared_user.c - acquires and releases objects of the shared pool.

#include "shared.h"

struct particle *acquire(void)
{
    return ps_acquire();
}

void release(struct particle *particle)
{
    ps_release(particle);
}
