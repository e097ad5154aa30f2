// SPDX-License-Identifier: MIT
// orders.c - threads hand objects on through lock-free pools, show them to others in pools of either kind,
// and write plain bytes into them: what a memory order keeps apart, the thread sanitizer reports when that
// order is weaker.
#define _POSIX_C_SOURCE 200809L

#include "hutch/hutch.h"
#include "hutch/queue.h"
#include "hutch/spawn.h"

#include <pthread.h>
#include <sched.h>

enum { threads = 3, rounds = 2000, few = 4, several = 2 * HUTCH_WORD_BITS };

struct cup {
    unsigned filled_by;
};
static void fill(struct cup *cup, const unsigned *who);
HUTCH_SPAWN_HOOK(fill, struct cup, unsigned);
static const struct hutch_hooks cup_hooks = {NULL, fill_hook, NULL};

HUTCH_POOL(cups, struct cup, few, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL(racks, struct cup, several, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL_QUEUED(trays, struct cup, rounds, .lock = HUTCH_LOCK_FREE);
HUTCH_QUEUE(hatch, trays);
#ifndef BAR_LOCK
#    define BAR_LOCK HUTCH_LOCK_FREE
#endif
HUTCH_POOL_SPAWNED(bar, struct cup, rounds, .lock = BAR_LOCK, .hooks = &cup_hooks);

static unsigned sum; // what the looks at objects' bytes end up in

static void fill(struct cup *cup, const unsigned *who)
{
    cup->filled_by = *who;
}

// The next owner writes where the last one wrote: ACQUIRE and RELEASE.
static void take_and_give(unsigned who)
{
    struct cup *const cup = cups_acquire();
    if (cup != NULL) {
        cup->filled_by = who;
        cups_release(cup);
    }
}

// The same with several words. By claims of one slot: an acquire also reads the counter of releases, which
// would order most of it.
static void claim_and_give(unsigned who)
{
    struct cup *const cup = racks_claim(several - 1);
    if (cup != NULL) {
        cup->filled_by = who;
        racks_release(cup);
    }
}

// One spawns, the others read what they see live: SHOW and SEE. Each slot is spawned once.
static void spawn_or_look(unsigned who, unsigned round)
{
    if (who == 1) {
        (void)bar_spawn(&who);
    } else {
        while (!bar_is_live_at(round)) {
            sched_yield();
        }
        __atomic_fetch_add(&sum, bar_at(round)->filled_by, __ATOMIC_RELAXED);
    }
}

// One takes what the others have put: PUT and TAKE. Each slot is used once. By itself: the steps of other
// pools would order it.
static void put_or_take_all(unsigned who)
{
    for (unsigned n = 0; who == 1 && n < rounds;) {
        const struct cup *const tray = hatch_take();
        if (tray != NULL) {
            __atomic_fetch_add(&sum, tray->filled_by, __ATOMIC_RELAXED);
            n++;
        }
    }
    for (struct cup *tray; who != 1 && (tray = trays_acquire()) != NULL;) {
        tray->filled_by = who;
        hatch_put(tray);
    }
}

static void *work(void *context)
{
    const unsigned who = *(const unsigned *)context;
    for (unsigned n = 0; n < rounds; n++) {
        take_and_give(who);
        claim_and_give(who);
        spawn_or_look(who, n);
    }
    put_or_take_all(who);
    return NULL;
}

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
}

int main(void)
{
    pthread_t thread[threads];
    unsigned number[threads];
    for (unsigned i = 0; i < threads; i++) {
        number[i] = i + 1;
        if (pthread_create(&thread[i], NULL, work, &number[i]) != 0) {
            return 3;
        }
    }
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
    }
    return 0;
}
