// SPDX-License-Identifier: MIT
// worlds.c - the pools that are searched, the calls that are made on them, and to how many states and calls
// that comes.

#include "search.h"

#include "hutch/core/over.h"
#include "hutch/scene.h"

#define ACQUIRES (ON(CALL_ACQUIRE) | ON(CALL_ACQUIRE_URGENT) | ON(CALL_CLAIM))
#define SPAWNS (ON(CALL_SPAWN) | ON(CALL_SPAWN_URGENT) | ON(CALL_DESPAWN) | ON(CALL_PERSIST))
#define RUNS (ON(CALL_ACQUIRE_RUN) | ON(CALL_RELEASE_RUN) | ON(CALL_RELEASE_RUN_AT))
#define RELEASES (ON(CALL_RELEASE) | ON(CALL_RELEASE_AT) | ON(CALL_RELEASE_IF) | ON(CALL_CLEAR))
#define CREATES (ON(CALL_BEGIN) | ON(CALL_END) | ON(CALL_UNDO))
#define REFS (ON(CALL_KEEP_REF) | ON(CALL_RELEASE_REF))
#define SCENES (ON(CALL_RESET) | ON(CALL_LEAKS))
#define PLAIN (ACQUIRES | RELEASES | ON(CALL_ADOPT))
#define NESTED ((PLAIN | SPAWNS) & ~ON(CALL_RELEASE_IF))

// The typed functions of a pool, with the parameters of the generic ones.
#define TYPED(name)                                                                                         \
    static void *name##_do_acquire(const struct hutch_pool *pool)                                           \
    {                                                                                                       \
        return (void)pool, name##_acquire();                                                                \
    }                                                                                                       \
    static void *name##_do_acquire_urgent(const struct hutch_pool *pool)                                    \
    {                                                                                                       \
        return (void)pool, name##_acquire_urgent();                                                         \
    }                                                                                                       \
    static void *name##_do_claim(const struct hutch_pool *pool, unsigned index)                             \
    {                                                                                                       \
        return (void)pool, name##_claim(index);                                                             \
    }                                                                                                       \
    static bool name##_do_release(const struct hutch_pool *pool, const void *object)                        \
    {                                                                                                       \
        return (void)pool, name##_release((const struct thing *)object);                                    \
    }                                                                                                       \
    static bool name##_do_release_at(const struct hutch_pool *pool, unsigned index)                         \
    {                                                                                                       \
        return (void)pool, name##_release_at(index);                                                        \
    }                                                                                                       \
    static bool name##_do_test(const struct thing *object, void *context)                                   \
    {                                                                                                       \
        return real_test(object, context);                                                                  \
    }                                                                                                       \
    static unsigned name##_do_release_if(                                                                   \
        const struct hutch_pool *pool, bool (*should_go)(const void *object, void *context), void *context) \
    {                                                                                                       \
        return (void)pool, (void)should_go, name##_release_if(name##_do_test, context);                     \
    }                                                                                                       \
    static void name##_do_clear(const struct hutch_pool *pool)                                              \
    {                                                                                                       \
        (void)pool;                                                                                         \
        name##_clear();                                                                                     \
    }
#define TYPED_WITH_HOOKS(name)                                                           \
    static void *name##_do_spawn(const struct hutch_pool *pool, const void *args)        \
    {                                                                                    \
        return (void)pool, name##_spawn(args);                                           \
    }                                                                                    \
    static void *name##_do_spawn_urgent(const struct hutch_pool *pool, const void *args) \
    {                                                                                    \
        return (void)pool, name##_spawn_urgent(args);                                    \
    }                                                                                    \
    static bool name##_do_despawn(const struct hutch_pool *pool, const void *object)     \
    {                                                                                    \
        return (void)pool, name##_despawn((const struct thing *)object);                 \
    }
#define VERBS(name, spawn, spawn_urgent, despawn)                                             \
    static const struct verbs name##_verbs = {name##_do_acquire,    name##_do_acquire_urgent, \
                                              name##_do_claim,      name##_do_release,        \
                                              name##_do_release_at, name##_do_release_if,     \
                                              name##_do_clear,      spawn,                    \
                                              spawn_urgent,         despawn}

static const struct hutch_hooks both = {NULL, real_spawn, real_despawn};
static const struct hutch_hooks all_three = {real_construct, real_spawn, real_despawn};

