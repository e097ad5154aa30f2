// SPDX-License-Identifier: MIT
// worlds.c - the pools that are searched, the calls that are made on them, and to how many states and calls
// that comes.

#include "model.h"
#include "verbs.h"

#include "hutch/core/over.h"
#include "hutch/prefab.h"

#define ACQUIRES (ON(CALL_ACQUIRE) | ON(CALL_ACQUIRE_URGENT) | ON(CALL_CLAIM))
#define SPAWNS (ON(CALL_SPAWN) | ON(CALL_SPAWN_URGENT) | ON(CALL_DESPAWN) | ON(CALL_PERSIST))
#define RUNS (ON(CALL_ACQUIRE_RUN) | ON(CALL_RELEASE_RUN) | ON(CALL_RELEASE_RUN_AT))
#define RELEASES (ON(CALL_RELEASE) | ON(CALL_RELEASE_AT) | ON(CALL_RELEASE_IF) | ON(CALL_CLEAR))
#define CREATES (ON(CALL_BEGIN) | ON(CALL_END) | ON(CALL_UNDO))
#define REFS (ON(CALL_KEEP_REF) | ON(CALL_RELEASE_REF))
#define SCENES (ON(CALL_RESET) | ON(CALL_LEAKS))
#define PLAIN (ACQUIRES | RELEASES | ON(CALL_ADOPT) | ON(CALL_WALK))
#define NESTED ((PLAIN | SPAWNS) & ~ON(CALL_RELEASE_IF))

static const struct hutch_hooks both = {NULL, real_spawn, real_despawn};
static const struct hutch_hooks all_three = {real_construct, real_spawn, real_despawn};

/// A world with the generic functions; the arguments set the other fields.
#define WORLD(...)                    \
    {                                 \
        .first_count = 0, __VA_ARGS__ \
    }

// ---------------------------------------------------------------------------------------- marks and scenes

HUTCH_POOL_SPAWNED(built, struct thing, 3, .hooks = &all_three);
VERBS_WITH_HOOKS(built, struct thing);

TEST(three_slots_with_marks_and_refs_are_right_in_every_state)
{
    struct world world = WORLD(.pools = {&built_pool},
                               .calls = PLAIN | SPAWNS | CREATES | REFS | SCENES | RUNS | ON(CALL_PRESPAWN));
    search(&world, 8000, 809600);
    world.verbs[0] = &built_verbs;
    world.first_generation = (hutch_ref_t)(hutch_generation_unissued(built_pool.ref_low_bits) - 1u);
    if (W == 8) { // once is enough
        search(&world, 8000, 809600);
    }
}

HUTCH_POOL_SPAWNED(nest, struct thing, 2, .hooks = &all_three);

TEST(two_slots_with_marks_are_right_whatever_a_callback_calls)
{
    const struct world world =
        WORLD(.pools = {&nest_pool}, .calls = PLAIN | SPAWNS | CREATES | REFS | SCENES | ON(CALL_PRESPAWN),
              .nested = ~0ul);
    search(&world, 400, 292456);
}

HUTCH_POOL_SPAWNED(trio, struct thing, 3, .hooks = &both);
HUTCH_POOL(duo, struct thing, 2);

TEST(scene_of_two_pools_is_right_whatever_a_callback_calls)
{
    const struct world world = WORLD(.pools = {&trio_pool, &duo_pool},
                                     .calls = ON(CALL_ACQUIRE) | ON(CALL_CLAIM) | SPAWNS | ON(CALL_RELEASE) |
                                              ON(CALL_BEGIN) | ON(CALL_UNDO) | SCENES,
                                     .nested = ~0ul);
    search(&world, 256, 92688);
}

#if HUTCH_CFG_WORD_BITS == 8
HUTCH_POOL_SPAWNED(wide, struct thing, 9, .hooks = &both);

