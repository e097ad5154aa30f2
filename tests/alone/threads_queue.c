// SPDX-License-Identifier: MIT
// threads_queue.c - threads put packets into two queues of a pool, and one takes them out of both, by the
// host port's lock or by atomic steps: each comes out once, in its sender's order, and nobody writes into it
// meanwhile. Of several who put the same object, one succeeds.
#define _POSIX_C_SOURCE 200809L

#include "unit.h"

#include <pthread.h>
#include <sched.h>

#ifndef ROUNDS
#    define ROUNDS 200000
#endif
#ifndef LOCK
#    define LOCK HUTCH_LOCK_IRQ
#endif
#ifndef SLOTS
#    define SLOTS 24
#endif
enum { senders = 3, rounds = ROUNDS };

struct packet {
    unsigned sender, number, check;
};
HUTCH_POOL_QUEUED(packets, struct packet, SLOTS, HUTCH_OPTIONS(LOCK, NULL, NULL));
HUTCH_QUEUE(inbox, packets);
HUTCH_QUEUE(express, packets);

UNIT_RECORDS_NO_FAULTS // by several threads
    static unsigned faults;
void hutch_on_fault(const struct hutch_fault *fault)
{
    __atomic_fetch_add(&faults, fault->code == HUTCH_FAULT_QUEUED ? 1u : 1000000u, __ATOMIC_RELAXED);
}

struct sender {
    pthread_t thread;
    unsigned number, wrong, refused;
};

static void *send(void *context)
{
    struct sender *const sender = (struct sender *)context;
    for (unsigned n = 0; n < rounds;) {
        struct packet *const packet = packets_acquire();
        if (packet == NULL) {
            sched_yield();
            continue;
        }
        packet->sender = sender->number;
        packet->number = n;
        packet->check = n * 7u + sender->number;
        sender->wrong += !(sender->number == 0 ? express_put(packet) : inbox_put(packet));
        n++;
    }
    return NULL;
}

TEST(each_packet_comes_out_once_and_in_order)
{
    static struct sender workers[senders];
    unsigned next[senders] = {0}, wrong = 0;
    for (unsigned i = 0; i < senders; i++) {
        workers[i].number = i;
        CHECK_EQUAL(pthread_create(&workers[i].thread, NULL, send, &workers[i]), 0);
    }
    for (unsigned got = 0; got < senders * rounds;) {
        struct packet *packet = inbox_take();
        packet = packet != NULL ? packet : express_take();
        if (packet == NULL) {
            sched_yield();
            continue;
        }
        const unsigned from = packet->sender % senders;
        wrong += packet->number != next[from] || packet->check != packet->number * 7u + packet->sender;
        next[from]++;
        packet->check = 0;
        wrong += !packets_release(packet);
        got++;
    }
    for (unsigned i = 0; i < senders; i++) {
        CHECK_EQUAL(pthread_join(workers[i].thread, NULL), 0);
        CHECK_EQUAL(workers[i].wrong, 0);
        CHECK_EQUAL(next[i], rounds);
    }
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(faults, 0);
    CHECK(inbox_is_empty() && express_is_empty());
    CHECK_EQUAL(packets_live(), 0);
    CHECK(hutch_check(&packets_pool));
}

static void *put_all(void *context)
{
    struct sender *const sender = (struct sender *)context;
    for (unsigned n = 0; n < SLOTS; n++) {
        sender->refused += !inbox_put(packets_at(n));
    }
    return NULL;
}

TEST(of_several_who_put_one_object_one_succeeds)
{
    static struct sender workers[senders];
    enum { turns = 200 };
    for (unsigned turn = 0; turn < turns; turn++) {
        unsigned refused = 0, got = 0;
        for (unsigned n = 0; n < SLOTS; n++) {
            CHECK(packets_acquire() != NULL);
        }
        for (unsigned i = 0; i < senders; i++) {
            workers[i].refused = 0;
            CHECK_EQUAL(pthread_create(&workers[i].thread, NULL, put_all, &workers[i]), 0);
        }
        for (unsigned i = 0; i < senders; i++) {
            CHECK_EQUAL(pthread_join(workers[i].thread, NULL), 0);
            refused += workers[i].refused;
        }
        for (struct packet *packet; (packet = inbox_take()) != NULL; got++) {
            CHECK(packets_release(packet));
        }
        CHECK_EQUAL(got, SLOTS);
        CHECK_EQUAL(refused, (senders - 1) * SLOTS);
    }
    CHECK_EQUAL(faults, turns * (senders - 1) * SLOTS);
}

#include "../../build/lists/alone/threads_queue.h"
UNIT_MAIN(threads_queue_tests)
