// SPDX-License-Identifier: MIT
// callers.c - notes name the user's line also where functions of src/ acquire and release on his behalf:
// families of prefabs, scenes, hooks. That every way to get and to return an object does is in
// tests/unit/ways.c.

#include "debug_test.h"

struct thing {
    uint8_t bytes[4];
};
HUTCH_POOL(wide, struct thing, 4);

static void (*in_hook)(void); // what the next despawn hook does
static void despawned(void *object)
{
    void (*const act)(void) = in_hook;
    (void)object;
    in_hook = NULL;
    if (act != NULL) {
        act();
    }
}
static const struct hutch_hooks hooks = {NULL, NULL, despawned};
HUTCH_POOL_SPAWNED(spares, struct thing, 2, .hooks = &hooks);
HUTCH_POLICY(to_spares, .spill = &spares_pool);
HUTCH_POOL_SPAWNED(stars, struct thing, 1, .hooks = &hooks, .policy = &to_spares);
HUTCH_POLICY_OLDEST(actors_fade, 3);
HUTCH_POOL_SPAWNED(actors, struct thing, 3, .hooks = &hooks, .policy = &actors_fade);

HUTCH_POOL_PREFABS(trees, struct thing, 5);
HUTCH_PREFAB(oak, trees, hutch_no_components, {1, 2, 3, 4});
HUTCH_COMPONENTS(elm_parts, {NULL, despawned, 0, 0});
HUTCH_PREFAB(elm, trees, elm_parts, {5, 6, 7, 8});
HUTCH_SCENE(forest, &wide_pool, &trees_pool);

static struct thing array[3];
HUTCH_POOL_OVER(crates, struct thing, array, 3);

// A return address lies in its function, or just after it. Without optimization functions are long.
#ifdef __OPTIMIZE__
enum { function_bytes = 2048 };
#else
enum { function_bytes = 16384 };
#endif

typedef void act_function(void);
static void *got;

static void check_site(const void *site, act_function *act)
{
    CHECK((uintptr_t)site - ((uintptr_t)act & ~(uintptr_t)1) < function_bytes);
}

#define ACT(name) __attribute__((noinline)) static void name(void)
#define GETS(name, call) \
    ACT(name)            \
    {                    \
        got = call;      \
    }                    \
    HUTCH_TAKE_SEMICOLON
#define DOES(name, call) \
    ACT(name)            \
    {                    \
        CHECK(call);     \
    }                    \
    HUTCH_TAKE_SEMICOLON

static void check_releases(const struct hutch_pool *pool, unsigned index, act_function *act)
{
    act();
    CHECK(!hutch_is_live_at(pool, index));
    check_site(pool->notes[index].released_by, act);
    CHECK_EQUAL(unit_faults.count, 0);
}

static void check_faults(const char *pool, unsigned code, act_function *act)
{
    act();
    check_site(debug_fault(pool, code)->caller, act);
}

static unsigned got_at(const struct hutch_pool *pool)
{
    return hutch_index(pool, got);
}

// -------------------------------------------------------------------------------------- prefabs and scenes

GETS(spawn_oak, oak_spawn(NULL));
GETS(spawn_oak_urgent, oak_spawn_urgent(NULL));
DOES(despawn_tree, trees_despawn((struct thing *)got));
DOES(prespawn_oaks, oak_prespawn(5));
ACT(prespawn_too_many)
{
    CHECK(!oak_prespawn(6));
}
ACT(attach_to_itself)
{
    CHECK(!trees_attach((struct thing *)got, &trees_herd, got));
}
ACT(attach_nothing)
{
    CHECK(!trees_attach((struct thing *)got, &trees_herd, array));
}

// Acquired, not spawned: visible, and none of the herd. First, while its slot has had no prefab.
TEST(object_that_no_prefab_made_is_no_parent_and_no_child)
{
    debug_repair(&trees_pool);
    got = trees_acquire();
    attach_to_itself();
    const struct hutch_fault *const fault = debug_fault("trees", HUTCH_FAULT_USE_AFTER_RELEASE);
    CHECK(fault->address == got);
    CHECK(trees_is_live((struct thing *)got));
}

