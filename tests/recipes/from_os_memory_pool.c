// SPDX-License-Identifier: MIT
// from_os_memory_pool.c - from CMSIS-RTOS2's osMemoryPool.
//
//   osMemoryPoolId_t id = osMemoryPoolNew(8, sizeof(struct job), NULL);    HUTCH_POOL(jobs, struct job, 8);
//   struct job *j = osMemoryPoolAlloc(id, 0);                              struct job *j = jobs_acquire();
//   if (osMemoryPoolFree(id, j) != osOK) ...                               if (!jobs_release(j)) ...
//   osMemoryPoolGetCount, _GetSpace, _GetCapacity                          _live _available _capacity
//   osMemoryPoolDelete                                                     jobs_clear(): storage is static
//   osErrorParameter for a wrong block                                     false, and a fault says which
//
// A block that is freed twice goes to two owners there.

#include "cmsis_os2.h"
#include "moved.h"

struct job {
    void (*run)(unsigned argument);
    unsigned argument;
};

// ---- Before

static osMemoryPoolId_t id;

static void *old_get(void)
{
    return osMemoryPoolAlloc(id, 0);
}

static void old_put(void *job)
{
    SHOW(osMemoryPoolFree(id, job) == osOK);
}

// ---- After

HUTCH_POOL(jobs, struct job, 8, .lock = HUTCH_LOCK_IRQ);

static void *get(void)
{
    return jobs_acquire();
}

static void put(void *job)
{
    jobs_release((struct job *)job);
}

int main(void)
{
    id = osMemoryPoolNew(8, sizeof(struct job), NULL);
    SHOW(id != NULL);
    show_the_same(old_get, old_put, get, put, &jobs_pool);
    SHOW(after_a_double_release(old_get, old_put, 8) == 2); // and each time osOK
    show_what_is_found(get, put, &jobs_pool);
    SHOW(osMemoryPoolDelete(id) == osOK);
    return 0;
}
