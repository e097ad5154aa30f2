// SPDX-License-Identifier: MIT
// threads_counted.c - threads hand the objects of a counted pool round, by the host port's lock or by atomic
// steps: each object is freed once, by whoever releases it last, and its next owner finds nobody writing.
// With HOOKS a hook runs in between.
#define _POSIX_C_SOURCE 200809L

#include "unit.h"

#include <pthread.h>

#ifndef ROUNDS
#    define ROUNDS 300000
#endif
#ifndef LOCK
#    define LOCK HUTCH_LOCK_IRQ
#endif
enum { threads_count = 4, rounds = ROUNDS };

struct letter {
    unsigned sender;
    unsigned read_by[threads_count]; // each thread has a place of its own
};
#ifdef HOOKS
static unsigned burnt;
static void burn(void *letter)
{
    ((struct letter *)letter)->sender = threads_count; // what its holders would notice
    __atomic_fetch_add(&burnt, 1u, __ATOMIC_RELAXED);
}
static const struct hutch_hooks burner = {NULL, NULL, burn};
#    define OPTIONS HUTCH_OPTIONS(LOCK, NULL, &burner)
#else
#    define OPTIONS HUTCH_OPTIONS(LOCK, NULL, NULL)
#endif
HUTCH_POOL_COUNTED(letters, struct letter, 6, OPTIONS);

struct worker {
    pthread_t thread;
    unsigned number;
    unsigned wrong, received, sent;
};

static struct letter *boxes[threads_count]; // a letter for this thread, which holds it

static void send(struct worker *worker)
{
    struct letter **const box = &boxes[(worker->number + 1) % threads_count];
    struct letter *nothing = NULL, *const letter = letters_acquire();
    if (letter == NULL) {
        return;
    }
    worker->sent++;
    letter->sender = worker->number;
    for (unsigned i = 0; i < threads_count; i++) {
        letter->read_by[i] = 0;
    }
    worker->wrong += !letters_retain(letter); // before it is handed over
    if (!__atomic_compare_exchange_n(box, &nothing, letter, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
        worker->wrong += !letters_release(letter); // the box is full
    }
    letter->read_by[worker->number]++;
    worker->wrong += letter->sender != worker->number;
    worker->wrong += !letters_release(letter);
}

static void receive(struct worker *worker)
{
    struct letter *const letter =
        __atomic_exchange_n(&boxes[worker->number], (struct letter *)NULL, __ATOMIC_ACQUIRE);
    if (letter == NULL) {
        return;
    }
    worker->received++;
    worker->wrong += !letters_retain(letter);
    letter->read_by[worker->number]++;
    worker->wrong += !letters_release(letter);
    worker->wrong += letter->read_by[worker->number] != 1;
    worker->wrong += !letters_release(letter);
}

static void *work(void *context)
{
    struct worker *const worker = (struct worker *)context;
    for (unsigned n = 0; n < rounds; n++) {
        send(worker);
        receive(worker);
    }
    return NULL;
}

TEST(last_of_several_threads_frees_the_object)
{
    static struct worker workers[threads_count];
    for (unsigned i = 0; i < threads_count; i++) {
        workers[i].number = i;
        CHECK_EQUAL(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < threads_count; i++) {
        CHECK_EQUAL(pthread_join(workers[i].thread, NULL), 0);
    }
    for (unsigned i = 0; i < threads_count; i++) {
        receive(&workers[i]);
        CHECK_EQUAL(workers[i].wrong, 0);
        CHECK(workers[i].received != 0);
    }
    CHECK_EQUAL(letters_live(), 0);
#ifdef HOOKS
    CHECK_EQUAL(burnt, workers[0].sent + workers[1].sent + workers[2].sent + workers[3].sent);
#endif
    CHECK(hutch_check(&letters_pool));
}

#include "../../build/lists/alone/threads_counted.h"
UNIT_MAIN(threads_counted_tests)
