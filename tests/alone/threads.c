// SPDX-License-Identifier: MIT
// threads.c - threads share a pool, by the host port's lock or by atomic steps: no slot is given to two at
// once, none is lost, and none is refused while one is free.
#define _POSIX_C_SOURCE 200809L

#include "unit.h"

#include <pthread.h>

#ifndef ROUNDS
#    define ROUNDS 1500000 // long enough that threads meet in the middle of a change, also on one core
#endif
#ifndef LOCK
#    define LOCK HUTCH_LOCK_IRQ
#endif
#ifndef HELD
#    define HELD 9 // with 30 slots: less than the threads would like to hold
#    define SLOTS 30
#endif
enum { threads_count = 4, rounds = ROUNDS, held_max = HELD, slots_max = SLOTS };

struct owned {
    unsigned owner;
};
HUTCH_POOL(shared, struct owned, slots_max, .lock = LOCK);

struct worker {
    pthread_t thread;
    unsigned number;
    unsigned wrong; // objects that somebody else wrote while this thread held them, and refused releases
    unsigned acquired;
};

static void *work(void *context)
{
    struct worker *const worker = (struct worker *)context;
    struct owned *held[held_max] = {NULL};
    uint32_t seed = 0x1234567u + worker->number;
    for (unsigned n = 0; n < rounds; n++) {
        struct owned **const place = &held[unit_random(&seed) % held_max];
        if (*place == NULL) {
            *place = shared_acquire();
            if (*place != NULL) {
                (*place)->owner = worker->number;
                worker->acquired++;
            } else {
                worker->wrong += slots_max >= threads_count * held_max; // one is free at every moment
            }
        } else {
            worker->wrong += (*place)->owner != worker->number;
            worker->wrong += !shared_release(*place);
            *place = NULL;
        }
    }
    for (unsigned i = 0; i < held_max; i++) {
        if (held[i] != NULL) {
            worker->wrong += (*held[i]).owner != worker->number;
            worker->wrong += !shared_release(held[i]);
        }
    }
    return NULL;
}

TEST(no_slot_is_given_to_two_threads_and_none_is_lost)
{
    static struct worker workers[threads_count];
    shared_clear();
    for (unsigned i = 0; i < threads_count; i++) {
        workers[i].number = i + 1;
        CHECK_EQUAL(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < threads_count; i++) {
        CHECK_EQUAL(pthread_join(workers[i].thread, NULL), 0);
        CHECK_EQUAL(workers[i].wrong, 0);
        CHECK(workers[i].acquired > rounds / 8);
    }
    CHECK_EQUAL(shared_live(), 0);
    CHECK(hutch_check(&shared_pool));
}

#include "../../build/lists/alone/threads.h"
UNIT_MAIN(threads_tests)
