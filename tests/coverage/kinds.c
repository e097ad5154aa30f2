// SPDX-License-Identifier: MIT
// kinds.c - random calls of every generic function on every kind of pool: each lock, one word to three
// levels, plain, with refs, with hooks, with prefabs, with a policy; for the machine code that object.py
// looks at.
//
// After each call the pool is sound, and has as many live objects more or fewer as the result says. That each
// call also does the right thing is shown elsewhere, for fewer kinds at a time.

#include "unit.h"
#include "board.h"

#include "hutch/adopt.h"
#include "hutch/objects/prefab.h"
#include "hutch/objects/scene.h"
#include "hutch/objects/spawn.h"
#include "hutch/policy.h"
#include "hutch/report.h"

enum { rounds = 3000, length_max = 40 };

struct thing {
    uint8_t bytes[3];
};

static void made(struct thing *thing)
{
    thing->bytes[1] = 7;
}
static void born(struct thing *thing, const struct thing *args)
{
    thing->bytes[0] = args != NULL ? args->bytes[0] : 1;
}
static void dies(struct thing *thing)
{
    thing->bytes[0] = 0;
}
HUTCH_HOOK(made, struct thing);
HUTCH_SPAWN_HOOK(born, struct thing, struct thing);
HUTCH_HOOK(dies, struct thing);
static const struct hutch_hooks hooks = {made_hook, born_hook, dies_hook}, half = {NULL, NULL, dies_hook};

