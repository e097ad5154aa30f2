// SPDX-License-Identifier: MIT
// threads_look.c - threads spawn, despawn, acquire and release in pools that others walk, look into and
// follow refs to at the same time, without a lock. For the thread sanitizer: whatever it reports is a word
// that hutch reads or writes without saying so, or bytes that nothing orders.
#define _POSIX_C_SOURCE 200809L

#include "unit.h"

#include <pthread.h>

#ifndef ROUNDS
#    define ROUNDS 4000
#endif
#ifndef LOCK
#    define LOCK HUTCH_LOCK_IRQ
#endif
enum { threads_count = 3, rounds = ROUNDS, orcs_max = 40, letters_max = 2000, refs_max = 8 };

/// `made` is written by the construct hook alone. The others change while somebody may look: that is the
/// program's own affair, here by atomics.
struct orc {
    unsigned made;
    unsigned spawned, owner;
};

static void made(struct orc *orc)
{
    orc->made = 7;
}

static void spawned(struct orc *orc, const unsigned *who)
{
    __atomic_store_n(&orc->spawned, orc->made, __ATOMIC_RELAXED);
    __atomic_store_n(&orc->owner, *who, __ATOMIC_RELAXED);
}

static void despawned(struct orc *orc)
{
    __atomic_store_n(&orc->spawned, 0, __ATOMIC_RELAXED);
}

HUTCH_HOOK(made, struct orc);
HUTCH_SPAWN_HOOK(spawned, struct orc, unsigned);
HUTCH_HOOK(despawned, struct orc);
static const struct hutch_hooks orc_hooks = {made_hook, spawned_hook, despawned_hook};
HUTCH_POOL_SPAWNED(orcs, struct orc, orcs_max, .lock = LOCK, .hooks = &orc_hooks);

// Smaller than what the threads want: each spawn evicts the oldest.
HUTCH_POLICY_OLDEST(fade, 3);
HUTCH_POOL_SPAWNED(ghosts, struct orc, 3, .lock = LOCK, .policy = &fade, .hooks = &orc_hooks);

/// Written once, before anybody sees it, and never again.
struct letter {
    unsigned text, copy;
};

static void written(struct letter *letter, const unsigned *text)
{
    letter->text = *text;
    letter->copy = ~*text;
}
HUTCH_SPAWN_HOOK(written, struct letter, unsigned);
static const struct hutch_hooks letter_hooks = {NULL, written_hook, NULL};
HUTCH_POOL_SPAWNED(letters, struct letter, letters_max, .lock = LOCK, .hooks = &letter_hooks);

/// Each thread has one slot, and names what is in it: an even number while it lives, an odd one after its
/// release.
HUTCH_POOL_TRACKED(wolves, unsigned, threads_count, .lock = LOCK);
static unsigned names[threads_count] = {1, 1, 1}; // no wolf has a name yet

HUTCH_POOL_RUNS(tiles, unsigned, orcs_max, .lock = LOCK);
HUTCH_POOL_IDS(numbers, 3, .lock = LOCK);

struct worker {
    pthread_t thread;
    unsigned number, wrong, seen;
    wolves_ref_t kept; // of the object that had this name
    unsigned kept_name;
};
static hutch_ref_t shared_refs[refs_max]; // to orcs of all threads

// Letters whose bytes can be seen are whole.
static void look_at_letters(struct worker *worker, unsigned round)
{
    HUTCH_FOREACH (const struct letter, letter, letters) {
        worker->wrong += letter->copy != ~letter->text;
        worker->seen++;
    }
    const struct letter *const one = letters_at(round % letters_max);
    worker->wrong += letters_is_live(one) && one->copy != ~one->text;
    if (letters_is_live(one)) {
        const letters_ref_t ref = letters_ref(one);
        const struct letter *const same = letters_deref(ref);
        worker->wrong += same != one || same->copy != ~same->text;
    }
}

static void look_at_orcs(struct worker *worker, unsigned round)
{
    HUTCH_FOREACH (const struct orc, orc, orcs) {
        worker->seen += __atomic_load_n(&orc->owner, __ATOMIC_RELAXED) != 0;
        worker->wrong += orc->made != 7;
    }
    for (const struct orc *orc = (struct orc *)hutch_first(&orcs_pool); orc != NULL;
         orc = (struct orc *)hutch_next(&orcs_pool, orc)) {
        worker->wrong += orc->made != 7;
    }
    const orcs_ref_t ref = {__atomic_load_n(&shared_refs[round % refs_max], __ATOMIC_RELAXED)};
    const struct orc *const orc = orcs_deref(ref);
    worker->wrong += orc != NULL && orc->made != 7;
    worker->wrong += orcs_live() > orcs_max || orcs_available() > orcs_max;
    worker->seen += hutch_is_live_at(&orcs_pool, round % orcs_max);
}

