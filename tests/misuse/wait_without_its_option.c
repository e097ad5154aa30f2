// SPDX-License-Identifier: MIT
// wait_without_its_option.c - a build in which nobody waits says which option it lacks.
// says: acquire_wait needs HUTCH_CFG_WAIT 1
#ifndef WRONG
#    define HUTCH_CFG_WAIT 1
#endif
#include "hutch/hutch.h"
#include "hutch/wait.h"
#if HUTCH_CFG_WAIT
HUTCH_WAITERS(for_things);
#endif
HUTCH_POOL(things, int, 8, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
int *get(void);
int *get(void)
{
#ifdef WRONG
    return things_acquire_wait(5, NULL);
#else
    (void)for_things;
    return things_acquire();
#endif
}