/// A world with the generic functions; the arguments set the other fields.
#define WORLD(...)                    \
    {                                 \
        .first_count = 0, __VA_ARGS__ \
    }

// ---------------------------------------------------------------------------------------- marks and scenes

HUTCH_POOL_SPAWNED(built, struct thing, 3, .hooks = &all_three);
HUTCH_SCENE(built_scene, &built_pool);
TYPED(built)
TYPED_WITH_HOOKS(built)
VERBS(built, built_do_spawn, built_do_spawn_urgent, built_do_despawn);

static void three_slots_with_marks_and_refs_are_right_in_every_state(void)
{
    struct world world = WORLD(.pools = {&built_pool}, .scene = &built_scene,
                               .calls = PLAIN | SPAWNS | CREATES | REFS | SCENES | RUNS | ON(CALL_PRESPAWN));
    search(&world, 8000, 977600);
    world.verbs[0] = &built_verbs;
    world.first_generation = (hutch_ref_t)(hutch_generation_unissued(built_pool.ref_low_bits) - 1u);
    if (W == 8) { // once is enough
        search(&world, 8000, 977600);
    }
}

HUTCH_POOL_SPAWNED(nest, struct thing, 2, .hooks = &all_three);
HUTCH_SCENE(nest_scene, &nest_pool);

static void two_slots_with_marks_are_right_whatever_a_callback_calls(void)
{
    const struct world world =
        WORLD(.pools = {&nest_pool}, .scene = &nest_scene,
              .calls = PLAIN | SPAWNS | CREATES | REFS | SCENES | ON(CALL_PRESPAWN), .nested = ~0ul);
    search(&world, 400, 261984);
}

HUTCH_POOL_SPAWNED(trio, struct thing, 3, .hooks = &both);
HUTCH_POOL(duo, struct thing, 2);
HUTCH_SCENE(level, &trio_pool, &duo_pool);

static void scene_of_two_pools_is_right_whatever_a_callback_calls(void)
{
    const struct world world = WORLD(.pools = {&trio_pool, &duo_pool}, .scene = &level,
                                     .calls = ON(CALL_ACQUIRE) | ON(CALL_CLAIM) | SPAWNS | ON(CALL_RELEASE) |
                                              ON(CALL_BEGIN) | ON(CALL_UNDO) | SCENES,
                                     .nested = ~0ul);
    search(&world, 256, 92688);
}

#if HUTCH_CFG_WORD_BITS == 8
HUTCH_POOL_SPAWNED(wide, struct thing, 9, .hooks = &both);
HUTCH_SCENE(wide_scene, &wide_pool);

static void nine_slots_with_marks_in_two_words_are_right_in_every_state(void)
{
    const struct world world = WORLD(.pools = {&wide_pool}, .scene = &wide_scene,
                                     .calls = PLAIN | ON(CALL_SPAWN) | ON(CALL_DESPAWN) | ON(CALL_PERSIST) |
                                              SCENES | ON(CALL_ACQUIRE_RUN));
    search(&world, 19683, 2047032);
}
#endif

// ---------------------------------------------------------------------------------------------------- runs

enum { ROW_SLOTS = W == 8 ? 10 : 8 };
HUTCH_POOL_RUNS(row, struct thing, ROW_SLOTS);
HUTCH_POOL_IDS(places, ROW_SLOTS);
HUTCH_POOL_TRACKED(tracked, struct thing, 4);

static void runs_are_right_in_every_state(void)
{
    struct world world = WORLD(.pools = {&row_pool}, .calls = PLAIN | RUNS);
    search(&world, 1u << ROW_SLOTS, W == 8 ? 366592 : 66560);
    world.pools[0] = &places_pool;
    world.calls =
        ACQUIRES | ON(CALL_RELEASE_AT) | ON(CALL_CLEAR) | ON(CALL_ACQUIRE_RUN) | ON(CALL_RELEASE_RUN_AT);
    search(&world, 1u << ROW_SLOTS, W == 8 ? 175104 : 31488);
}

static void runs_with_refs_are_right_in_every_state(void)
{
    struct world world = WORLD(.pools = {&tracked_pool}, .calls = PLAIN | RUNS | REFS);
    search(&world, 625, 81250);
    world.first_generation = (hutch_ref_t)(hutch_generation_unissued(tracked_pool.ref_low_bits) - 1u);
    search(&world, 625, 81250);
}

