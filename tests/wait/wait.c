// SPDX-License-Identifier: MIT
// wait.c - threads that wait for room: in turn, for a time, for every kind of release, and without end.
#define _POSIX_C_SOURCE 200809L

#include "hutch/hutch.h"
#include "unit.h"
#include "board.h"

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
HUTCH_POOL_IDS(channels, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_channels);

enum { WORKERS = 4, ROUNDS = 5000, LAPS = 60000, MOMENTS_MAX = 100000 };
struct worker {
    pthread_t thread;
    unsigned number, got, late, wrong;
    const void *owners[2];
};
static struct worker workers[WORKERS];
static unsigned order[WORKERS], served; // kept by the only slot that goes round

static void start(void *(*work)(void *context), unsigned i)
{
    workers[i] = (struct worker){.number = i};
    CHECK_EQUAL(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
}

static void join(unsigned i)
{
    CHECK_EQUAL(pthread_join(workers[i].thread, NULL), 0);
}

static unsigned queued(const struct hutch_waiters *waiters)
{
    unsigned count = 0;
    const hutch_port_state_t saved = hutch_port_enter();
    for (const struct hutch_waiter *waiter = waiters->first; waiter != NULL; waiter = waiter->next) {
        count++;
    }
    hutch_port_exit(saved);
    return count;
}

static void until_queued(const struct hutch_waiters *waiters, unsigned count)
{
    const struct timespec moment = {0, 100000};
    for (unsigned long looks = 0; queued(waiters) != count; looks++) {
        if (looks == MOMENTS_MAX) {
            CHECK_EQUAL(queued(waiters), count);
            board_exit(1);
        }
        nanosleep(&moment, NULL);
    }
}

static unsigned long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long)now.tv_sec * 1000ul + (unsigned long)now.tv_nsec / 1000000ul;
}

static void with_room_nobody_waits(void)
{
    struct thing *const thing = things_acquire_wait(HUTCH_FOREVER);
    CHECK(thing != NULL);
    CHECK(things_release(thing));
    CHECK_EQUAL(channels_acquire_wait(HUTCH_FOREVER), 0);
    CHECK(channels_release(0));
    CHECK_EQUAL(hutch_acquire_index_wait(&channels_pool, 5), 0);
    CHECK(channels_release(0));
}

static void full_pool_answers_null_when_the_time_is_over(void)
{
    CHECK_EQUAL(channels_acquire(), 0);
    CHECK_EQUAL(channels_acquire_wait(0), -1);
    const unsigned long before = milliseconds();
    CHECK_EQUAL(channels_acquire_wait(30), -1);
    CHECK(milliseconds() - before >= 29);
    CHECK_EQUAL(queued(&for_channels), 0);
    CHECK(channels_release(0));
    CHECK_EQUAL(channels_live(), 0);
}

static void *take_turn(void *context)
{
    struct worker *const worker = (struct worker *)context;
    worker->wrong += channels_acquire_wait(HUTCH_FOREVER) != 0;
    order[served++] = worker->number;
    worker->wrong += !channels_release(0);
    return NULL;
}

static void who_waited_longest_is_first(void)
{
    CHECK_EQUAL(channels_acquire(), 0);
    served = 0;
    for (unsigned i = 0; i < WORKERS; i++) {
        start(take_turn, i);
        until_queued(&for_channels, i + 1);
    }
    CHECK(channels_release(0));
    for (unsigned i = 0; i < WORKERS; i++) {
        join(i);
        CHECK_EQUAL(order[i], i);
        CHECK_EQUAL(workers[i].wrong, 0);
    }
    CHECK_EQUAL(channels_live(), 0);
}

static void *give_up(void *context)
{
    struct worker *const worker = (struct worker *)context;
    worker->wrong += channels_acquire_wait(100) != -1;
    __atomic_store_n(&worker->late, 1, __ATOMIC_RELEASE);
    return NULL;
}