TEST(nine_slots_with_marks_in_two_words_are_right_in_every_state)
{
    const struct world world =
        WORLD(.pools = {&wide_pool}, .calls = PLAIN | ON(CALL_SPAWN) | ON(CALL_DESPAWN) | ON(CALL_PERSIST) |
                                              SCENES | ON(CALL_ACQUIRE_RUN));
    search(&world, 19683, 2066715);
}
#endif

// ---------------------------------------------------------------------------------------------------- runs

enum { ROW_SLOTS = W == 8 ? 10 : 8 };
HUTCH_POOL_RUNS(row, struct thing, ROW_SLOTS);
HUTCH_POOL_IDS(places, ROW_SLOTS);
HUTCH_POOL_TRACKED(tracked, struct thing, 4);

TEST(runs_are_right_in_every_state)
{
    struct world world = WORLD(.pools = {&row_pool}, .calls = PLAIN | RUNS);
    search(&world, 1u << ROW_SLOTS, W == 8 ? 230400 : 43264);
    world.pools[0] = &places_pool;
    world.calls =
        ACQUIRES | ON(CALL_RELEASE_AT) | ON(CALL_CLEAR) | ON(CALL_ACQUIRE_RUN) | ON(CALL_RELEASE_RUN_AT);
    search(&world, 1u << ROW_SLOTS, W == 8 ? 117760 : 22016);
}

TEST(runs_with_refs_are_right_in_every_state)
{
    struct world world = WORLD(.pools = {&tracked_pool}, .calls = PLAIN | RUNS | REFS);
    search(&world, 625, 61875);
    world.first_generation = (hutch_ref_t)(hutch_generation_unissued(tracked_pool.ref_low_bits) - 1u);
    search(&world, 625, 61875);
}

// ------------------------------------------------------------------------------------------------- policies

HUTCH_POLICY_OLDEST(fade, 5);
HUTCH_POOL(sparks, struct thing, 5, .policy = &fade);
VERBS_PLAIN(sparks, struct thing);

// The ways to have up to five slots live in any order: 1 + 5 + 20 + 60 + 120 + 120.
TEST(oldest_of_five_is_evicted_in_every_state_also_where_the_count_wraps)
{
    struct world world = WORLD(.pools = {&sparks_pool}, .evicts = {EVICTS_OLDEST}, .calls = PLAIN | RUNS);
    search(&world, 326, 41076);
    world.verbs[0] = &sparks_verbs;
    for (unsigned back = 1; back <= 5; back++) {
        world.first_count = 0u - back;
        search(&world, 326, 41076);
    }
}

HUTCH_POLICY_OLDEST(wilt, 3);
HUTCH_POOL_SPAWNED(petals, struct thing, 3, .hooks = &both, .policy = &wilt);
VERBS_WITH_HOOKS(petals, struct thing);

TEST(oldest_with_hooks_is_evicted_whatever_a_callback_calls)
{
    struct world world = WORLD(.pools = {&petals_pool}, .evicts = {EVICTS_OLDEST},
                               .calls = PLAIN | SPAWNS | SCENES, .nested = ~0ul);
    search(&world, 79, 179190);
    world.verbs[0] = &petals_verbs;
    search(&world, 79, 179190);
}

HUTCH_EVICT_LOWEST(real_lowest, struct thing, value);
HUTCH_POLICY(weakest, .evict = real_lowest);
HUTCH_POOL(crowd, struct thing, 4, .policy = &weakest);

TEST(lowest_of_four_is_evicted_in_every_state_with_three_values)
{
    const struct world world = WORLD(.pools = {&crowd_pool}, .evicts = {EVICTS_LOWEST}, .values = 3,
                                     .calls = PLAIN & ~ON(CALL_RELEASE_IF));
    search(&world, EITHER(1296, 625), EITHER(42768, 20625)); // others fill free slots
}

HUTCH_POLICY(careful, .reserve = 1, .on_room = real_room, .low = 2, .on_low = real_low);
HUTCH_POOL(shots, struct thing, 4, .policy = &careful);
VERBS_PLAIN(shots, struct thing);