// ------------------------------------------------------------------------------------------------- policies

HUTCH_POLICY_OLDEST(fade, 5);
HUTCH_POOL(sparks, struct thing, 5, .policy = &fade);
TYPED(sparks)
VERBS(sparks, NULL, NULL, NULL);

// The ways to have up to five slots live in any order: 1 + 5 + 20 + 60 + 120 + 120.
static void oldest_of_five_is_evicted_in_every_state_also_where_the_count_wraps(void)
{
    struct world world = WORLD(.pools = {&sparks_pool}, .evicts = {EVICTS_OLDEST}, .calls = PLAIN | RUNS);
    search(&world, 326, 55094);
    world.verbs[0] = &sparks_verbs;
    for (unsigned back = 1; back <= 5; back++) {
        world.first_count = 0u - back;
        search(&world, 326, 55094);
    }
}

HUTCH_POLICY_OLDEST(wilt, 3);
HUTCH_POOL_SPAWNED(petals, struct thing, 3, .hooks = &both, .policy = &wilt);
HUTCH_SCENE(garden, &petals_pool);
TYPED(petals)
TYPED_WITH_HOOKS(petals)
VERBS(petals, petals_do_spawn, petals_do_spawn_urgent, petals_do_despawn);

static void oldest_with_hooks_is_evicted_whatever_a_callback_calls(void)
{
    struct world world = WORLD(.pools = {&petals_pool}, .evicts = {EVICTS_OLDEST}, .scene = &garden,
                               .calls = PLAIN | SPAWNS | SCENES, .nested = ~0ul);
    search(&world, 79, 165240);
    world.verbs[0] = &petals_verbs;
    search(&world, 79, 165240);
}

HUTCH_EVICT_LOWEST(real_lowest, struct thing, value);
HUTCH_POLICY(weakest, .evict = real_lowest);
HUTCH_POOL(crowd, struct thing, 4, .policy = &weakest);

static void lowest_of_four_is_evicted_in_every_state_with_three_values(void)
{
    const struct world world = WORLD(.pools = {&crowd_pool}, .evicts = {EVICTS_LOWEST}, .values = 3,
                                     .calls = PLAIN & ~ON(CALL_RELEASE_IF));
    search(&world, EITHER(1296, 625), EITHER(41472, 20000)); // others fill free slots
}

HUTCH_POLICY(careful, .reserve = 1, .on_room = real_room, .low = 2, .on_low = real_low);
HUTCH_POOL(shots, struct thing, 4, .policy = &careful);
TYPED(shots)
VERBS(shots, NULL, NULL, NULL);

static void reserve_and_marks_of_room_are_right_whatever_a_callback_calls(void)
{
    struct world world = WORLD(.pools = {&shots_pool}, .calls = PLAIN | RUNS, .nested = ~0ul);
    search(&world, 16, 82106);
    world.verbs[0] = &shots_verbs;
    search(&world, 16, 82106);
}

HUTCH_POLICY(choosy, .reserve = 1, .evict = real_choose, .on_room = real_room, .low = 1, .on_low = real_low);
HUTCH_POOL_SPAWNED(chosen, struct thing, 3, .hooks = &both, .policy = &choosy);
HUTCH_POLICY(picky, .evict = real_choose);
HUTCH_POOL(picked, struct thing, 3, .policy = &picky);
TYPED(chosen)
TYPED_WITH_HOOKS(chosen)
VERBS(chosen, chosen_do_spawn, chosen_do_spawn_urgent, chosen_do_despawn);

static void any_victim_is_evicted_or_refused_whatever_a_callback_calls(void)
{
    struct world world =
        WORLD(.pools = {&chosen_pool}, .evicts = {EVICTS_CHOSEN},
              .calls = (PLAIN | SPAWNS | REFS | ON(CALL_ACQUIRE_RUN)) & ~ON(CALL_PERSIST), .nested = ~0ul);
    search(&world, 125, 392507);
    world.verbs[0] = &chosen_verbs;
    search(&world, 125, 392507);
    const struct world plain =
        WORLD(.pools = {&picked_pool}, .evicts = {EVICTS_CHOSEN}, .calls = PLAIN, .nested = ~0ul);
    search(&plain, 8, 3712);
}

