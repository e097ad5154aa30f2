// SPDX-License-Identifier: MIT
// freaky.c - the Freaky Creations pool: mutant rabbits come from a prefab, a dinosaur's cellphones send
// them back.

#include "systems.h"

struct warren { // the parent that the original hands to its constructor
    unsigned born, gone;
};
struct rabbit {
    int x, y;
    uint8_t ears;
    struct warren *home;
};
struct place {
    int x, y;
};

static struct warren warren;

static void appear(struct rabbit *rabbit, const struct place *place);
static void vanish(struct rabbit *rabbit);
HUTCH_SPAWN_HOOK(appear, struct rabbit, struct place);
HUTCH_HOOK(vanish, struct rabbit);
HUTCH_POOL_PREFABS(rabbits, struct rabbit, 6);
HUTCH_COMPONENTS(rabbit_parts, {appear_hook, vanish_hook, 0, 0});
HUTCH_PREFAB(mutant, rabbits, rabbit_parts, 5, 7, 3, &warren);

static void appear(struct rabbit *rabbit, const struct place *place)
{
    rabbit->home->born++;
    if (place != NULL) {
        rabbit->x = place->x;
        rabbit->y = place->y;
    }
}

static void vanish(struct rabbit *rabbit)
{
    rabbit->home->gone++;
}

static void begin(void)
{
    rabbits_clear();
    warren.born = warren.gone = 0;
}

static void spawn_takes_a_place_and_without_one_it_is_the_prefabs(void)
{
    const struct place place = {40, 2};
    begin();
    const struct rabbit *const placed = mutant_spawn(&place);
    const struct rabbit *const plain = mutant_spawn(NULL);
    CHECK(placed->x == 40 && placed->y == 2 && placed->ears == 3);
    CHECK(plain->x == 5 && plain->y == 7 && plain->home == &warren);
    CHECK_EQUAL(warren.born, 2);
}

static void recycled_ones_are_inactive_and_spawned_ones_active(void)
{
    begin();
    const struct rabbit *const rabbit = mutant_spawn(NULL);
    CHECK(rabbits_is_live(rabbit));
    CHECK_EQUAL(rabbits_live(), 1);
    CHECK_EQUAL(rabbits_available(), 5);
    CHECK(rabbits_despawn(rabbit));
    CHECK(!rabbits_is_live(rabbit));
    CHECK_EQUAL(rabbits_live(), 0);
    CHECK_EQUAL(rabbits_available(), 6);
    CHECK(hutch_check(&rabbits_pool));
}

static void recycling_twice_or_a_stranger_is_an_error_and_changes_nothing(void)
{
    static struct rabbit stranger;
    begin();
    const struct rabbit *const rabbit = mutant_spawn(NULL), *const other = mutant_spawn(NULL);
    CHECK(rabbits_despawn(rabbit));
    CHECK(!rabbits_despawn(rabbit));
    CHECK(systems_fault_was("rabbits", HUTCH_FAULT_DOUBLE_RELEASE));
    CHECK(!rabbits_despawn(&stranger));
    CHECK(systems_fault_was("rabbits", HUTCH_FAULT_FOREIGN));
    CHECK(rabbits_is_live(other));
    CHECK_EQUAL(warren.gone, 1);
}

static bool is_anybody(const struct rabbit *rabbit, void *context)
{
    ++*(unsigned *)context;
    return rabbit != NULL;
}

// The reader's bug report: of two elements the first was removed, and the second never tested.
static void no_element_is_skipped_when_the_one_before_it_goes(void)
{
    unsigned asked = 0;
    begin();
    mutant_spawn(NULL);
    mutant_spawn(NULL);
    CHECK_EQUAL(rabbits_release_if(is_anybody, &asked), 2);
    CHECK_EQUAL(asked, 2);
    CHECK_EQUAL(rabbits_live(), 0);
    CHECK_EQUAL(warren.gone, 2);
}

static bool goes_by_itself(const struct rabbit *rabbit, void *context)
{
    ++*(unsigned *)context;
    return !rabbits_despawn(rabbit);
}

