// SPDX-License-Identifier: MIT
// spawn.c - objects with hooks: the order of hooks, who sees an object when, scenes, and the owner of an
// object.

#include "unit.h"

struct orc {
    int x;
    uint8_t hits;
};
struct place {
    int x;
};

static void built(struct orc *orc);
static void born(struct orc *orc, const struct place *place);
static void gone(struct orc *orc);
HUTCH_HOOK(built, struct orc);
HUTCH_SPAWN_HOOK(born, struct orc, struct place);
HUTCH_HOOK(gone, struct orc);
static const struct hutch_hooks orc_hooks = {built_hook, born_hook, gone_hook};
HUTCH_POOL_SPAWNED(orcs, struct orc, 5, HUTCH_OPTIONS(UNIT_LOCK, NULL, &orc_hooks));
HUTCH_POOL_SPAWNED(ghosts, struct orc, 3, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL(arrows, struct orc, 4);

static unsigned imps_built;
static void build_imp(void *imp)
{
    imps_built++;
    ((struct orc *)imp)->hits = 9;
}
static const struct hutch_hooks imp_hooks = {build_imp, NULL, NULL};
HUTCH_POOL_SPAWNED(imps, struct orc, 3, HUTCH_OPTIONS(UNIT_LOCK, NULL, &imp_hooks));
static const struct hutch_hooks no_hooks = {NULL, NULL, NULL};
HUTCH_POOL_SPAWNED(elves, struct orc, 1, HUTCH_OPTIONS(UNIT_LOCK, NULL, &no_hooks));
HUTCH_SCENE(level, &orcs_pool, &arrows_pool);

static unsigned built_count, born_count, gone_count, seen_in_hooks;
static struct orc *despawned_in_hook;
static struct orc *dying, *debris; // whose hook spawns what
static bool hook_despawns_itself;

static void forget_all(void)
{
    despawned_in_hook = NULL;
    hook_despawns_itself = false;
    orcs_clear();
    ghosts_clear();
    arrows_clear();
    born_count = gone_count = seen_in_hooks = 0;
}

static void look(const struct orc *orc)
{
    if (orcs_is_live(orc) || hutch_is_live_at(&orcs_pool, orcs_index(orc))) {
        seen_in_hooks++;
    }
    HUTCH_FOREACH (const struct orc, other, orcs) {
        if (other == orc) {
            seen_in_hooks++;
        }
    }
}

static void built(struct orc *orc)
{
    built_count++;
    orc->hits = 0;
}

static void born(struct orc *orc, const struct place *place)
{
    born_count++;
    orc->x = place != NULL ? place->x : -1;
    look(orc);
}

static void gone(struct orc *orc)
{
    gone_count++;
    look(orc);
    if (hook_despawns_itself) {
        CHECK(!orcs_despawn(orc));
    }
    if (despawned_in_hook != NULL) {
        struct orc *const other = despawned_in_hook;
        despawned_in_hook = NULL;
        CHECK(orcs_despawn(other));
    }
    if (orc == dying) {
        debris = orcs_spawn(NULL);
    }
}

TEST(the_spawn_hook_gets_the_callers_arguments)
{
    const struct place place = {7};
    forget_all();
    CHECK_EQUAL(orcs_spawn(&place)->x, 7);
    CHECK_EQUAL(-orcs_spawn(NULL)->x, 1);
    CHECK_EQUAL(born_count, 2);
}

TEST(a_slot_is_constructed_once)
{
    forget_all();
    CHECK(orcs_prespawn(orcs_capacity()));
    const unsigned before = built_count;
    CHECK(before <= orcs_capacity());
    for (unsigned i = 0; i < 3; i++) {
        orcs_despawn(orcs_spawn(NULL));
    }
    CHECK_EQUAL(built_count, before);
}

TEST(prespawn_passes_live_objects_over)
{
    UNIT_NEEDS(!HUTCH_CFG_FENCE);
    struct orc *const imp = imps_claim(1); // without its hook
    imp->hits = 5;
    CHECK(imps_prespawn(3));
    CHECK_EQUAL(imps_built, 2);
    CHECK_EQUAL(imp->hits, 5);
    imps_clear();
}

TEST(prespawn_of_more_than_the_capacity_is_a_fault)
{
    CHECK(!orcs_prespawn(orcs_capacity() + 1));
    CHECK(unit_fault_was("orcs", HUTCH_FAULT_PRESPAWN, NULL, orcs_capacity() + 1));
    CHECK(!hutch_prespawn_(&orcs_pool, orcs_capacity() + 1));
    CHECK(unit_fault_was("orcs", HUTCH_FAULT_PRESPAWN, NULL, orcs_capacity() + 1));
}

TEST(an_object_is_invisible_inside_its_hooks)
{
    forget_all();
    struct orc *const orc = orcs_spawn(NULL);
    CHECK(orcs_is_live(orc));
    CHECK(orcs_despawn(orc));
    CHECK_EQUAL(seen_in_hooks, 0);
}

TEST(a_full_pool_runs_no_hook)
{
    forget_all();
    while (orcs_spawn(NULL) != NULL) {}
    CHECK_EQUAL(born_count, orcs_capacity());
    CHECK(hutch_spawn_(&orcs_pool, NULL) == NULL);
    CHECK_EQUAL(born_count, orcs_capacity());
}

TEST(a_second_despawn_is_refused_and_runs_no_hook)
{
    forget_all();
    struct orc *const orc = orcs_spawn(NULL);
    CHECK(orcs_despawn(orc));
    CHECK(!orcs_despawn(orc));
    CHECK(unit_fault_was("orcs", HUTCH_FAULT_DOUBLE_RELEASE, orc, 0));
    CHECK_EQUAL(gone_count, 1);
}

TEST(despawn_of_ones_own_object_inside_its_hook_is_a_fault)
{
    forget_all();
    struct orc *const orc = orcs_spawn(NULL);
    hook_despawns_itself = true;
    CHECK(orcs_despawn(orc));
    CHECK(HUTCH_CFG_CHECK >= 2 ? unit_fault_was("orcs", HUTCH_FAULT_RELEASE_IN_DESPAWN, orc, orcs_index(orc))
                               : unit_fault_was("orcs", HUTCH_FAULT_DOUBLE_RELEASE, orc, orcs_index(orc)));
    CHECK_EQUAL(gone_count, 1);
    CHECK_EQUAL(orcs_live(), 0);
}

TEST(a_hook_may_despawn_another_object)
{
    forget_all();
    struct orc *const parent = orcs_spawn(NULL);
    despawned_in_hook = orcs_spawn(NULL);
    CHECK(orcs_despawn(parent));
    CHECK_EQUAL(gone_count, 2);
    CHECK_EQUAL(orcs_live(), 0);
}

TEST(refs_are_stale_after_despawn_clear_and_scene_reset)
{
    forget_all();
    struct orc *orc = orcs_spawn(NULL);
    const orcs_ref_t first = orcs_ref(orc);
    CHECK(orcs_deref(first) == orc);
    CHECK(orcs_despawn(orc));
    CHECK(orcs_deref(first) == NULL);
    const orcs_ref_t second = orcs_ref(orcs_spawn(NULL));
    orcs_clear();
    CHECK(orcs_deref(second) == NULL);
    const orcs_ref_t third = orcs_ref(orcs_spawn(NULL));
    CHECK_EQUAL(hutch_scene_reset(&level), 1);
    CHECK(orcs_deref(third) == NULL);
}

TEST(clear_and_release_if_run_the_despawn_hook)
{
    forget_all();
    orcs_spawn(NULL);
    orcs_spawn(NULL);
    orcs_clear();
    CHECK_EQUAL(gone_count, 2);
    orcs_spawn(NULL);
    CHECK_EQUAL(orcs_available(), orcs_capacity() - 1);
    CHECK_EQUAL(hutch_scene_reset(&level), 1);
    CHECK_EQUAL(gone_count, 3);
    CHECK_EQUAL(hutch_live(&orcs_pool), 0);
}

TEST(clear_leaves_what_a_hook_spawns_in_a_slot_that_it_has_passed)
{
    for (unsigned n = 0; n < 3; n += 2) {
        struct orc *herd[3];
        forget_all();
        for (unsigned i = 0; i < 3; i++) {
            herd[i] = orcs_spawn(NULL);
        }
        dying = herd[n];
        orcs_clear();
        CHECK(orcs_index(debris) != orcs_index(dying));
        CHECK_EQUAL(orcs_live(), orcs_index(debris) < orcs_index(dying) ? 1 : 0);
        dying = NULL;
    }
}

TEST(persistent_objects_stay_with_their_refs)
{
    forget_all();
    struct orc *const stays = orcs_spawn(NULL);
    const orcs_ref_t ref = orcs_ref(stays);
    CHECK(orcs_persist(stays, true));
    orcs_spawn(NULL);
    (void)!arrows_acquire();
    CHECK_EQUAL(hutch_scene_reset(&level), 2);
    CHECK(orcs_deref(ref) == stays);
    CHECK(hutch_persist_(&orcs_pool, stays, false));
    CHECK_EQUAL(hutch_scene_reset(&level), 1);
    CHECK(!orcs_persist(stays, true));
    CHECK(unit_fault_was("orcs", HUTCH_FAULT_USE_AFTER_RELEASE, stays, orcs_index(stays)));
}

TEST(what_a_scene_forgot_is_reported_one_by_one)
{
    forget_all();
    const struct orc *const orc = orcs_spawn(NULL);
    CHECK_EQUAL(hutch_scene_check(&level), 1);
    CHECK(unit_fault_was("orcs", HUTCH_FAULT_LEAK, NULL, orcs_index(orc)));
    orcs_clear();
    CHECK_EQUAL(hutch_scene_check(&level), 0);
}

TEST(a_pool_without_hooks_spawns_plainly)
{
    forget_all();
    struct orc *const ghost = ghosts_spawn(NULL);
    CHECK(ghosts_is_live(ghost));
    CHECK(hutch_despawn_(&ghosts_pool, ghost));
    CHECK_EQUAL(ghosts_live(), 0);
    CHECK(hutch_check(&ghosts_pool));
}

TEST(hooks_may_all_be_missing)
{
    CHECK(hutch_prespawn_(&ghosts_pool, 2) && hutch_prespawn_(&elves_pool, 1));
    struct orc *const elf = elves_spawn(NULL);
    CHECK(elves_is_live(elf) && elves_despawn(elf) && hutch_check(&elves_pool));
    CHECK(ghosts_despawn(ghosts_spawn(NULL)));
    CHECK(!elves_despawn(NULL));
    CHECK(unit_fault_was("elves", HUTCH_FAULT_NULL_POINTER, NULL, HUTCH_NONE));
}

TEST(a_ref_whose_number_is_the_capacity_is_of_no_object)
{
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE); // debug builds find out that the descriptor is a copy
    struct hutch_pool fewer;
    forget_all();
    for (size_t i = 0; i < sizeof fewer; i++) {
        ((unsigned char *)&fewer)[i] = ((const unsigned char *)&orcs_pool)[i];
    }
    fewer.capacity = 4;
    struct orc *const last = orcs_claim(4);
    const hutch_ref_t ref = hutch_ref(&orcs_pool, last);
    CHECK(hutch_deref(&orcs_pool, ref) == last);
    CHECK(hutch_deref(&fewer, ref) == NULL && !hutch_release_ref(&fewer, ref));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK(orcs_is_live(last));
}

TEST(an_object_that_is_acquired_without_hooks_is_visible_until_its_release)
{
    forget_all();
    struct orc *const orc = orcs_acquire(), *const ghost = ghosts_acquire();
    CHECK(orcs_is_live(orc) && orcs_first() == orc);
    CHECK(ghosts_is_live(ghost) && ghosts_first() == ghost);
    CHECK(orcs_release(orc) && ghosts_release(ghost));
    CHECK(!orcs_is_live(orc) && orcs_first() == NULL);
    CHECK(!ghosts_is_live(ghost) && ghosts_first() == NULL);
    CHECK_EQUAL(born_count + gone_count, 0);
}

#include "../../build/lists/unit/spawn.h"
