// SPDX-License-Identifier: MIT
// sites.c - threads use debug pools at the same time: each note and each report names the thread's own call.
#define _POSIX_C_SOURCE 200809L

#include "unit.h"

#include <pthread.h>

#ifndef ROUNDS
#    define ROUNDS 100000
#endif
enum { threads_count = 2, rounds = ROUNDS, slots_max = 6 };

struct thing {
    unsigned owner;
};
HUTCH_POOL_TRACKED(shared, struct thing, slots_max, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(lefts_own, struct thing, 3);
HUTCH_POOL(rights_own, struct thing, 3);

struct worker {
    pthread_t thread;
    const struct hutch_pool *own;
    unsigned wrong_notes, wrong_reports, refused;
};

// The harness keeps faults for one thread; here each has its own.
static __thread struct hutch_fault last;
UNIT_RECORDS_NO_FAULTS

void hutch_on_fault(const struct hutch_fault *fault)
{
    last = *fault;
}

// A return address lies in its function, or just after it.
static bool is_in(const void *site, uintptr_t function)
{
    return (uintptr_t)site - function < 256;
}

// Each kind of call in a function of its own.
__attribute__((noinline)) static unsigned acquire_own(const struct hutch_pool *own)
{
    return HUTCH_STAY_(hutch_acquire_index_(own));
}

__attribute__((noinline)) static bool release_own(const struct hutch_pool *own, unsigned index)
{
    return HUTCH_STAY_(hutch_release_at_(own, index));
}

__attribute__((noinline)) static struct thing *acquire_shared(void)
{
    return shared_acquire();
}

static void use_own_pool(struct worker *worker)
{
    const struct hutch_pool *const own = worker->own;
    const unsigned index = acquire_own(own);
    const bool is_done = release_own(own, index), is_done_again = release_own(own, index);
    worker->refused += !is_done || is_done_again;
    worker->wrong_notes += !is_in(own->notes[index].acquired_by, (uintptr_t)acquire_own);
    worker->wrong_notes += !is_in(own->notes[index].released_by, (uintptr_t)release_own);
    worker->wrong_reports +=
        last.code != HUTCH_FAULT_DOUBLE_RELEASE || !is_in(last.caller, (uintptr_t)release_own);
}

static void use_shared_pool(struct worker *worker, struct thing **held)
{
    if (*held != NULL) {
        HUTCH_ASSERT_LIVE(*held);
        worker->refused += shared_expect(shared_ref(*held)) != *held;
        worker->refused += !shared_release(*held);
        *held = NULL;
        return;
    }
    *held = acquire_shared();
    if (*held != NULL) {
        worker->wrong_notes +=
            !is_in(shared_pool.notes[shared_index(*held)].acquired_by, (uintptr_t)acquire_shared);
    }
}

static void *work(void *context)
{
    struct worker *const worker = (struct worker *)context;
    struct thing *held[slots_max / threads_count] = {NULL};
    uint32_t seed = 77;
    for (unsigned n = 0; n < rounds; n++) {
        use_own_pool(worker);
        use_shared_pool(worker, &held[unit_random(&seed) % (slots_max / threads_count)]);
    }
    for (unsigned i = 0; i < slots_max / threads_count; i++) {
        worker->refused += held[i] != NULL && !shared_release(held[i]);
    }
    return NULL;
}

TEST(notes_and_reports_name_the_threads_own_calls)
{
    static struct worker workers[threads_count];
    workers[0].own = &lefts_own_pool;
    workers[1].own = &rights_own_pool;
    for (unsigned i = 0; i < threads_count; i++) {
        CHECK_EQUAL(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < threads_count; i++) {
        CHECK_EQUAL(pthread_join(workers[i].thread, NULL), 0);
        CHECK_EQUAL(workers[i].wrong_notes, 0);
        CHECK_EQUAL(workers[i].wrong_reports, 0);
        CHECK_EQUAL(workers[i].refused, 0);
    }
    CHECK_EQUAL(shared_live(), 0);
    CHECK(hutch_check(&shared_pool));
}

#include "../../build/lists/alone/sites.h"
UNIT_MAIN(sites_tests)