static void change_orcs(struct worker *worker, unsigned round)
{
    struct orc *const first = orcs_spawn(&worker->number), *const second = orcs_spawn(&worker->number);
    if (first == NULL || second == NULL) {
        worker->wrong++; // room for all
        return;
    }
    worker->wrong += !orcs_persist(first, true);
    worker->wrong += !orcs_persist(first, false);
    __atomic_store_n(&shared_refs[round % refs_max], orcs_ref(first).value, __ATOMIC_RELAXED);
    worker->wrong += __atomic_load_n(&first->owner, __ATOMIC_RELAXED) != worker->number;
    worker->wrong += !orcs_despawn(first);
    const orcs_ref_t ref = orcs_ref(second);
    worker->wrong += !orcs_release_ref(ref) || orcs_release_ref(ref);
}

static void change_ghosts(struct worker *worker)
{
    const struct orc *const ghost = ghosts_spawn(&worker->number);
    worker->seen += ghost != NULL;
    HUTCH_FOREACH (const struct orc, any, ghosts) {
        worker->wrong += any->made != 7;
    }
}

// A ref that was taken while its object's name stood still never leads to another object.
static void follow_wolf(struct worker *worker, unsigned other)
{
    const unsigned name = __atomic_load_n(&names[other], __ATOMIC_SEQ_CST);
    if (name != worker->kept_name) {
        worker->wrong += wolves_deref(worker->kept) != NULL;
    }
    if (name % 2u == 0 && wolves_is_live_at(other)) {
        const wolves_ref_t ref = wolves_ref(wolves_at(other));
        if (__atomic_load_n(&names[other], __ATOMIC_SEQ_CST) == name) {
            worker->kept = ref;
            worker->kept_name = name;
        }
    }
}

static void change_wolves(struct worker *worker, unsigned round)
{
    const unsigned mine = worker->number - 1u;
    for (unsigned n = 0; n < 20; n++) {
        unsigned *const wolf = wolves_claim(mine);
        if (wolf == NULL) {
            worker->wrong++; // nobody else takes this slot
            return;
        }
        __atomic_store_n(&names[mine], 64u * round + 2u * n + 2u, __ATOMIC_SEQ_CST);
        follow_wolf(worker, worker->number % threads_count);
        worker->wrong += !wolves_release(wolf);
        __atomic_store_n(&names[mine], 64u * round + 2u * n + 3u, __ATOMIC_SEQ_CST);
        follow_wolf(worker, worker->number % threads_count);
    }
}

static void change_tiles(struct worker *worker)
{
    unsigned *const tile = tiles_acquire(), *const run = tiles_acquire_run(2);
    if (tile != NULL && run != NULL) {
        *tile = run[0] = run[1] = worker->number; // nobody else looks at these bytes
        worker->wrong += tiles_index(tile) == tiles_index(run);
        worker->wrong += *tile + run[0] + run[1] != 3u * worker->number;
        worker->wrong += !tiles_release_run(run, 2) || !tiles_release(tile);
    }
    HUTCH_FOREACH (const unsigned, any, tiles) {
        worker->seen += any != tile;
    }
    const int number = numbers_acquire();
    worker->wrong += number >= 0 && !numbers_release(number);
    worker->seen += numbers_live() + (unsigned)(numbers_first() >= 0);
}

static void *work(void *context)
{
    struct worker *const worker = (struct worker *)context;
    for (unsigned n = 0; n < rounds; n++) {
        const unsigned text = worker->number * 1000000u + n;
        if (n < letters_max / threads_count) {
            worker->wrong += letters_spawn(&text) == NULL;
        }
        if (n % 64 == worker->number) {
            look_at_letters(worker, n);
        }
        look_at_orcs(worker, n);
        change_orcs(worker, n);
        change_ghosts(worker);
        change_wolves(worker, n);
        change_tiles(worker);
    }
    return NULL;
}

// Faults come from several threads at once: a ref that has just been released, twice. Another thread may
// release an object that was just seen, so a ref to it is refused.
static unsigned stale;

void hutch_on_fault(const struct hutch_fault *fault)
{
    if (fault->code != HUTCH_FAULT_USE_AFTER_RELEASE) {
        __atomic_fetch_add(&stale, fault->code == HUTCH_FAULT_STALE_RELEASE ? 1u : 0x10000u,
                           __ATOMIC_RELAXED);
    }
}

UNIT_RECORDS_NO_FAULTS

TEST(whoever_looks_sees_whole_objects_only)
{
    static struct worker workers[threads_count];
    for (unsigned i = 0; i < threads_count; i++) {
        workers[i].number = i + 1;
        CHECK_EQUAL(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < threads_count; i++) {
        CHECK_EQUAL(pthread_join(workers[i].thread, NULL), 0);
        CHECK_EQUAL(workers[i].wrong, 0);
        CHECK(workers[i].seen > rounds);
    }
    CHECK_EQUAL(stale, threads_count * rounds);
    CHECK_EQUAL(orcs_live() + tiles_live() + numbers_live(), 0);
    CHECK(hutch_check(&orcs_pool) && hutch_check(&letters_pool) && hutch_check(&tiles_pool) &&
          hutch_check(&ghosts_pool));
}

#include "../../build/lists/alone/threads_look.h"
UNIT_MAIN(threads_look_tests)
