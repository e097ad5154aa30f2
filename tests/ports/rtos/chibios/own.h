// SPDX-License-Identifier: MIT
// chibios/own.h - the kernel's own pools, for cost.c: a guarded memory pool; with OWN 2 the one that cannot
// be waited for.
#include "ch.h"

// What a program with this kernel has anyway.
void *const volatile cost_base[] = {(void *)chSemWaitTimeout, (void *)chSemSignal, (void *)chSemSignalI};

#if defined(OWN) && OWN == 2
static MEMORYPOOL_DECL(pool, sizeof(struct packet), PORT_NATURAL_ALIGN, NULL);

void cost_make(void)
{
    chPoolLoadArray(&pool, packets, SLOTS);
}

__attribute__((noinline)) void *cost_acquire(void)
{
    return chPoolAlloc(&pool);
}

__attribute__((noinline)) void cost_release(void *packet)
{
    chPoolFree(&pool, packet);
}
#elif defined(OWN)
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
