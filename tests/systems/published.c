// SPDX-License-Identifier: MIT
// published.c - four published pool systems: the example of each, and the errors that it lets pass or that
// its readers found.

#include "systems.h"

// --------------------------------------------- Freaky Creations: mutant rabbits come from a prefab

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

TEST(spawn_takes_a_place_and_without_one_it_is_the_prefabs)
{
    const struct place place = {40, 2};
    begin();
    const struct rabbit *const placed = mutant_spawn(&place);
    const struct rabbit *const plain = mutant_spawn(NULL);
    CHECK(placed->x == 40 && placed->y == 2 && placed->ears == 3);
    CHECK(plain->x == 5 && plain->y == 7 && plain->home == &warren);
    CHECK_EQUAL(warren.born, 2);
}

TEST(recycling_twice_or_a_stranger_is_an_error_and_changes_nothing)
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
TEST(no_element_is_skipped_when_the_one_before_it_goes)
{
    unsigned asked = 0;
    begin();
    const rabbits_ref_t ref = rabbits_ref(mutant_spawn(NULL));
    mutant_spawn(NULL);
    CHECK_EQUAL(rabbits_release_if(is_anybody, &asked), 2);
    CHECK_EQUAL(asked, 2);
    CHECK_EQUAL(rabbits_live(), 0);
    CHECK_EQUAL(warren.gone, 2);
    CHECK(rabbits_deref(ref) == NULL);
}

// Fake mode: no memory is ever used twice, so that whoever depends on reuse shows. A build, not a switch.
TEST(in_fake_mode_nothing_is_used_again)
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

// --------------------------------------------- MonoFlauta: a factory, turn-on and turn-off, dynamic

struct soldier {
    unsigned made, on;
};

static unsigned made_count, turned_on, turned_off;

static void make(struct soldier *soldier)
{
    soldier->made = ++made_count;
}

// The original runs turn-on on nothing when it is empty.
static void turn_on(struct soldier *soldier, const uint8_t *unused)
{
    (void)unused;
    turned_on++;
    soldier->on = 1;
}

static void turn_off(struct soldier *soldier)
{
    turned_off++;
    soldier->on = 0;
}

HUTCH_HOOK(make, struct soldier);
HUTCH_SPAWN_HOOK(turn_on, struct soldier, uint8_t);
HUTCH_HOOK(turn_off, struct soldier);
static const struct hutch_hooks soldier_hooks = {make_hook, turn_on_hook, turn_off_hook};
static const struct hutch_hooks drill_hooks = {NULL, turn_on_hook, turn_off_hook};
HUTCH_POOL_SPAWNED(guards, struct soldier, 3, .hooks = &soldier_hooks);
HUTCH_POLICY(reinforced, .spill = &guards_pool);
HUTCH_POOL_SPAWNED(scouts, struct soldier, 2, .policy = &reinforced, .hooks = &drill_hooks);

TEST(the_initial_stock_is_made_once_and_ahead_of_time)
{
    UNIT_NEEDS(!HUTCH_CFG_FENCE); // there each object has memory of its own
    CHECK(guards_prespawn(3));
    CHECK_EQUAL(made_count, 3);
    CHECK_EQUAL(turned_on, 0);
    for (unsigned i = 0; i < 5; i++) {
        CHECK(guards_despawn(guards_spawn(NULL)));
    }
    CHECK_EQUAL(made_count, 3);
    CHECK(turned_on == 5 && turned_off == 5);
}

TEST(a_dynamic_pool_spills_and_gives_back_to_the_right_one)
{
    turned_on = turned_off = 0;
    struct soldier *soldiers[5];
    for (unsigned i = 0; i < 5; i++) {
        soldiers[i] = scouts_spawn(NULL);
        CHECK(soldiers[i] != NULL);
    }
    CHECK(scouts_live() == 2 && guards_live() == 3);
    CHECK(scouts_spawn(NULL) == NULL);
    CHECK_EQUAL(turned_on, 5);
    for (unsigned i = 0; i < 5; i++) {
        CHECK(scouts_is_live(soldiers[i]));
        CHECK(scouts_despawn(soldiers[i]));
        CHECK(!scouts_is_live(soldiers[i]));
    }
    CHECK(scouts_live() == 0 && guards_live() == 0);
    CHECK_EQUAL(turned_off, 5);
}

// --------------------------------------------- Jackson Dunstan: Get, Release, Get, and one more

struct person {
    const char *name;
    unsigned age;
};

static void introduce(struct person *person, const struct person *args);
HUTCH_SPAWN_HOOK(introduce, struct person, struct person);
static const struct hutch_hooks person_hooks = {NULL, introduce_hook, NULL};
HUTCH_POOL_SPAWNED(persons, struct person, 4, .hooks = &person_hooks);

static void introduce(struct person *person, const struct person *args)
{
    *person = *args;
}

TEST(three_persons_one_slot_and_then_two)
{
    const struct person jackson = {"Jackson", 29}, mary = {"Mary", 31}, john = {"John", 7};
    struct person *const first = persons_spawn(&jackson);
    CHECK(unit_same_text(first->name, "Jackson"));
    const unsigned slot = persons_index(first);
    CHECK(persons_despawn(first));
    struct person *const second = persons_spawn(&mary);
    UNIT_NEEDS(HUTCH_CFG_CHECK < 2); // debug builds reuse as late as they can
    CHECK_EQUAL(persons_index(second), slot);
    CHECK_EQUAL(second->age, 31);
    CHECK(persons_spawn(&john) != second);
    CHECK_EQUAL(persons_live(), 2);
}

// --------------------------------------------- FastPool: the 101st of 100 bullets

struct bullet {
    int16_t x, y, speed;
};
HUTCH_POOL(bullets, struct bullet, 100, .lock = UNIT_LOCK);
HUTCH_POLICY_OLDEST(fade, 100);
HUTCH_POOL(tracers, struct bullet, 100, .policy = &fade);

TEST(the_101st_bullet_of_100_is_refused_and_the_game_goes_on)
{
    bullets_clear();
    while (bullets_acquire() != NULL) {}
    CHECK_EQUAL(bullets_live(), 100);
    CHECK(bullets_release_at(42));
    CHECK(bullets_index(bullets_acquire()) == 42);
    UNIT_NEEDS(HUTCH_CFG_CHECK != 0); // `bare` trades that for speed, as FastPool does
    CHECK(bullets_release(bullets_at(99)) && !bullets_release(bullets_at(99)));
    CHECK(systems_fault_was("bullets", HUTCH_FAULT_DOUBLE_RELEASE));
}

TEST(or_the_101st_bullet_takes_the_place_of_the_oldest)
{
    for (unsigned i = 0; i < 250; i++) {
        CHECK_EQUAL(tracers_index(tracers_acquire()), i % 100);
    }
    CHECK_EQUAL(tracers_live(), 100);
    CHECK(hutch_check(&tracers_pool));
}

#include "../../build/lists/systems/published.h"
