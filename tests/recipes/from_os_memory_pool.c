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
// A block that is freed twice goes to two owners there. Here:

#include "recipe.h"

struct job {
    void (*run)(unsigned argument);
    unsigned argument;
};
HUTCH_POOL(jobs, struct job, 8, .lock = HUTCH_LOCK_IRQ);

static unsigned done, fault_code;

void hutch_on_fault(const struct hutch_fault *fault)
{
    fault_code = fault->code;
}

static void add(unsigned argument)
{
    done += argument;
}

int main(void)
{
    struct job *const job = jobs_acquire();
    job->run = add;
    job->argument = 5;
    job->run(job->argument);
    SHOW(jobs_release(job) && done == 5);
    SHOW(!jobs_release(job) && fault_code == HUTCH_FAULT_DOUBLE_RELEASE);
    SHOW(jobs_live() == 0 && jobs_available() == jobs_capacity());
    return 0;
}
