// SPDX-License-Identifier: MIT
// prefab.c - the prefab pooling system: three creatures in one pool, components, one global way out, and
// its exercises.

#include "systems.h"

struct place {
    int x, y;
};
struct creature {
    int x, y;
    uint8_t hp;
    char log[8]; // which components came and went, in order
    uint8_t length;
};
struct flame {
    uint8_t heat;
};

static void note(struct creature *creature, char c)
{
    if (creature->length < sizeof creature->log - 1) {
        creature->log[creature->length++] = c;
        creature->log[creature->length] = '\0';
    }
}

static char last_log[8];

static void walks(struct creature *creature, const struct place *place);
static void stops(struct creature *creature);
static void shouts(struct creature *creature, const struct place *place);
static void hushes(struct creature *creature);
static void burns(struct creature *creature, const struct place *place);
static void cools(struct creature *creature);
static void flickers(struct flame *flame, const struct flame *args);
static void dies_down(struct flame *flame);
HUTCH_SPAWN_HOOK(walks, struct creature, struct place);
HUTCH_HOOK(stops, struct creature);
HUTCH_SPAWN_HOOK(shouts, struct creature, struct place);
HUTCH_HOOK(hushes, struct creature);
HUTCH_SPAWN_HOOK(burns, struct creature, struct place);
HUTCH_HOOK(cools, struct creature);
HUTCH_SPAWN_HOOK(flickers, struct flame, struct flame);
HUTCH_HOOK(dies_down, struct flame);

HUTCH_POOL_PREFABS(creatures, struct creature, 9, .lock = UNIT_LOCK);
HUTCH_COMPONENTS(orc_parts, {shouts_hook, hushes_hook, 20, 0}, {walks_hook, stops_hook, 10, 0},
                 {burns_hook, cools_hook, 15, 1});
HUTCH_COMPONENTS(troll_parts, {walks_hook, stops_hook, 0, 0});
HUTCH_PREFAB(orc, creatures, orc_parts, 1, 1, 30, "", 0);
HUTCH_PREFAB(troll, creatures, troll_parts, 2, 2, 90, "", 0);
HUTCH_PREFAB(statue, creatures, hutch_no_components, 3, 3, 255, "", 0);

HUTCH_POOL_PREFABS(flames, struct flame, 6);
HUTCH_COMPONENTS(flame_parts, {flickers_hook, dies_down_hook, 0, 0});
HUTCH_PREFAB(flame, flames, flame_parts, 7);

HUTCH_POOL(stones, struct flame, 2);
HUTCH_POOL_LIST(&creatures_pool, &flames_pool);
HUTCH_SCENE(dungeon, &creatures_pool, &flames_pool);

static void walks(struct creature *creature, const struct place *place)
{
    note(creature, 'w');
    if (place != NULL) {
        creature->x = place->x;
        creature->y = place->y;
    }
}

static void stops(struct creature *creature)
{
    note(creature, 'W');
    for (unsigned i = 0; i < sizeof last_log; i++) {
        last_log[i] = creature->log[i];
    }
}

static void shouts(struct creature *creature, const struct place *place)
{
    (void)place;
    note(creature, 's');
}

static void hushes(struct creature *creature)
{
    note(creature, 'S');
}

static void burns(struct creature *creature, const struct place *place)
{
    creature->hp = (uint8_t)(creature->hp - (place != NULL ? (uint8_t)place->x : 1u));
    note(creature, 'b');
}

static void cools(struct creature *creature)
{
    note(creature, 'B');
}

static unsigned flames_lit, flames_out;

static void flickers(struct flame *fire, const struct flame *args)
{
    flames_lit++;
    if (args != NULL) {
        fire->heat = args->heat;
    }
}

static void dies_down(struct flame *fire)
{
    flames_out++;
    fire->heat = 0;
}

static void begin(void)
{
    creatures_clear();
    flames_clear();
    stones_clear();
    flames_lit = flames_out = 0;
    last_log[0] = '\0';
}

// ---------------------------------------------------------------------------------- the system itself

TEST(prefabs_share_a_pool_and_each_looks_like_its_image)
{
    begin();
    const struct creature *const first = orc_spawn(NULL), *const second = troll_spawn(NULL);
    const struct creature *const third = (const struct creature *)hutch_spawn_prefab(&statue, NULL);
    CHECK(first->hp == 30 && second->hp == 90 && third->hp == 255);
    CHECK_EQUAL(creatures_live(), 3);
    CHECK(creatures_prefab(first) == &orc && creatures_prefab(second) == &troll);
    CHECK(hutch_owner(second) == &creatures_pool);
}

TEST(a_creature_that_comes_back_is_as_new)
{
    begin();
    for (unsigned round = 0; round < 3; round++) {
        struct creature *const first = orc_spawn(NULL);
        CHECK(first->hp == 30 && first->x == 1 && unit_same_text(first->log, "ws"));
        first->hp = 1;
        CHECK(creatures_despawn(first));
        struct creature *const other = troll_spawn(NULL);
        CHECK(other->hp == 90 && other->x == 2 && unit_same_text(other->log, "w"));
        other->hp = 2;
        CHECK(creatures_despawn(other));
    }
}