static void who_gives_up_in_the_middle_leaves_the_queue_whole(void)
{
    CHECK_EQUAL(channels_acquire(), 0);
    served = 0;
    start(take_turn, 0);
    until_queued(&for_channels, 1);
    start(give_up, 1);
    while (queued(&for_channels) != 2 && __atomic_load_n(&workers[1].late, __ATOMIC_ACQUIRE) == 0) {}
    start(take_turn, 2); // where that took too long, nobody is in the middle: all holds, too
    join(1);
    until_queued(&for_channels, 2);
    CHECK(for_channels.first->next == for_channels.last && for_channels.last->previous == for_channels.first);
    CHECK(channels_release(0));
    join(0);
    join(2);
    CHECK_EQUAL(order[0], 0);
    CHECK_EQUAL(order[1], 2);
    CHECK_EQUAL(workers[0].wrong + workers[1].wrong + workers[2].wrong, 0);
    CHECK_EQUAL(channels_live(), 0);
}

static void *take_foe(void *context)
{
    struct worker *const worker = (struct worker *)context;
    worker->got = foes_acquire_wait(HUTCH_FOREVER) != NULL;
    return NULL;
}

static bool everyone(struct thing const *thing, void *context)
{
    (void)thing;
    (void)context;
    return true;
}

// Fills the pool, lets `count` threads wait, releases by `way`, and sees that all of them are served.
static void check_way(unsigned way, unsigned count)
{
    struct thing *const first = foes_acquire_run(3);
    CHECK(first != NULL);
    for (unsigned i = 0; i < count; i++) {
        start(take_foe, i);
        until_queued(&for_foes, i + 1);
    }
    switch (way) {
    case 0:
        CHECK(foes_release_at(1));
        break;
    case 1:
        CHECK(foes_release_ref(foes_ref(first)));
        break;
    case 2:
        CHECK(foes_release_run(first, 3));
        break;
    case 3:
        foes_clear();
        break;
    case 4:
        CHECK(foes_release_if(everyone, NULL) != 0);
        break;
    default:
        CHECK(hutch_release(&foes_pool, first));
        break;
    }
    for (unsigned i = 0; i < count; i++) {
        join(i);
        CHECK_EQUAL(workers[i].got, 1);
    }
    CHECK_EQUAL(queued(&for_foes), 0);
    foes_clear();
    CHECK_EQUAL(foes_live(), 0);
}

static void every_kind_of_release_serves_as_many_as_it_frees(void)
{
    check_way(0, 1);
    check_way(1, 1);
    check_way(2, 3);
    check_way(3, 3);
    check_way(4, 3);
    check_way(5, 1);
}

static void *work(void *context)
{
    struct worker *const worker = (struct worker *)context;
    for (unsigned round = 0; round < ROUNDS; round++) {
        // Some waits are so short that their end and their turn come together.
        struct thing *const thing = things_acquire_wait(round % 8 == worker->number ? 1 : HUTCH_FOREVER);
        if (thing == NULL) {
            worker->late++;
            worker->wrong += round % 8 != worker->number;
            continue;
        }
        thing->owner = worker->number;
        worker->got++;
        if (round % 64 == 0) {
            const struct timespec moment = {0, 1000000};
            nanosleep(&moment, NULL);
        }
        worker->wrong += thing->owner != worker->number;
        worker->wrong += !things_release(thing);
    }
    return NULL;
}

static void no_wake_up_and_no_slot_is_lost(void)
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
    CHECK_EQUAL(queued(&for_things), 0);
    CHECK(hutch_check(&things_pool));
}

static void *go_round(void *context)
{
    struct worker *const worker = (struct worker *)context;
    for (unsigned round = 0; round < LAPS; round++) {
        worker->wrong += channels_acquire_wait(HUTCH_FOREVER) != 0;
        worker->got++;
        worker->wrong += !channels_release(0);
    }
    return NULL;
}

// With one slot and no end to the waiting nothing heals a wake-up that is lost: the test would hang.
static void one_slot_goes_round_for_ever(void)
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

// -------------------------------------------------------------------------------------- with policies

static unsigned lows, lows_inside, victim = HUTCH_NONE;

static void on_low(const struct hutch_pool *pool)
{
    lows++;
    lows_inside += hutch_available(pool) != 1 ? 1u : 0u;
}

static unsigned evict(const struct hutch_pool *pool)
{
    (void)pool;
    return victim;
}

HUTCH_WAITERS(for_kept);
HUTCH_POLICY(kept_back, .reserve = 1, .evict = evict, .low = 1, .on_low = on_low);
HUTCH_POOL(kept, struct thing, 3, .lock = HUTCH_LOCK_IRQ, .wait = &for_kept, .policy = &kept_back);