HUTCH_POOL(spare, struct thing, 2);
HUTCH_POLICY(over, .reserve = 1, .spill = &spare_pool, .on_room = real_room);
HUTCH_POOL(near, struct thing, 3, .policy = &over);
TYPED(near)
VERBS(near, NULL, NULL, NULL);

HUTCH_POLICY_OLDEST(fade_there, 2);
HUTCH_POOL_SPAWNED(there, struct thing, 2, .hooks = &all_three, .policy = &fade_there);
HUTCH_POLICY(over_there, .reserve = 1, .spill = &there_pool, .on_room = real_room, .low = 1,
             .on_low = real_low);
HUTCH_POOL_SPAWNED(here, struct thing, 2, .hooks = &both, .policy = &over_there);

static void objects_spill_in_every_state_whatever_a_callback_calls(void)
{
    struct world world = WORLD(.pools = {&near_pool, &spare_pool}, .calls = PLAIN, .nested = ~0ul);
    search(&world, 32, 42456);
    world.verbs[0] = &near_verbs;
    search(&world, 32, 42456);
}

static void objects_spill_to_a_pool_that_evicts_its_oldest_whatever_a_callback_calls(void)
{
    const struct world world = WORLD(.pools = {&here_pool, &there_pool},
                                     .evicts = {EVICTS_NOTHING, EVICTS_OLDEST}, .calls = PLAIN | SPAWNS,
                                     .nested = NESTED & ~(ON(CALL_ADOPT) | ON(CALL_PERSIST) |
                                                          ON(CALL_ACQUIRE_URGENT) | ON(CALL_SPAWN_URGENT)));
    search(&world, 468, 931264);
}

HUTCH_POLICY_OLDEST(mute, 4);
HUTCH_POOL_IDS(voices, 4, .policy = &mute);

static void oldest_number_is_evicted_in_every_state(void)
{
    const struct world world = WORLD(.pools = {&voices_pool}, .evicts = {EVICTS_OLDEST},
                                     .calls = ACQUIRES | ON(CALL_RELEASE_AT) | ON(CALL_CLEAR) |
                                              ON(CALL_ACQUIRE_RUN) | ON(CALL_RELEASE_RUN_AT));
    search(&world, 65, 3315);
}

// --------------------------------------------------------------------------------------------------- adopt

static struct thing array[4];
HUTCH_POOL_OVER(adopted, struct thing, array, 4);

static void array_is_adopted_in_every_state_and_keeps_its_bytes(void)
{
    const struct world world = WORLD(.pools = {&adopted_pool}, .values = 2, .calls = PLAIN);
    search(&world, 256, 11776);
}

const struct unit_test worlds_tests[] = {
    UNIT_TEST(three_slots_with_marks_and_refs_are_right_in_every_state),
    UNIT_TEST(two_slots_with_marks_are_right_whatever_a_callback_calls),
    UNIT_TEST(scene_of_two_pools_is_right_whatever_a_callback_calls),
#if HUTCH_CFG_WORD_BITS == 8
    UNIT_TEST(nine_slots_with_marks_in_two_words_are_right_in_every_state),
#endif
    UNIT_TEST(runs_are_right_in_every_state),
    UNIT_TEST(runs_with_refs_are_right_in_every_state),
    UNIT_TEST(oldest_of_five_is_evicted_in_every_state_also_where_the_count_wraps),
    UNIT_TEST(oldest_with_hooks_is_evicted_whatever_a_callback_calls),
    UNIT_TEST(lowest_of_four_is_evicted_in_every_state_with_three_values),
    UNIT_TEST(reserve_and_marks_of_room_are_right_whatever_a_callback_calls),
    UNIT_TEST(any_victim_is_evicted_or_refused_whatever_a_callback_calls),
    UNIT_TEST(objects_spill_in_every_state_whatever_a_callback_calls),
    UNIT_TEST(objects_spill_to_a_pool_that_evicts_its_oldest_whatever_a_callback_calls),
    UNIT_TEST(oldest_number_is_evicted_in_every_state),
    UNIT_TEST(array_is_adopted_in_every_state_and_keeps_its_bytes),
    UNIT_TESTS_END,
};
