// SPDX-License-Identifier: MIT
// jobs.c - jobs that outlive a reset, at any instruction: the interrupt keeps what a watchdog's reset would
// leave in memory, and after it hutch_revive makes that right. With -DRACE it takes the memory as it is.
#include "hutch/state.h"

#ifndef LOCK
#    define LOCK HUTCH_LOCK_NONE
#endif
enum { JOBS = 5, BEFORE = 3 };
struct job {
    unsigned char number, check; // the check is written last
};
HUTCH_POOL_TRACKED(jobs, struct job, JOBS, .lock = LOCK);
HUTCH_STATE(kept, jobs);
HUTCH_SEAL(kept_seal);

static struct kept_state left; // by the reset
static jobs_ref_t refs[BEFORE];
static bool was_reset;

// The interrupt: all that is left of this run. The copy is the memory as it is.
void reset_comes(void)
{
    if (!was_reset) {
        kept_save(&left);
    }
    was_reset = true;
}

static void add(unsigned char number)
{
    struct job *const job = jobs_acquire();
    if (job != NULL) {
        job->check = 0;
        __asm__ volatile("" ::: "memory");
        job->number = number;
        job->check = (unsigned char)~number;
    }
}

// What is interrupted: job 1 ends, by its ref; 3 by its address; two others begin, and there is none more.
void work(void)
{
    jobs_release_ref(refs[1]);
    add(4);
    add(5);
    jobs_release(jobs_at(2));
    add(6);
}

// The same for a reset in the middle of hutch_revive.
void come_back(void)
{
    jobs_release_ref(refs[1]);
#ifndef RACE
    (void)hutch_revive(&kept, &kept_seal);
#endif
}

void begin(void)
{
    kept_seal.layout = 0;
    (void)hutch_revive(&kept, &kept_seal);
    for (unsigned char k = 0; k < BEFORE; k++) {
        add(k);
        refs[k] = jobs_ref(jobs_at(k));
    }
    was_reset = false;
}

static bool is_whole(unsigned slot)
{
    const struct job *const job = jobs_at(slot);
    return job->check == (unsigned char)~job->number;
}

// Job 0, which nobody touched, is there, and its ref finds it. At most one is half: the program gives it up.
// A ref finds its own job or none, also when all slots are taken again.
bool all_is_right(void)
{
    unsigned half = 0;
    if (was_reset) {
        kept_load(&left);
    }
#ifndef RACE
    if (!hutch_revive(&kept, &kept_seal)) {
        return false;
    }
#endif
    if (!hutch_check(&jobs_pool) || jobs_deref(refs[0]) != jobs_at(0) || jobs_at(0)->number != 0) {
        return false;
    }
    for (unsigned slot = 0; slot < JOBS; slot++) {
        if (jobs_is_live_at(slot) && !is_whole(slot)) {
            half++;
            jobs_release_at(slot);
        }
    }
    while (jobs_live() < JOBS) {
        add(9);
    }
    for (unsigned k = 1; k < BEFORE; k++) {
        const struct job *const job = jobs_deref(refs[k]);
        if (job != NULL && job->number != k) {
            return false;
        }
    }
    for (unsigned slot = 0; slot < JOBS; slot++) {
        (void)jobs_release_at(slot);
    }
    return half <= 1 && jobs_live() == 0;
}