static bool takes_its_neighbour_along(const struct rabbit *rabbit, void *context)
{
    const struct rabbit *const neighbour = rabbits_next(rabbit);
    ++*(unsigned *)context;
    if (neighbour != NULL) {
        rabbits_despawn(neighbour);
    }
    return true;
}

static bool spawns_another(const struct rabbit *rabbit, void *context)
{
    unsigned *const asked = (unsigned *)context;
    if (++*asked <= 2) {
        mutant_spawn(NULL);
    }
    return rabbit->ears == 3 && *asked <= 2;
}

static void the_predicate_may_release_its_own_object_others_and_spawn(void)
{
    unsigned asked = 0;
    begin();
    for (unsigned i = 0; i < 4; i++) {
        mutant_spawn(NULL);
    }
    CHECK_EQUAL(rabbits_release_if(goes_by_itself, &asked), 0);
    CHECK_EQUAL(asked, 4);
    CHECK_EQUAL(rabbits_live(), 0);
    for (unsigned i = 0; i < 4; i++) {
        mutant_spawn(NULL);
    }
    asked = 0;
    CHECK_EQUAL(rabbits_release_if(takes_its_neighbour_along, &asked), 2);
    CHECK_EQUAL(asked, 2);
    CHECK_EQUAL(rabbits_live(), 0);
    mutant_spawn(NULL);
    mutant_spawn(NULL);
    asked = 0;
    CHECK_EQUAL(rabbits_release_if(spawns_another, &asked), 2);
    CHECK_EQUAL(rabbits_live(), 2);
}

static void clear_recycles_all_and_old_refs_are_stale(void)
{
    begin();
    const rabbits_ref_t ref = rabbits_ref(mutant_spawn(NULL));
    mutant_spawn(NULL);
    rabbits_clear();
    CHECK_EQUAL(rabbits_live(), 0);
    CHECK_EQUAL(warren.gone, 2);
    CHECK(rabbits_deref(ref) == NULL);
}

// What the original tolerates, elements destroyed behind its back, is a damaged pool here, and found.
static void a_pool_that_was_written_to_is_found_out(void)
{
    begin();
    rabbits_live_[0] = (hutch_word_t)(rabbits_live_[0] | hutch_bits_mask(6));
    CHECK(!hutch_check(&rabbits_pool));
    CHECK(unit_faults_forget() >= 1);
    rabbits_live_[0] = (hutch_word_t)(rabbits_live_[0] & ~hutch_bits_mask(6));
    CHECK(hutch_check(&rabbits_pool));
}

// Fake mode: no memory is ever used twice, so that whoever depends on reuse shows. A build, not a switch.
static void in_fake_mode_nothing_is_used_again(void)
{
    UNIT_NEEDS(HUTCH_CFG_FENCE);
    begin();
    const struct rabbit *seen[20];
    for (unsigned i = 0; i < 20; i++) {
        seen[i] = mutant_spawn(NULL);
        for (unsigned k = 0; k < i; k++) {
            CHECK(seen[k] != seen[i]);
        }
        CHECK(rabbits_despawn(seen[i]));
        CHECK(!rabbits_despawn(seen[i]));
        CHECK(systems_fault_was("rabbits", HUTCH_FAULT_DOUBLE_RELEASE));
    }
}

const struct unit_test freaky_tests[] = {
    UNIT_TEST(spawn_takes_a_place_and_without_one_it_is_the_prefabs),
    UNIT_TEST(recycled_ones_are_inactive_and_spawned_ones_active),
    UNIT_TEST(recycling_twice_or_a_stranger_is_an_error_and_changes_nothing),
    UNIT_TEST(no_element_is_skipped_when_the_one_before_it_goes),
    UNIT_TEST(the_predicate_may_release_its_own_object_others_and_spawn),
    UNIT_TEST(clear_recycles_all_and_old_refs_are_stale),
    UNIT_TEST(a_pool_that_was_written_to_is_found_out),
    UNIT_TEST(in_fake_mode_nothing_is_used_again),
    UNIT_TESTS_END,
};
