// SPDX-License-Identifier: MIT
// cmsis_rtos2/own.h - the kernel's own pool, for cost.c: a memory pool in the program's memory.
#include "cmsis_os2.h"

// What a program with this kernel has anyway.
void *const volatile cost_base[] = {(void *)osSemaphoreNew, (void *)osSemaphoreAcquire,
                                    (void *)osSemaphoreRelease};

#if defined(OWN)
static osMemoryPoolId_t pool;
static uint32_t control_block[9]; // RTX5 refuses another size

void cost_make(void)
{
    const osMemoryPoolAttr_t attributes = {.cb_mem = control_block,
                                           .cb_size = sizeof control_block,
                                           .mp_mem = packets,
                                           .mp_size = sizeof packets};
    pool = osMemoryPoolNew(SLOTS, sizeof(struct packet), &attributes);
    if (pool == NULL) {
        machine_exit(BAD);
    }
}

__attribute__((noinline)) void *cost_acquire(void)
{
    return osMemoryPoolAlloc(pool, osWaitForever);
}

__attribute__((noinline)) void cost_release(void *packet)
{
    (void)osMemoryPoolFree(pool, packet);
}
#endif
