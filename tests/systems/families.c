// SPDX-License-Identifier: MIT
// families.c - what stays of an object in its slot, and what must not: images, components at work, family,
// for slots that are released without hooks and made anew.

#include "systems.h"

struct guard {
    uint8_t hp;
    char log[6]; // which components came, in order
    uint8_t length;
};
struct lamp {
    uint8_t heat;
};

static unsigned despawned;

static void note(struct guard *guard, char c)
{
    if (guard->length < sizeof guard->log - 1) {
        guard->log[guard->length++] = c;
        guard->log[guard->length] = '\0';
    }
}

static void freezes(struct guard *guard, const void *args);
static void salutes(struct guard *guard, const void *args);
static void marches(struct guard *guard, const void *args);
static void leaves(struct guard *guard);
static void goes_out(struct lamp *it);
HUTCH_SPAWN_HOOK(freezes, struct guard, void);
HUTCH_SPAWN_HOOK(salutes, struct guard, void);
HUTCH_SPAWN_HOOK(marches, struct guard, void);
HUTCH_HOOK(leaves, struct guard);
HUTCH_HOOK(goes_out, struct lamp);

enum { GUARDS = 5, LAMPS = 4 };
HUTCH_POOL_PREFABS(guards, struct guard, GUARDS, .lock = UNIT_LOCK);
// The late one stands first; two of equal priority.
HUTCH_COMPONENTS(soldier_parts, {freezes_hook, NULL, 9, 1}, {salutes_hook, NULL, 7, 0},
                 {marches_hook, leaves_hook, 7, 0});
HUTCH_PREFAB(soldier, guards, soldier_parts, 30, "", 0);
static const struct hutch_components short_list = {soldier_parts_list, 2};
HUTCH_PREFAB(recruit, guards, short_list, 10, "", 0);

HUTCH_COMPONENTS(lamp_parts, {NULL, goes_out_hook, 0, 0});
HUTCH_COMPONENTS(mute_parts, {NULL, leaves_hook, 0, 1});
HUTCH_PREFAB(mute, guards, mute_parts, 10, "", 0);
HUTCH_POOL_PREFABS(lamps, struct lamp, LAMPS);
HUTCH_PREFAB(lamp, lamps, lamp_parts, 7);

static void freezes(struct guard *guard, const void *args)
{
    (void)args;
    note(guard, 'f');
}

static void salutes(struct guard *guard, const void *args)
{
    (void)args;
    note(guard, 's');
}

static void marches(struct guard *guard, const void *args)
{
    (void)args;
    note(guard, 'm');
}

static void leaves(struct guard *guard)
{
    (void)guard;
    despawned++;
}

static void goes_out(struct lamp *it)
{
    it->heat = 0;
    despawned++;
}

static void begin(void)
{
    guards_clear();
    lamps_clear();
    despawned = 0;
}

TEST(equal_components_come_as_listed_and_late_ones_not_at_all)
{
    begin();
    struct guard *const guard = soldier_spawn(NULL);
    CHECK(unit_same_text(guard->log, "sm"));
    CHECK(guards_add_component(guard, &soldier_parts_list[0], NULL)); // the first of the list
    CHECK(unit_same_text(guard->log, "smf"));
    CHECK(guards_despawn(guard));
}

TEST(a_component_behind_a_prefabs_list_is_not_its_own)
{
    begin();
    struct guard *const guard = recruit_spawn(NULL);
    CHECK(unit_same_text(guard->log, "s"));
    CHECK(!guards_add_component(guard, &soldier_parts_list[2], NULL));
    CHECK(unit_same_text(guard->log, "s"));
}

TEST(a_late_component_may_have_no_spawn_hook)
{
    begin();
    struct guard *const guard = mute_spawn(NULL);
    CHECK(guards_add_component(guard, &mute_parts_list[0], NULL));
    CHECK(guards_despawn(guard));
    CHECK_EQUAL(despawned, 1);
}

