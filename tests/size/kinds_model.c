// SPDX-License-Identifier: MIT
// kinds_model.c - random calls of pools with hooks and refs on the Game Boy against arrays: sdcc.py runs it.
//
// As plain_model.c: each difference calls timed_wrong(), each pool that came to its end timed_return().
#include "hutch/hutch.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"

enum { ROUNDS = 200, SLOTS_MAX = 300 };

struct thing {
    unsigned char bytes[5];
};

static unsigned seed, faults, expected, constructs, spawns, despawns;
static bool is_live[SLOTS_MAX], is_kept[SLOTS_MAX], was_spawned[SLOTS_MAX];
static hutch_ref_t refs[SLOTS_MAX];
static const struct hutch_pool *pool;

void timed_return(void)
{
}

void timed_wrong(void)
{
}

void done(void)
{
}

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    faults++;
}

static unsigned random_below(unsigned limit)
{
    seed ^= seed << 7;
    seed ^= seed >> 9;
    seed ^= seed << 8;
    return seed % limit;
}

static void check(bool is_right)
{
    if (!is_right) {
        timed_wrong();
    }
}

static void made(void *object)
{
    check(!hutch_is_live(pool, object));
    constructs++;
}

static void born(void *object, const void *args)
{
    check(!hutch_is_live(pool, object) && args == &seed);
    check(!hutch_release(pool, object)); // hidden, so not yet the caller's
    expected++;
    spawns++;
}

static void dies(void *object)
{
    check(!hutch_is_live(pool, object) && !hutch_release(pool, object));
    expected++;
    despawns++;
}

static const struct hutch_hooks hooks = {made, born, dies};
HUTCH_POOL_SPAWNED(one, struct thing, 1, .hooks = &hooks);
HUTCH_POOL_SPAWNED(nine, struct thing, 9, .lock = HUTCH_LOCK_IRQ, .hooks = &hooks);
HUTCH_POOL_SPAWNED(most, struct thing, 24, .hooks = &hooks);
HUTCH_POOL_SPAWNED(more, struct thing, 70, .lock = HUTCH_LOCK_IRQ, .hooks = &hooks);
HUTCH_POOL_TRACKED(many, struct thing, 200);
HUTCH_POOL(plain, struct thing, SLOTS_MAX, .lock = HUTCH_LOCK_IRQ);
static const struct hutch_pool *const pools[] = {&one_pool,  &nine_pool, &most_pool,
                                                 &more_pool, &many_pool, &plain_pool};

// The first slot at or after `from` whose flag is this; HUTCH_NONE if there is none.
static unsigned next_that(bool flag, unsigned from)
{
    while (from < pool->capacity && is_live[from] != flag) {
        from++;
    }
    return from < pool->capacity ? from : HUTCH_NONE;
}

static void spawns_or_acquires(bool is_spawned)
{
    const unsigned lowest = next_that(false, 0);
    const bool has_hooks = is_spawned && HUTCH_HAS_HOOKS(pool) && lowest != HUTCH_NONE;
    const unsigned spawned = spawns + (has_hooks ? 1 : 0);
    const unsigned constructed = constructs + (has_hooks && !was_spawned[lowest] ? 1 : 0);
    void *const object = is_spawned ? hutch_spawn_(pool, &seed) : hutch_acquire(pool);
    check(object == hutch_at(pool, lowest) && spawns == spawned && constructs == constructed);
    if (lowest != HUTCH_NONE) {
        is_live[lowest] = true;
        is_kept[lowest] = false;
        was_spawned[lowest] |= has_hooks;
        if (pool->generations != NULL) {
            check(hutch_deref(pool, refs[lowest]) == NULL);
            refs[lowest] = hutch_ref(pool, object);
            check(refs[lowest] != 0);
        }
    }
}

static void ends(unsigned slot, unsigned how)
{
    const bool has_hook = how == 0 && HUTCH_HAS_HOOKS(pool) && is_live[slot];
    const unsigned despawned = despawns + (has_hook ? 1 : 0);
    const void *const object = hutch_at(pool, slot);
    bool is_done;
    if (how == 0) {
        is_done = hutch_despawn_(pool, object);
    } else if (how == 1 && pool->generations != NULL) {
        is_done = hutch_release_ref(pool, refs[slot]);
    } else {
        is_done = hutch_release(pool, object);
    }
    expected += is_live[slot] ? 0 : 1;
    check(is_done == is_live[slot] && despawns == despawned);
    is_live[slot] = false;
}