static void *take_kept(void *context)
{
    struct worker *const worker = context;
    struct thing *const thing = kept_acquire_wait(HUTCH_FOREVER);
    worker->got = thing != NULL ? kept_index(thing) : 99;
    return NULL;
}

static void who_waits_leaves_the_reserve_and_hears_of_low_room(void)
{
    struct thing *const first = kept_acquire(), *const second = kept_acquire();
    CHECK(first != NULL && second != NULL);
    CHECK_EQUAL(lows, 1);
    CHECK(kept_acquire_wait(2) == NULL); // the last one is kept back, in debug builds too
    CHECK(kept_acquire_wait(0) == NULL);
#if HUTCH_CFG_STATS
    const unsigned refused = kept_refused();
#endif
    start(take_kept, 0);
    until_queued(&for_kept, 1);
    struct thing *const last = kept_acquire_urgent();
    CHECK(last != NULL);
    CHECK(kept_release(last)); // room for urgent callers only: nobody is served
    CHECK_EQUAL(queued(&for_kept), 1);
#if HUTCH_CFG_STATS
    CHECK_EQUAL(kept_refused(), refused + 1); // its first look; releases that do not serve it count nothing
#endif
    CHECK_EQUAL(lows, 1);
    CHECK(kept_release(second));
    join(0);
    CHECK(workers[0].got < 3);
    CHECK_EQUAL(lows, 2);
    CHECK_EQUAL(lows_inside, 0);
    kept_clear();
}

static void who_would_wait_evicts_first(void)
{
    struct thing *const first = kept_acquire();
    CHECK(first != NULL && kept_acquire() != NULL);
    victim = kept_index(first);
    CHECK(kept_acquire_wait(HUTCH_FOREVER) != NULL);
    CHECK_EQUAL(kept_live(), 2);
    victim = HUTCH_NONE;
    kept_clear();
    CHECK(hutch_check(&kept_pool));
}

#if HUTCH_CFG_CHECK >= 2
static const void *whose(const struct thing *thing)
{
    return kept_pool.notes[kept_index(thing)].acquired_by.address;
}

// One place of a call, whether it waits or not: no compiler may make two of it, or a jump.
HUTCH_NOINLINE static const struct thing *take_one(void)
{
    const struct thing *const thing = (const struct thing *)hutch_acquire_wait(&kept_pool, HUTCH_FOREVER);
    __asm__ volatile("");
    return thing;
}

static void *take_two(void *context)
{
    struct worker *const worker = context;
    worker->owners[0] = whose(take_one());
    worker->owners[1] = whose(take_one());
    return NULL;
}
#endif

// The second time it waits, and the slot is acquired for it by the one who releases.
static void slot_of_a_pool_with_a_policy_was_acquired_by_who_waited(void)
{
#if HUTCH_CFG_CHECK >= 2
    struct thing *const first = kept_acquire();
    start(take_two, 0);
    until_queued(&for_kept, 1);
    const void *const mine = whose(first);
    CHECK(kept_release(first));
    join(0);
    CHECK(mine != NULL && workers[0].owners[0] != NULL);
    CHECK(workers[0].owners[0] == workers[0].owners[1]);
    CHECK(workers[0].owners[0] != mine);
    kept_clear();
#else
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 2);
#endif
}

static const struct unit_test wait_tests[] = {
    UNIT_TEST(with_room_nobody_waits),
    UNIT_TEST(full_pool_answers_null_when_the_time_is_over),
    UNIT_TEST(who_waited_longest_is_first),
    UNIT_TEST(who_gives_up_in_the_middle_leaves_the_queue_whole),
    UNIT_TEST(every_kind_of_release_serves_as_many_as_it_frees),
    UNIT_TEST(no_wake_up_and_no_slot_is_lost),
    UNIT_TEST(one_slot_goes_round_for_ever),
    UNIT_TEST(who_waits_leaves_the_reserve_and_hears_of_low_room),
    UNIT_TEST(who_would_wait_evicts_first),
    UNIT_TEST(slot_of_a_pool_with_a_policy_was_acquired_by_who_waited),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(wait_tests);
    return unit_finish();
}
