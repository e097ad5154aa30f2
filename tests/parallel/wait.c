// SPDX-License-Identifier: MIT
// wait.c - threads that wait for room: for a time, without end, and until they are deleted. Each way to free
// a slot is in alone/wait_ways.c and unit/ways.c, step by step.
#define _POSIX_C_SOURCE 200809L

#include "hutch/hutch.h"
#include "hutch/queue.h"
#include "hutch/runs.h"
#include "hutch/wait.h"
#include "unit.h"

#include <pthread.h>
#include <time.h>

struct thing {
    unsigned owner;
};
HUTCH_WAITERS(for_things);
HUTCH_WAITERS(for_foes);
HUTCH_WAITERS(for_channels);
HUTCH_POOL(things, struct thing, 2, .lock = HUTCH_LOCK_IRQ, .wait = &for_things);
HUTCH_POOL_TRACKED(foes, struct thing, 3, .lock = HUTCH_LOCK_IRQ, .wait = &for_foes);
HUTCH_WAITERS(readers);
HUTCH_POOL_QUEUED(packets, struct thing, 8, .lock = HUTCH_LOCK_IRQ);
HUTCH_QUEUE_WAITED(inbox, packets, readers);
HUTCH_POOL_IDS(channels, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_channels);

enum { WORKERS = 4, ROUNDS = 5000, LAPS = 10000, RUNS = 200, MOMENTS_MAX = 100000, ASLEEP_MS = 20 };
struct worker {
    pthread_t thread;
    unsigned number, got, late, wrong;
};
static struct worker workers[WORKERS];

static void start(void *(*work)(void *context), unsigned i)
{
    workers[i] = (struct worker){.number = i};
    CHECK_EQUAL(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
}

static void join(unsigned i)
{
    CHECK_EQUAL(pthread_join(workers[i].thread, NULL), 0);
}

static void pause_for(long milliseconds)
{
    const struct timespec moment = {0, milliseconds * 1000000};
    nanosleep(&moment, NULL);
}

static unsigned waiting(const struct hutch_waiters *waiters)
{
    return HUTCH_LOAD(waiters->waiting);
}

// Counted, and asleep as far as time can tell.
static void until_waiting(const struct hutch_waiters *waiters, unsigned count)
{
    for (unsigned long looks = 0; waiting(waiters) != count; looks++) {
        if (looks == MOMENTS_MAX) {
            CHECK_EQUAL(waiting(waiters), count);
            board_exit(1);
        }
        pause_for(1);
    }
    pause_for(ASLEEP_MS);
}

static unsigned long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long)now.tv_sec * 1000ul + (unsigned long)now.tv_nsec / 1000000ul;
}

TEST(full_pool_returns_null_when_the_time_is_over)
{
    enum hutch_wait_end why = HUTCH_WAIT_SERVED;
    CHECK_EQUAL(channels_acquire(), 0);
    CHECK_EQUAL(channels_acquire_wait(0, NULL), -1);
    const unsigned long before = milliseconds();
    CHECK_EQUAL(channels_acquire_wait(30, &why), -1);
    CHECK(milliseconds() - before >= 29);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    CHECK_EQUAL(waiting(&for_channels), 0);
    CHECK(channels_release(0));
    CHECK_EQUAL(channels_live(), 0);
}

static void *take_foe(void *context)
{
    struct worker *const worker = (struct worker *)context;
    worker->got = foes_acquire_wait(HUTCH_FOREVER, NULL) != NULL;
    return NULL;
}

// Three slots are freed by one call, and no later release heals a wake-up that got lost.
TEST(run_that_is_released_wakes_three_again_and_again)
{
    for (unsigned round = 0; round < RUNS; round++) {
        struct thing *const first = foes_acquire_run(3);
        CHECK(first != NULL);
        for (unsigned i = 0; i < 3; i++) {
            start(take_foe, i);
        }
        while (waiting(&for_foes) != 3) {
            pause_for(1);
        }
        CHECK(foes_release_run(first, 3));
        for (unsigned i = 0; i < 3; i++) {
            join(i);
            CHECK_EQUAL(workers[i].got, 1);
        }
        foes_clear();
    }
    CHECK_EQUAL(waiting(&for_foes), 0);
}

static void *work(void *context)
{
    struct worker *const worker = (struct worker *)context;
    for (unsigned round = 0; round < ROUNDS; round++) {
        // Some waits are so short that their end and a release come together.
        struct thing *const thing =
            things_acquire_wait(round % 8 == worker->number ? 1 : HUTCH_FOREVER, NULL);
        if (thing == NULL) {
            worker->late++;
            worker->wrong += round % 8 != worker->number;
            continue;
        }
        thing->owner = worker->number;
        worker->got++;
        if (round % 64 == 0) {
            pause_for(1);
        }
        worker->wrong += thing->owner != worker->number;
        worker->wrong += !things_release(thing);
    }
    return NULL;
}