static void hear(const struct hutch_pool *pool)
{
    (void)pool;
}
// A policy counts the slots of one pool.
#define POLICED(name, capacity, its_lock)                                                                    \
    HUTCH_POLICY(name##_kept, .reserve = 1, .on_room = hear, .low = 2, .on_low = hear);                      \
    HUTCH_POOL(name##_policed, struct thing, capacity, .lock = its_lock, .policy = &name##_kept);            \
    HUTCH_POLICY_OLDEST(name##_old, capacity);                                                               \
    HUTCH_POOL_SPAWNED(name##_evicted, struct thing, capacity, .lock = its_lock, .hooks = &hooks,            \
                       .policy = &name##_old);                                                               \
    HUTCH_POLICY(name##_spills, .spill = &name##_tracked_pool);                                              \
    HUTCH_POOL_TRACKED(name##_spilling, struct thing, capacity, .lock = its_lock, .policy = &name##_spills); \
    HUTCH_POLICY(name##_warned, .on_room = hear);                                                            \
    HUTCH_POOL_PREFABS(name##_herd_policed, struct thing, capacity, .lock = its_lock,                        \
                       .policy = &name##_warned)
#define POOLS(name, capacity, its_lock)                                                            \
    HUTCH_POOL(name##_plain, struct thing, capacity, .lock = its_lock);                            \
    HUTCH_POOL_TRACKED(name##_tracked, struct thing, capacity, .lock = its_lock);                  \
    HUTCH_POOL_SPAWNED(name##_spawned, struct thing, capacity, .lock = its_lock, .hooks = &hooks); \
    HUTCH_POOL_SPAWNED(name##_half, struct thing, capacity, .lock = its_lock, .hooks = &half);     \
    HUTCH_POOL_PREFABS(name##_herd, struct thing, capacity, .lock = its_lock);                     \
    HUTCH_POOL_IDS(name##_ids, capacity, .lock = its_lock)
#define POOLS_OF(name, its_lock)      \
    POOLS(name##_few, 5, its_lock);   \
    POOLS(name##_more, 70, its_lock); \
    POOLS(name##_many, 1100, its_lock)
POOLS_OF(bare, HUTCH_LOCK_NONE);
POOLS_OF(masked, HUTCH_LOCK_IRQ);
POOLS_OF(shared, HUTCH_LOCK_FREE);
POLICED(bare_few, 5, HUTCH_LOCK_NONE);
POLICED(masked_few, 5, HUTCH_LOCK_IRQ);
POLICED(bare_more, 70, HUTCH_LOCK_NONE);
POLICED(masked_many, 1100, HUTCH_LOCK_IRQ);

#define NAMES(name)                                                                                       \
    &name##_plain_pool, &name##_tracked_pool, &name##_spawned_pool, &name##_half_pool, &name##_herd_pool, \
        &name##_ids_pool
#define NAMES_OF(name) NAMES(name##_few), NAMES(name##_more), NAMES(name##_many)
#define NAMES_POLICED(name) \
    &name##_policed_pool, &name##_evicted_pool, &name##_spilling_pool, &name##_herd_policed_pool
HUTCH_POOL_LIST(NAMES_OF(bare), NAMES_OF(masked), NAMES_OF(shared), NAMES_POLICED(bare_few),
                NAMES_POLICED(masked_few), NAMES_POLICED(bare_more), NAMES_POLICED(masked_many));
HUTCH_SCENE(everything, &bare_few_spawned_pool, &masked_many_evicted_pool, &shared_more_half_pool,
            &masked_more_herd_pool);

static uint32_t dice = 1;
static const struct hutch_pool *pool;
static hutch_ref_t kept;

static bool every_third(const void *object, void *context)
{
    unsigned *const asked = (unsigned *)context;
    (void)object;
    return (*asked)++ % 3 == 0;
}

static void put_nothing(char c, void *context)
{
    (void)c, (void)context;
}

// Live objects; those of a pool that this one spills to are not its own.
static unsigned live(void)
{
    return hutch_live(pool);
}

static bool spills(void)
{
    return pool->options->policy != NULL && pool->options->policy->spill != NULL;
}

static bool evicts(void)
{
    return pool->options->policy != NULL && pool->options->policy->evict != NULL;
}

// Was one object more live than before? One that evicts has another instead; one that spilled is elsewhere.
static void one_more(unsigned before, bool is_done)
{
    CHECK(spills() || live() == before + is_done || (evicts() && is_done && live() == before));
}

static void less(unsigned before, unsigned fewer)
{
    CHECK_EQUAL(live(), before - fewer);
}

static void more(unsigned before, unsigned further)
{
    CHECK_EQUAL(live(), before + further);
}

// As hutch.hpp does, whose pools have marks and no policy: its constructor runs in between.
static void create(unsigned before, bool is_kept)
{
    const bool is_as_of_cxx = pool->has_marks && pool->options->policy == NULL;
    const unsigned index = is_as_of_cxx ? hutch_create_begin(pool) : HUTCH_NONE;
    if (index != HUTCH_NONE && is_kept) {
        hutch_create_end(pool, index);
    } else if (index != HUTCH_NONE) {
        hutch_create_undo(pool, index);
    }
    more(before, index != HUTCH_NONE && is_kept);
}

static void call_for_room(unsigned which, unsigned before)
{
    switch (which) {
    case 0:
        one_more(before, hutch_acquire_index(pool) != HUTCH_NONE);
        break;
    case 1:
        one_more(before, hutch_acquire_urgent_index(pool) != HUTCH_NONE);
        break;
    case 2:
        one_more(before, hutch_acquire(pool) != NULL);
        break;
    case 3:
        one_more(before, hutch_acquire_urgent(pool) != NULL);
        break;
    case 4:
        one_more(before, pool->has_marks && hutch_spawn(pool, NULL) != NULL);
        break;
    case 5:
        one_more(before, pool->has_marks && hutch_spawn_urgent(pool, NULL) != NULL);
        break;
    default:
        create(before, which % 2 != 0);
        break;
    }
}

// Of those of call_with_a_slot: a pool of numbers has no objects.
#define CALLS_OF_NUMBERS (1u << 0 | 1u << 2 | 1u << 5 | 1u << 8 | 1u << 12 | 1u << 17)

static void call_with_a_slot(unsigned which, unsigned index, unsigned before)
{
    void *const object = hutch_at(pool, index);
    struct hutch_walk walk;
    unsigned asked = 0;
    const unsigned length = 1 + unit_random(&dice) % length_max;
    switch (which) {
    case 0:
        less(before, hutch_release_at(pool, index));
        break;
    case 1:
        less(before, hutch_release(pool, object));
        break;
    case 2:
        one_more(before, hutch_claim_index(pool, index));
        break;
    case 3:
        one_more(before, hutch_claim(pool, index) != NULL);
        break;
    case 4:
        less(before, pool->has_marks ? hutch_despawn(pool, object) : hutch_release_if_live(pool, index));
        break;
    case 5:
        less(before, hutch_release_run_at(pool, index, length) ? length : 0);
        break;
    case 6:
        less(before, hutch_release_run(pool, object, length) ? length : 0);
        break;
    case 7:
        more(before, hutch_acquire_run(pool, length) != NULL ? length : 0);
        break;
    case 8:
        more(before, hutch_acquire_run_index(pool, length) != HUTCH_NONE ? length : 0);
        break;
    case 9:
        kept = pool->generations != NULL && hutch_is_live(pool, object) ? hutch_ref(pool, object) : kept;
        CHECK(pool->generations == NULL || hutch_deref(pool, kept) == hutch_expect(pool, kept));
        break;
    case 10:
        less(before, pool->generations != NULL && hutch_release_ref(pool, kept));
        break;
    case 11:
        CHECK(!pool->has_marks ||
              hutch_persist(pool, object, length % 2 != 0) == hutch_is_live(pool, object));
        break;
    case 12:
        CHECK(hutch_next_index(pool, index) == HUTCH_NONE ||
              hutch_is_live_at(pool, hutch_next_index(pool, index)));
        CHECK(hutch_last_index(pool) == HUTCH_NONE || hutch_is_live_at(pool, hutch_last_index(pool)));
        break;
    case 13:
        for (hutch_walk_start(pool, &walk); hutch_walk_find(pool, &walk); hutch_walk_step(pool, &walk)) {
            asked++;
        }
        CHECK_EQUAL(asked, before);
        break;
    case 14:
        less(before, hutch_release_if(pool, every_third, &asked));
        CHECK(!pool->has_marks || asked == before);
        break;
    case 15:
        CHECK(hutch_owner(object) == pool);
        less(before, hutch_despawn_any(object));
        break;
    case 16:
        CHECK(hutch_prespawn(pool, length) == (length <= pool->capacity));
        break;
    default:
        more(before, hutch_adopt(pool, index % 8));
        break;
    }
}

// Most calls are right ones; now and then a number past the end, and no object.
static void call(void)
{
    const unsigned before = live(), roll = unit_random(&dice) % 100;
    const unsigned index = unit_random(&dice) % (pool->capacity + (roll == 99));
    if (roll < 50) {
        call_for_room(pool->slots != NULL ? roll % 8 : roll % 2, before);
    } else if (pool->slots != NULL || (1u << roll % 18 & CALLS_OF_NUMBERS) != 0) {
        call_with_a_slot(roll % 18, index, before);
    }
    unit_faults_forget();
    CHECK(hutch_check(pool));
}

static void call_is_right_on_every_kind_of_pool(void)
{
    for (unsigned i = 0; (pool = hutch_listed_pool(i)) != NULL; i++) {
        for (unsigned round = 0; round < rounds; round++) {
            call();
        }
        hutch_report_live(pool, put_nothing, NULL);
        hutch_clear(pool);
        CHECK_EQUAL(live(), 0);
    }
}

static void scene_is_reset_whatever_its_pools_are(void)
{
    for (unsigned i = 0; i < everything.length; i++) {
        pool = everything.pools[i];
        while (hutch_available(pool) != 0 && hutch_spawn(pool, NULL) != NULL) {
            CHECK(i % 2 == 0 || hutch_persist(pool, hutch_last(pool), true));
        }
    }
    CHECK(hutch_scene_reset(&everything) != 0);
}

static const struct unit_test tests[] = {
    UNIT_TEST(call_is_right_on_every_kind_of_pool),
    UNIT_TEST(scene_is_reset_whatever_its_pools_are),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(tests);
    return unit_finish();
}