TEST(reserve_and_marks_of_room_are_right_whatever_a_callback_calls)
{
    struct world world = WORLD(.pools = {&shots_pool}, .calls = PLAIN | RUNS, .nested = ~0ul);
    search(&world, 16, 64155);
    world.verbs[0] = &shots_verbs;
    search(&world, 16, 64155);
}

HUTCH_POLICY(choosy, .reserve = 1, .evict = real_choose, .on_room = real_room, .low = 1, .on_low = real_low);
HUTCH_POOL_SPAWNED(chosen, struct thing, 3, .hooks = &both, .policy = &choosy);
HUTCH_POLICY(picky, .evict = real_choose);
HUTCH_POOL(picked, struct thing, 3, .policy = &picky);
VERBS_WITH_HOOKS(chosen, struct thing);

TEST(any_victim_is_evicted_or_refused_whatever_a_callback_calls)
{
    struct world world =
        WORLD(.pools = {&chosen_pool}, .evicts = {EVICTS_CHOSEN},
              .calls = (PLAIN | SPAWNS | REFS | ON(CALL_ACQUIRE_RUN)) & ~ON(CALL_PERSIST), .nested = ~0ul);
    search(&world, 125, 411864);
    world.verbs[0] = &chosen_verbs;
    search(&world, 125, 411864);
    const struct world plain =
        WORLD(.pools = {&picked_pool}, .evicts = {EVICTS_CHOSEN}, .calls = PLAIN, .nested = ~0ul);
    search(&plain, 8, 4222);
}

HUTCH_POOL(spare, struct thing, 2);
HUTCH_POLICY(over, .reserve = 1, .spill = &spare_pool, .on_room = real_room);
HUTCH_POOL(near, struct thing, 3, .policy = &over);
VERBS_PLAIN(near, struct thing);

HUTCH_POLICY_OLDEST(fade_there, 2);
HUTCH_POOL_SPAWNED(there, struct thing, 2, .hooks = &all_three, .policy = &fade_there);
HUTCH_POLICY(over_there, .reserve = 1, .spill = &there_pool, .on_room = real_room, .low = 1,
             .on_low = real_low);
HUTCH_POOL_SPAWNED(here, struct thing, 2, .hooks = &both, .policy = &over_there);

TEST(objects_spill_in_every_state_whatever_a_callback_calls)
{
    struct world world = WORLD(.pools = {&near_pool, &spare_pool}, .calls = PLAIN, .nested = ~0ul);
    search(&world, 32, 48888);
    world.verbs[0] = &near_verbs;
    search(&world, 32, 48888);
}

TEST(objects_spill_to_a_pool_that_evicts_its_oldest_whatever_a_callback_calls)
{
    const struct world world = WORLD(.pools = {&here_pool, &there_pool},
                                     .evicts = {EVICTS_NOTHING, EVICTS_OLDEST}, .calls = PLAIN | SPAWNS,
                                     .nested = NESTED & ~(ON(CALL_ADOPT) | ON(CALL_PERSIST) |
                                                          ON(CALL_ACQUIRE_URGENT) | ON(CALL_SPAWN_URGENT)));
    search(&world, 468, 1037504);
}

HUTCH_POLICY_OLDEST(mute, 4);
HUTCH_POOL_IDS(voices, 4, .policy = &mute);

TEST(oldest_number_is_evicted_in_every_state)
{
    const struct world world = WORLD(.pools = {&voices_pool}, .evicts = {EVICTS_OLDEST},
                                     .calls = ACQUIRES | ON(CALL_RELEASE_AT) | ON(CALL_CLEAR) |
                                              ON(CALL_ACQUIRE_RUN) | ON(CALL_RELEASE_RUN_AT));
    search(&world, 65, 2600);
}

// --------------------------------------------------------------------------------------------------- adopt

static struct thing array[4];
HUTCH_POOL_OVER(adopted, struct thing, array, 4);

TEST(array_is_adopted_in_every_state_and_keeps_its_bytes)
{
    const struct world world = WORLD(.pools = {&adopted_pool}, .values = 2, .calls = PLAIN);
    search(&world, 256, 12032);
}

