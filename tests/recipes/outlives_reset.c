// SPDX-License-Identifier: MIT
// outlives_reset.c - jobs that outlive the reset of a watchdog, wherever it comes.
//
// The pool and its seal are in memory that start-up code does not clear: port/README has the line of the
// linker script. Here main is called twice, as after a reset; tests/sweep/yours/jobs.c resets at every
// instruction, and tests/alone/resets.c some thousand times on an emulated Cortex-M3.

#define HUTCH_CFG_SECTION ".bss.keep"
#include "recipe.h"
#include "hutch/state.h"

struct job {
    unsigned number, check; // written last, and cleared before the release: a reset may come between
};
HUTCH_POOL_TRACKED(jobs, struct job, 8, .lock = HUTCH_LOCK_IRQ);
HUTCH_STATE(kept, jobs);
HUTCH_SEAL(kept_seal);

static bool add(unsigned number)
{
    struct job *const job = jobs_acquire();
    if (job != NULL) {
        *(volatile unsigned *)&job->check = 0;
        *(volatile unsigned *)&job->number = number;
        *(volatile unsigned *)&job->check = ~number;
    }
    return job != NULL;
}

static void end(struct job *job)
{
    *(volatile unsigned *)&job->check = 0;
    jobs_release(job);
}

// The first lines of main. @return how many jobs the reset left
static unsigned start(void)
{
    if (!hutch_revive(&kept, &kept_seal)) {
        return 0; // power-on, or another program: there are none
    }
    HUTCH_FOREACH (struct job, job, jobs) {
        if (job->check != ~job->number) {
            jobs_release(job); // it was being written
        }
    }
    return jobs_live();
}

int main(void)
{
    kept_seal.layout = 0xA5A5A5A5u; // what memory has at power-on
    SHOW(start() == 0);
    SHOW(add(1) && add(2));
    const jobs_ref_t two = jobs_ref(jobs_at(1));
    struct job *const half = jobs_acquire();
    SHOW(half != NULL);
    half->number = 3;
    half->check = 0; // here the watchdog bites

    SHOW(start() == 2);
    SHOW(jobs_deref(two) != NULL && jobs_deref(two)->number == 2);
    SHOW(add(4) && hutch_check(&jobs_pool));
    end(jobs_at(0));
    printf("outlives_reset.c: 2 of 2 whole jobs are there after the reset, and the half one is not\n");
    return 0;
}
