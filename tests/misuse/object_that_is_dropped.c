// SPDX-License-Identifier: MIT
// object_that_is_dropped.c - what was acquired and is kept nowhere, nobody can release.
// says: ignoring return value of
// wrong: things_acquire() hutch_acquire(&things_pool) voices_acquire()
// languages: c c++ avr
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
HUTCH_POOL_IDS(voices, 8);
void f(void);
void f(void)
{
#ifdef WRONG
    WRONG;
#else
    (void)!things_acquire();
#endif
}