TEST(no_wake_up_and_no_slot_is_lost)
{
    for (unsigned i = 0; i < WORKERS; i++) {
        start(work, i);
    }
    for (unsigned i = 0; i < WORKERS; i++) {
        join(i);
        CHECK_EQUAL(workers[i].wrong, 0);
        CHECK_EQUAL(workers[i].got + workers[i].late, ROUNDS);
    }
    CHECK_EQUAL(things_live(), 0);
    CHECK_EQUAL(waiting(&for_things), 0);
    CHECK(hutch_check(&things_pool));
}

static void *go_round(void *context)
{
    struct worker *const worker = (struct worker *)context;
    for (unsigned round = 0; round < LAPS; round++) {
        worker->wrong += channels_acquire_wait(HUTCH_FOREVER, NULL) != 0;
        worker->got++;
        worker->wrong += !channels_release(0);
    }
    return NULL;
}

// With one slot and no end to the waiting nothing heals a wake-up that is lost: the test would hang.
TEST(one_slot_goes_round_for_ever)
{
    for (unsigned i = 0; i < WORKERS; i++) {
        start(go_round, i);
    }
    for (unsigned i = 0; i < WORKERS; i++) {
        join(i);
        CHECK_EQUAL(workers[i].wrong, 0);
        CHECK_EQUAL(workers[i].got, LAPS);
    }
    CHECK_EQUAL(channels_live(), 0);
}

static void *wait_for_channel(void *context)
{
    struct worker *const worker = (struct worker *)context;
    worker->got = channels_acquire_wait(HUTCH_FOREVER, NULL) == 0;
    return NULL;
}

TEST(thread_deleted_asleep_takes_no_slot_with_it)
{
    CHECK_EQUAL(channels_acquire(), 0);
    start(wait_for_channel, 0);
    until_waiting(&for_channels, 1);
    CHECK_EQUAL(pthread_cancel(workers[0].thread), 0);
    join(0);
    start(wait_for_channel, 1);
    until_waiting(&for_channels, 2);
    CHECK(channels_release(0));
    join(1);
    CHECK_EQUAL(workers[1].got, 1);
    CHECK(channels_release(0));
    CHECK_EQUAL(channels_live(), 0);
    for_channels.waiting = 0; // the deleted one stays counted
}

static unsigned char came[WORKERS * ROUNDS];

static void *send(void *context)
{
    struct worker *const worker = (struct worker *)context;
    for (unsigned n = 0; n < ROUNDS;) {
        struct thing *const packet = packets_acquire();
        if (packet == NULL) {
            pause_for(0);
            continue;
        }
        packet->owner = worker->number * ROUNDS + n++;
        worker->wrong += !inbox_put(packet);
    }
    return NULL;
}

// Ends with the last packet, and puts it back for the other who sleeps.
static void *receive(void *context)
{
    struct worker *const worker = (struct worker *)context;
    struct thing *packet;
    while ((packet = inbox_take_wait(HUTCH_FOREVER, NULL)) != NULL && packet->owner != WORKERS * ROUNDS) {
        __atomic_fetch_add(&came[packet->owner], 1, __ATOMIC_RELAXED);
        worker->got++;
        worker->wrong += !packets_release(packet);
    }
    worker->wrong += !inbox_put(packet);
    return NULL;
}

TEST(each_packet_wakes_one_who_sleeps_for_it)
{
    enum { senders = 2 };
    enum hutch_wait_end why = HUTCH_WAIT_SERVED;
    CHECK(inbox_take_wait(0, &why) == NULL);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    const unsigned long before = milliseconds();
    CHECK(inbox_take_wait(30, &why) == NULL);
    CHECK(milliseconds() - before >= 29);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    for (unsigned i = senders; i < WORKERS; i++) {
        start(receive, i);
    }
    for (unsigned i = 0; i < senders; i++) {
        start(send, i);
    }
    for (unsigned i = 0; i < senders; i++) {
        join(i);
    }
    struct thing *last;
    while ((last = packets_acquire()) == NULL) {
        pause_for(1);
    }
    last->owner = WORKERS * ROUNDS;
    CHECK(inbox_put(last));
    for (unsigned i = senders; i < WORKERS; i++) {
        join(i);
    }
    for (unsigned n = 0; n < senders * ROUNDS; n++) {
        CHECK_EQUAL(came[n], 1);
    }
    for (unsigned i = 0; i < WORKERS; i++) {
        CHECK_EQUAL(workers[i].wrong, 0);
    }
    CHECK(inbox_take() == last && packets_release(last));
    CHECK_EQUAL(packets_live(), 0);
    CHECK_EQUAL(waiting(&readers), 0);
}

#include "../../build/lists/parallel/wait.h"

UNIT_MAIN(wait_tests)