TEST(one_despawn_finds_every_objects_pool)
{
    begin();
    const struct creature *const first = orc_spawn(NULL);
    const struct flame *const fire = flame_spawn(NULL), *const stone = stones_acquire();
    CHECK(hutch_despawn_any(fire));
    CHECK(hutch_despawn_any(first));
    CHECK(creatures_live() == 0 && flames_live() == 0 && flames_out == 1);
    CHECK(!hutch_despawn_any(first));
    CHECK(systems_fault_was("creatures", HUTCH_FAULT_DOUBLE_RELEASE) || HUTCH_CFG_FENCE);
    unit_faults_forget();
    CHECK(!hutch_despawn_any(stone)); // nobody manages that pool
    CHECK_EQUAL(unit_faults_forget(), HUTCH_CFG_CHECK != 0 ? 1 : 0);
    CHECK(stones_is_live(stone));
    CHECK(!hutch_despawn_any(NULL));
    CHECK(systems_fault_was("(no listed pool)", HUTCH_FAULT_NULL_POINTER));
}

TEST(a_full_pool_makes_nothing)
{
    begin();
    for (unsigned i = 0; i < 9; i++) {
        CHECK(orc_spawn(NULL) != NULL);
    }
    CHECK(troll_spawn(NULL) == NULL && troll_spawn_urgent(NULL) == NULL);
}

TEST(prespawn_copies_ahead_of_time_and_has_a_limit)
{
    begin();
    CHECK(orc_prespawn(4));
    CHECK(troll_prespawn(5));
    CHECK(!statue_prespawn(10));
    CHECK(systems_fault_was("creatures", HUTCH_FAULT_PRESPAWN));
    orc_spawn(NULL);
    CHECK(!troll_prespawn(9)); // one is live
    CHECK(systems_fault_was("creatures", HUTCH_FAULT_PRESPAWN));
    CHECK_EQUAL(creatures_live(), 1);
}

TEST(prespawned_slots_are_not_copied_again_but_used_ones_are)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK == 1); // where free slots are not filled, and releases are seen
    begin();
    for (unsigned i = 0; i < 9; i++) { // whatever was primed before is something else's
        (void)!creatures_acquire();
    }
    HUTCH_FOREACH (struct creature, creature, creatures) {
        creature->hp = 77;
        creatures_release(creature);
    }
    CHECK(orc_prespawn(2));
    creatures_at(0)->hp = 99; // a mark that a copy would overwrite
    CHECK_EQUAL(orc_spawn(NULL)->hp, 99);
    creatures_at(1)->hp = 99;
    CHECK_EQUAL(troll_spawn(NULL)->hp, 90);
    creatures_clear();
    creatures_acquire()->hp = 99; // no prefab's, and released without hooks
    creatures_release_at(0);
    CHECK_EQUAL(orc_spawn(NULL)->hp, 30);
}

TEST(reset_lets_all_go)
{
    begin();
    orc_spawn(NULL);
    troll_spawn(NULL);
    flame_spawn(NULL);
    CHECK_EQUAL(hutch_scene_check(&dungeon), 3); // in both pools
    CHECK_EQUAL(unit_faults_forget(), HUTCH_CFG_CHECK != 0 ? 3 : 0);
    CHECK_EQUAL(hutch_scene_reset(&dungeon), 3);
    CHECK(creatures_live() == 0 && flames_out == 1);
}

// ---------------------------------------------------------------------------------- its seven exercises

TEST(exercise_1_components_are_added_later)
{
    const struct place hot = {5, 0};
    begin();
    struct creature *const first = orc_spawn(NULL);
    CHECK(unit_same_text(first->log, "ws"));
    CHECK(creatures_add_component(first, &orc_parts_list[2], &hot));
    CHECK(first->hp == 25 && unit_same_text(first->log, "wsb"));
    CHECK(!creatures_add_component(first, &orc_parts_list[2], NULL)); // at work already
    CHECK(!creatures_add_component(first, &troll_parts_list[0], NULL));
    CHECK(creatures_despawn(first));
    CHECK(unit_same_text(last_log, "wsbSBW"));
    CHECK(!creatures_add_component(first, &orc_parts_list[2], NULL));
    CHECK(systems_fault_was("creatures", HUTCH_FAULT_USE_AFTER_RELEASE));
    CHECK(unit_same_text(orc_spawn(NULL)->log, "ws")); // late means late, also in the slot's next creature
}

