// SPDX-License-Identifier: MIT
// chibios/own.h - the kernel's own pool, for cost.c: a guarded memory pool.
#include "ch.h"

// What a program with this kernel has anyway.
void *const volatile cost_base[] = {(void *)chSemWaitTimeout, (void *)chSemSignal, (void *)chSemSignalI};

#if defined(OWN)
static GUARDEDMEMORYPOOL_DECL(pool, sizeof(struct packet), PORT_NATURAL_ALIGN);

void cost_make(void)
{
    chGuardedPoolLoadArray(&pool, packets, SLOTS);
}

__attribute__((noinline)) void *cost_acquire(void)
{
    return chGuardedPoolAllocTimeout(&pool, TIME_INFINITE);
}

__attribute__((noinline)) void cost_release(void *packet)
{
    chGuardedPoolFree(&pool, packet);
}
#endif