TEST(components_at_work_do_not_stay_in_a_slot_released_without_hooks)
{
    begin();
    struct guard *const guard = soldier_spawn(NULL);
    CHECK(guards_add_component(guard, &soldier_parts_list[0], NULL));
    CHECK(guards_release(guard));
    for (unsigned i = 0; i < GUARDS; i++) { // one of them is made in that slot
        CHECK(unit_same_text(soldier_spawn(NULL)->log, "sm"));
    }
}

TEST(an_object_acquired_without_a_prefab_has_no_hooks_of_the_one_before)
{
    begin();
    struct guard *const guard = soldier_spawn(NULL);
    const unsigned slot = guards_index(guard);
    CHECK(guards_release(guard));
    CHECK(guards_despawn(guards_claim(slot)));
    CHECK_EQUAL(despawned, 0);
}

TEST(a_child_made_anew_is_not_the_old_parents)
{
    begin();
    struct guard *const parent = soldier_spawn(NULL);
    struct lamp *const child = lamp_spawn(NULL);
    CHECK(guards_attach(parent, &lamps_herd, child));
    CHECK(lamps_release(child)); // without hooks
    for (unsigned i = 0; i < LAMPS; i++) {
        CHECK(lamp_spawn(NULL) != NULL);
    }
    CHECK(guards_despawn(parent));
    CHECK_EQUAL(lamps_live(), LAMPS);
    CHECK_EQUAL(despawned, 1);
}

TEST(a_parent_made_anew_has_not_the_old_ones_children)
{
    begin();
    struct guard *const parent = soldier_spawn(NULL);
    struct lamp *const first = lamp_spawn(NULL), *const second = lamp_spawn(NULL);
    CHECK(guards_attach(parent, &lamps_herd, first) && guards_attach(parent, &lamps_herd, second));
    CHECK(guards_release(parent)); // without hooks
    for (unsigned i = 0; i < GUARDS; i++) {
        CHECK(soldier_spawn(NULL) != NULL);
    }
    HUTCH_FOREACH (struct guard, guard, guards) {
        CHECK(guards_despawn(guard));
    }
    CHECK(lamps_is_live(first) && lamps_is_live(second));
}

// -------------------------------------------------------------------------------------- images ahead of time

// A byte that a copy of the image would overwrite.
static void mark(unsigned slot)
{
    guards_at(slot)->hp = 99;
}

static void wipe(void)
{
    begin();
    for (unsigned i = 0; i < GUARDS; i++) {
        guards_claim(i)->hp = 77;
    }
    guards_clear();
}

TEST(prespawn_puts_the_image_there_and_its_prefab_knows)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK == 1); // where free slots are not filled, and releases are seen
    wipe();
    CHECK(recruit_prespawn(GUARDS));
    CHECK_EQUAL(guards_at(0)->hp, 10);
    CHECK(soldier_prespawn(GUARDS));
    CHECK_EQUAL(guards_at(GUARDS - 1)->hp, 30);
    mark(0);
    CHECK_EQUAL(soldier_spawn(NULL)->hp, 99); // nothing to copy
    CHECK_EQUAL(recruit_spawn(NULL)->hp, 10);
}

TEST(prespawn_takes_slots_prepared_for_others_last)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK == 1);
    wipe();
    CHECK(soldier_prespawn(2));
    CHECK(recruit_prespawn(3));
    mark(0);
    mark(1);
    CHECK(soldier_spawn(NULL)->hp == 99 && soldier_spawn(NULL)->hp == 99);
    begin();
    wipe();
    CHECK(soldier_prespawn(2));
    CHECK(recruit_prespawn(4)); // now one of them must go
    mark(0);
    mark(1);
    CHECK(soldier_spawn(NULL)->hp == 30 && soldier_spawn(NULL)->hp == 99);
}

TEST(despawn_leaves_the_image_for_the_next)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK == 1);
    wipe();
    CHECK(guards_despawn(soldier_spawn(NULL)));
    mark(0);
    CHECK_EQUAL(soldier_spawn(NULL)->hp, 99);
}

#include "../../build/lists/systems/families.h"