TEST(exercise_2_children_despawn_with_their_parent)
{
    begin();
    struct creature *const dragon = orc_spawn(NULL), *const rider = troll_spawn(NULL);
    struct flame *const breath = flame_spawn(NULL), *const torch = flame_spawn(NULL),
                        *const camp = flame_spawn(NULL);
    CHECK(creatures_attach(dragon, &flames_herd, breath));
    CHECK(creatures_attach(dragon, &creatures_herd, rider));
    CHECK(creatures_attach(rider, &flames_herd, torch));
    CHECK(creatures_despawn(dragon));
    CHECK(!creatures_is_live(rider) && !flames_is_live(breath) && !flames_is_live(torch) &&
          flames_is_live(camp));
    CHECK_EQUAL(flames_out, 2);
    CHECK(hutch_check(&creatures_pool) && hutch_check(&flames_pool));
}

TEST(a_child_may_go_first_and_may_change_its_parent)
{
    begin();
    struct creature *const first = orc_spawn(NULL), *const second = orc_spawn(NULL);
    struct flame *fires[3];
    for (unsigned i = 0; i < 3; i++) {
        fires[i] = flame_spawn(NULL);
        CHECK(creatures_attach(first, &flames_herd, fires[i]));
    }
    CHECK(flames_despawn(fires[1]));
    CHECK(creatures_attach(second, &flames_herd, fires[0]));
    CHECK(creatures_despawn(first));
    CHECK(flames_is_live(fires[0]) && !flames_is_live(fires[2]));
    CHECK(creatures_despawn(second));
    CHECK_EQUAL(flames_live(), 0);
}

TEST(nobody_is_its_own_ancestor)
{
    begin();
    struct creature *const first = orc_spawn(NULL), *const second = orc_spawn(NULL);
    CHECK(!creatures_attach(first, &creatures_herd, first));
    CHECK(systems_fault_was("creatures", HUTCH_FAULT_ANCESTOR));
    CHECK(creatures_attach(first, &creatures_herd, second));
    CHECK(!creatures_attach(second, &creatures_herd, first));
    CHECK(systems_fault_was("creatures", HUTCH_FAULT_ANCESTOR));
    CHECK(!creatures_attach(first, &flames_herd, NULL));
    CHECK(systems_fault_was("flames", HUTCH_FAULT_NULL_POINTER));
    CHECK(!creatures_attach(NULL, &creatures_herd, first));
    CHECK(systems_fault_was("creatures", HUTCH_FAULT_NULL_POINTER));
}

TEST(a_slot_released_without_hooks_takes_no_family_along)
{
    begin();
    struct creature *const parent = orc_spawn(NULL);
    struct flame *const fire = flame_spawn(NULL);
    CHECK(creatures_attach(parent, &flames_herd, fire));
    const unsigned slot = flames_index(fire);
    CHECK(flames_release(fire)); // no hook runs, the parent still points there
    const struct flame *const stranger = flames_claim(slot);
    CHECK(creatures_despawn(parent));
    CHECK(flames_is_live(stranger));
    CHECK_EQUAL(flames_out, 0);
}

TEST(exercise_3_objects_that_stand_in_the_level_are_adopted)
{
    begin();
    struct creature *const standing = creatures_claim(7);
    standing->x = 40;
    standing->hp = 12;
    standing->length = 0;
    CHECK(creatures_prefab(standing) == NULL);
    CHECK(orc_adopt(standing, NULL));
    CHECK(standing->x == 40 && standing->hp == 12 && unit_same_text(standing->log, "ws"));
    CHECK(!troll_adopt(standing, NULL)); // an orc already
    CHECK(creatures_despawn(standing));
    CHECK(unit_same_text(last_log, "wsSW"));
    CHECK(!orc_adopt(standing, NULL));
    CHECK(systems_fault_was("creatures", HUTCH_FAULT_USE_AFTER_RELEASE));
}

TEST(exercise_4_components_have_an_order)
{
    begin();
    const struct creature *const first = orc_spawn(NULL); // listed the other way round
    CHECK(unit_same_text(first->log, "ws"));
    CHECK(creatures_despawn(first));
    CHECK(unit_same_text(last_log, "wsSW"));
}

// Exercise 5, how long objects sat idle, is tests/systems/sizing.c.

TEST(exercise_6_objects_persist_across_reset)
{
    begin();
    struct creature *const hero = orc_spawn(NULL);
    const creatures_ref_t ref = creatures_ref(hero);
    CHECK(creatures_persist(hero, true));
    troll_spawn(NULL);
    CHECK_EQUAL(hutch_scene_reset(&dungeon), 1);
    CHECK(creatures_deref(ref) == hero && hero->hp == 30);
    CHECK(creatures_prefab(hero) == &orc);
}

TEST(exercise_7_custom_data_reaches_the_components)
{
    const struct place place = {60, 9};
    const struct flame hot = {200};
    begin();
    CHECK_EQUAL(orc_spawn(&place)->x, 60);
    CHECK_EQUAL(flame_spawn(&hot)->heat, 200);
    CHECK_EQUAL(flame_spawn(NULL)->heat, 7);
}

#include "../../build/lists/systems/prefab.h"