static void looks(void)
{
    unsigned live = 0;
    for (unsigned slot = 0; slot < pool->capacity; slot++) {
        unsigned char *const object = (unsigned char *)hutch_at(pool, slot);
        live += is_live[slot] ? 1 : 0;
        check(object == pool->slots + slot * sizeof(struct thing));
        check(hutch_index(pool, object) == slot && hutch_index(pool, object + 1) == HUTCH_NONE);
        check(hutch_is_live_at(pool, slot) == is_live[slot] && hutch_is_live(pool, object) == is_live[slot]);
        check(hutch_next_index_(pool, slot) == next_that(true, slot));
        check(pool->generations == NULL ||
              hutch_deref(pool, refs[slot]) == (is_live[slot] ? object : (unsigned char *)NULL));
    }
    check(hutch_live(pool) == live && hutch_next_index_(pool, pool->capacity) == HUTCH_NONE);
    check(hutch_at(pool, pool->capacity) == NULL && hutch_at(pool, HUTCH_NONE) == NULL);
    check(!hutch_is_live_at(pool, pool->capacity) && !hutch_is_live_at(pool, HUTCH_NONE));
    check(hutch_index(pool, pool->slots - 1) == HUTCH_NONE && hutch_index(pool, NULL) == HUTCH_NONE);
    check(hutch_index(pool, pool->slots + pool->capacity * sizeof(struct thing)) == HUTCH_NONE);
}

static void is_reset(void)
{
    const struct hutch_pool *const pools_of_scene[] = {pool};
    struct hutch_scene scene;
    unsigned released = 0;
    scene.pools = pools_of_scene;
    scene.length = 1;
    for (unsigned slot = 0; slot < pool->capacity; slot++) {
        released += is_live[slot] && !is_kept[slot] ? 1 : 0;
        is_live[slot] = is_live[slot] && is_kept[slot];
    }
    check(hutch_scene_reset(&scene) == released);
}

static void model(void)
{
    for (unsigned slot = 0; slot < SLOTS_MAX; slot++) {
        is_live[slot] = is_kept[slot] = was_spawned[slot] = false;
        refs[slot] = 0;
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        const unsigned slot = random_below(pool->capacity);
        const unsigned what = random_below(16);
        if (what < 8) {
            spawns_or_acquires(what != 0);
        } else if (what < 14) {
            ends(slot, what % 3);
        } else if (what == 14 && HUTCH_HAS_HOOKS(pool) && is_live[slot]) {
            is_kept[slot] = true;
            check(hutch_persist_(pool, hutch_at(pool, slot), true));
        } else if (random_below(8) == 0) {
            is_reset();
            looks();
        }
        check(faults == expected);
    }
    while (next_that(false, 0) != HUTCH_NONE) {
        spawns_or_acquires(true);
    }
    spawns_or_acquires(true);
    looks();
    for (unsigned slot = 0; slot + 1 < pool->capacity; slot++) {
        ends(slot, slot % 3);
    }
    looks(); // across empty words
    hutch_clear(pool);
    check(hutch_live(pool) == 0 && hutch_next_index_(pool, 0) == HUTCH_NONE);
    timed_return();
}

// What only a wild write does: bits past the capacity; a counter at its last value comes round to the first.
static void damage(void)
{
    pool = &nine_pool;
    nine_marks_[1] = 0xFE;
    check(hutch_next_index_(pool, 0) == HUTCH_NONE && !hutch_is_live_at(pool, 9));
    nine_marks_[1] = 0;
    nine_generations_[0] = 0xFFF - 1;
    check(nine_release(nine_acquire()) && nine_generations_[0] == 0);
    pool = &one_pool;
    one_generations_[0] = 0xFFFD;
    check(one_release(one_acquire()) && one_generations_[0] == 0);
}

void main(void)
{
    seed = 12345;
    timed_return();
    for (unsigned i = 0; i < sizeof(pools) / sizeof(pools[0]); i++) {
        pool = pools[i];
        model();
    }
    damage();
    check(hutch_port_depth == 0);
    done();
}