TEST(prefabs_and_their_children_name_who_called)
{
    CHECK_EQUAL(hutch_adopt(&crates_pool, 0), 0); // in use, so that its address is known
    debug_repair(&trees_pool);
    check_faults("trees", HUTCH_FAULT_PRESPAWN, prespawn_too_many);
    check_releases(&trees_pool, 3, prespawn_oaks);
    check_site(trees_pool.notes[3].acquired_by, prespawn_oaks);
    for (unsigned i = 0; i < 2; i++) {
        act_function *const act = i == 0 ? spawn_oak : spawn_oak_urgent;
        act();
        check_site(trees_pool.notes[got_at(&trees_pool)].acquired_by, act);
    }
    check_faults("trees", HUTCH_FAULT_ANCESTOR, attach_to_itself);
    check_faults("trees", HUTCH_FAULT_OTHER_POOL, attach_nothing);
    struct thing *const parent = (struct thing *)got;
    spawn_oak();
    const unsigned child = got_at(&trees_pool);
    CHECK(trees_attach(parent, &trees_herd, got));
    spawn_oak();
    const unsigned grandchild = got_at(&trees_pool);
    CHECK(trees_attach(trees_at(child), &trees_herd, got));
    got = parent;
    check_releases(&trees_pool, got_at(&trees_pool), despawn_tree);
    CHECK(!trees_is_live_at(child) && !trees_is_live_at(grandchild));
    check_site(trees_pool.notes[child].released_by, despawn_tree);
    check_site(trees_pool.notes[grandchild].released_by, despawn_tree);
}

ACT(reset_forest)
{
    CHECK_EQUAL(hutch_scene_reset(&forest), 4);
}
ACT(look_for_leaks)
{
    CHECK_EQUAL(hutch_scene_check(&forest), 1);
}
TEST(scenes_name_who_reset_them)
{
    debug_repair(&wide_pool);
    debug_repair(&trees_pool);
    CHECK(wide_claim(1) != NULL);
    check_faults("wide", HUTCH_FAULT_LEAK, look_for_leaks);
    CHECK(wide_claim(3) != NULL && oak_spawn(NULL) != NULL && oak_spawn(NULL) != NULL);
    const unsigned tree = hutch_next_index_(&trees_pool, 0);
    check_releases(&wide_pool, 3, reset_forest);
    check_site(wide_pool.notes[1].released_by, reset_forest);
    check_site(trees_pool.notes[tree].released_by, reset_forest);
}

static void *outer, *inner;
static const struct hutch_pool *played;

ACT(despawn_inner)
{
    CHECK(hutch_despawn_(played, inner));
}
ACT(despawn_outer)
{
    CHECK(hutch_despawn_(played, outer));
}
ACT(release_inner)
{
    CHECK(hutch_release(played, inner));
}
ACT(spawn_spilled_inside)
{
    inner = stars_spawn(NULL);
}
ACT(acquire_spilled_inside)
{
    inner = stars_acquire();
}

ACT(prespawn_inside)
{
    CHECK(oak_prespawn(4));
}

static void check_both_sites(const void *of_outer, const void *of_inner, act_function *act)
{
    check_site(of_outer, despawn_outer);
    check_site(of_inner, act);
    CHECK((uintptr_t)of_outer - (uintptr_t)despawn_outer < (uintptr_t)of_outer - (uintptr_t)act);
    CHECK((uintptr_t)of_inner - (uintptr_t)act < (uintptr_t)of_inner - (uintptr_t)despawn_outer);
    CHECK_EQUAL(unit_faults.count, 0);
}

// In a hook another object comes or goes, of the same pool or by way of it: what comes after is the outer
// caller's again.
static void use_hooks_that_let_go(const struct hutch_pool *pool, act_function *act)
{
    played = pool;
    debug_repair(pool);
    outer = hutch_spawn_(pool, NULL);
    inner = hutch_spawn_(pool, NULL);
    in_hook = act;
    despawn_outer();
    check_both_sites(pool->notes[hutch_index(pool, outer)].released_by,
                     pool->notes[hutch_index(pool, inner)].released_by, act);
}

static void use_hooks_that_spill(act_function *act)
{
    played = &spares_pool;
    debug_repair(&stars_pool);
    debug_repair(&spares_pool);
    CHECK(stars_spawn(NULL) != NULL);
    outer = spares_spawn(NULL);
    in_hook = act;
    despawn_outer();
    check_both_sites(spares_pool.notes[hutch_index(&spares_pool, outer)].released_by,
                     spares_pool.notes[hutch_index(&spares_pool, inner)].acquired_by, act);
}

TEST(who_called_is_right_again_after_a_hooks_own_calls)
{
    use_hooks_that_let_go(&actors_pool, despawn_inner);
    use_hooks_that_let_go(&spares_pool, despawn_inner);
    use_hooks_that_let_go(&actors_pool, release_inner);
    use_hooks_that_spill(spawn_spilled_inside);
    use_hooks_that_spill(acquire_spilled_inside);
    played = &trees_pool;
    debug_repair(played);
    outer = elm_spawn(NULL);
    in_hook = prespawn_inside;
    despawn_outer();
    const unsigned index = hutch_index(played, outer);
    check_both_sites(played->notes[index].released_by, played->notes[(index + 1) % 5].acquired_by,
                     prespawn_inside);
}

#include "../../build/lists/debug/callers.h"