// ------------------------------------------------------------------------------------------------- herds

HUTCH_POOL_PREFABS(bosses, struct thing, 1);
HUTCH_PREFAB(boss, bosses, orc_parts, 3, {0});
HUTCH_PREFAB(rock, bosses, hutch_no_components, 4, {0});
HUTCH_POOL_PREFABS(orcs, struct thing, 2);
HUTCH_PREFAB(orc, orcs, orc_parts, 3, {0});
HUTCH_PREFAB(stone, orcs, hutch_no_components, 4, {0});
HUTCH_POOL_PREFABS(imps, struct thing, 3);
HUTCH_PREFAB(imp, imps, imp_parts, 5, {0});

#define HERDS                                                                                     \
    (ON(CALL_ACQUIRE) | ON(CALL_RELEASE_AT) | ON(CALL_DESPAWN) | ON(CALL_CLEAR) | ON(CALL_MAKE) | \
     ON(CALL_ADOPT_PREFAB) | ON(CALL_PRESPAWN_PREFAB) | ON(CALL_ADD_COMPONENT) | ON(CALL_ATTACH))

// A hook must not release its own object, which debug builds would notice.
#define IN_HOOKS (HUTCH_CFG_CHECK < 2 ? ~0ul : ~ON(CALL_RELEASE_AT))
#define HERD(...)                                                       \
    {                                                                   \
        .values = 1, .first_generation = 1, .calls = HERDS, __VA_ARGS__ \
    }

TEST(herd_of_one_is_right_in_every_state_whatever_a_callback_calls)
{
    const hutch_ref_t last = hutch_generation_unissued(bosses_pool.ref_low_bits);
    struct world its =
        HERD(.pools = {&bosses_pool}, .herds = {&bosses_herd}, .prefabs = {&boss, &rock}, .nested = IN_HOOKS);
    search(&its, 18, EITHER(1416, 1482));
    its.first_generation = (hutch_ref_t)(last / 2u); // its ref and the one before it are inverses
    search(&its, 18, EITHER(1416, 1482));
    its.first_generation = (hutch_ref_t)(last - 1u);
    search(&its, 18, EITHER(1416, 1482));
}

TEST(herd_of_two_is_right_in_every_state_whatever_a_callback_calls)
{
    const struct world its =
        HERD(.pools = {&orcs_pool}, .herds = {&orcs_herd}, .prefabs = {&orc, &stone},
             .nested = IN_HOOKS & (ON(CALL_DESPAWN) | ON(CALL_MAKE) | ON(CALL_RELEASE_AT) | ON(CALL_ATTACH) |
                                   ON(CALL_ADD_COMPONENT)));
    search(&its, 524, EITHER(71322, 76958));
}

TEST(herd_of_three_is_right_in_every_state)
{
    const struct world its = HERD(.pools = {&imps_pool}, .herds = {&imps_herd}, .prefabs = {&imp});
    search(&its, 2361, 80274);
}

TEST(herds_of_one_and_three_are_right_in_every_state)
{
    struct world its = HERD(.pools = {&bosses_pool, &imps_pool}, .herds = {&bosses_herd, &imps_herd},
                            .prefabs = {&boss, &imp});
    its.calls = ON(CALL_RELEASE_AT) | ON(CALL_DESPAWN) | ON(CALL_MAKE) | ON(CALL_ATTACH);
    search(&its, 4208, 168320);
}

TEST(families_of_herds_of_one_and_two_are_right_whatever_a_callback_calls)
{
    struct world its = HERD(.pools = {&bosses_pool, &orcs_pool}, .herds = {&bosses_herd, &orcs_herd},
                            .prefabs = {&boss, &orc});
    its.calls = ON(CALL_DESPAWN) | ON(CALL_MAKE) | ON(CALL_ATTACH) | ON(CALL_CLEAR);
    its.nested = IN_HOOKS;
    search(&its, 49, 17675);
}

#include "../../build/lists/model/worlds.h"
