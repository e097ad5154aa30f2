// SPDX-License-Identifier: MIT
// wait_for_an_unlocked_pool.c - a pool that others may release to has a lock, and one that is waited for
// has waiters.
// languages: c
// says: acquire_wait needs .lock = HUTCH_LOCK_IRQ | hutch_cannot_wait
#define HUTCH_CFG_WAIT 1
#include "hutch/hutch.h"
#include "hutch/wait.h"
HUTCH_WAITERS(for_things);
#ifdef WRONG
HUTCH_POOL(things, int, 8, .wait = &for_things);
#else
HUTCH_POOL(things, int, 8, .lock = HUTCH_LOCK_IRQ, .wait = &for_things);
#endif
int *get(void);
int *get(void)
{
    return things_acquire_wait(5, NULL);
}
