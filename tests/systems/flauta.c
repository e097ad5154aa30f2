// SPDX-License-Identifier: MIT
// flauta.c - MonoFlauta's generic pool: a factory, turn-on and turn-off, a dynamic pool, and a list that is
// there.

#include "systems.h"

#include "hutch/core/locked.h"

struct soldier {
    unsigned made, on;
    uint8_t strength;
};

static unsigned made_count, turned_on, turned_off, turned_on_nothing;

static void make(struct soldier *soldier)
{
    soldier->made = ++made_count;
    soldier->strength = 1;
}

static void turn_on(struct soldier *soldier, const uint8_t *strength)
{
    turned_on++;
    if (soldier == NULL) {
        turned_on_nothing++;
        return;
    }
    soldier->on = 1;
    soldier->strength = strength != NULL ? *strength : 1;
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
HUTCH_EVICT_LOWEST(weakest, struct soldier, strength);

HUTCH_POOL_SPAWNED(guards, struct soldier, 3, .hooks = &soldier_hooks);
HUTCH_POLICY(reinforced, .spill = &guards_pool);
HUTCH_POOL_SPAWNED(scouts, struct soldier, 2, .policy = &reinforced, .hooks = &drill_hooks);
HUTCH_POLICY(ruthless, .evict = weakest);
HUTCH_POOL_SPAWNED(heroes, struct soldier, 3, .lock = UNIT_LOCK, .policy = &ruthless, .hooks = &drill_hooks);

static struct soldier barracks[4] = {{1, 1, 9}, {2, 1, 8}, {3, 1, 7}, {4, 1, 6}};
HUTCH_POOL_SPAWNED_OVER(veterans, struct soldier, barracks, 4, .hooks = &drill_hooks);
static struct soldier tents[2];
static struct soldier bunks[3];
HUTCH_POLICY_OLDEST(seniority, 3);
HUTCH_POOL_OVER(crew, struct soldier, bunks, 3, .policy = &seniority);
HUTCH_POOL_RUNS(cooks, struct soldier, 2);
HUTCH_POOL_OVER(recruits, struct soldier, tents, 2);

static void begin(void)
{
    guards_clear();
    scouts_clear();
    heroes_clear();
    turned_on = turned_off = turned_on_nothing = 0;
}

static void the_initial_stock_is_made_once_and_ahead_of_time(void)
{
    UNIT_NEEDS(!HUTCH_CFG_FENCE); // there each object has memory of its own
    begin();
    CHECK(guards_prespawn(3));
    CHECK_EQUAL(made_count, 3);
    CHECK_EQUAL(turned_on, 0);
    for (unsigned i = 0; i < 5; i++) {
        CHECK(guards_despawn(guards_spawn(NULL)));
    }
    CHECK_EQUAL(made_count, 3);
    CHECK(turned_on == 5 && turned_off == 5);
}

// The original runs turn-on on nothing when it is empty.
static void no_hook_runs_on_nothing(void)
{
    begin();
    for (unsigned i = 0; i < 3; i++) {
        CHECK(guards_spawn(NULL) != NULL);
    }
    CHECK(guards_spawn(NULL) == NULL);
    CHECK(hutch_spawn_(&guards_pool, NULL) == NULL);
    CHECK(turned_on == 3 && turned_on_nothing == 0);
}

static void what_comes_back_is_turned_off_and_checked(void)
{
    begin();
    struct soldier *const guard = guards_spawn(NULL);
    CHECK(guards_despawn(guard));
    CHECK_EQUAL(turned_off, 1);
    CHECK(!guards_despawn(guard));
    CHECK(systems_fault_was("guards", HUTCH_FAULT_DOUBLE_RELEASE));
    CHECK(!guards_despawn(NULL));
    CHECK(systems_fault_was("guards", HUTCH_FAULT_NULL_POINTER));
    CHECK_EQUAL(turned_off, 1);
}

static void a_dynamic_pool_spills_and_gives_back_to_the_right_one(void)
{
    begin();
    struct soldier *soldiers[5];
    for (unsigned i = 0; i < 5; i++) {
        soldiers[i] = scouts_spawn(NULL);
        CHECK(soldiers[i] != NULL);
    }
    CHECK(scouts_live() == 2 && guards_live() == 3);
    CHECK(scouts_spawn(NULL) == NULL);
    CHECK(turned_on == 5 && turned_on_nothing == 0);
    for (unsigned i = 0; i < 5; i++) {
        CHECK(scouts_is_live(soldiers[i]));
        CHECK(scouts_despawn(soldiers[i]));
        CHECK(!scouts_is_live(soldiers[i]));
    }
    CHECK(scouts_live() == 0 && guards_live() == 0);
    CHECK_EQUAL(turned_off, 5);
}

static void a_dynamic_pool_may_evict_instead(void)
{
    static const uint8_t strengths[] = {5, 2, 7, 6, 9};
    begin();
    for (unsigned i = 0; i < 5; i++) {
        const struct soldier *const hero = heroes_spawn(&strengths[i]);
        CHECK(hero != NULL && hero->strength == strengths[i]);
    }
    CHECK(turned_off == 2 && heroes_live() == 3);
    unsigned sum = 0;
    HUTCH_FOREACH (struct soldier, hero, heroes) {
        sum += hero->strength;
    }
    CHECK_EQUAL(sum, 7 + 6 + 9);
}

static void a_list_that_is_there_is_adopted_as_it_stands(void)
{
    begin();
    CHECK_EQUAL(hutch_adopt(&veterans_pool, 4), 4);
    CHECK_EQUAL(veterans_live(), 4);
    CHECK(turned_on == 0 && turned_off == 0);
    CHECK_EQUAL(veterans_at(2)->strength, 7);
    CHECK(HUTCH_CFG_FENCE || veterans_at(2) == &barracks[2]);
    CHECK(veterans_spawn(NULL) == NULL);
    CHECK(veterans_despawn(veterans_at(2)));
    CHECK_EQUAL(turned_off, 1);
    CHECK(veterans_index(veterans_spawn(NULL)) == 2);
    CHECK(hutch_check(&veterans_pool));
}

static void who_is_inside_its_hook_is_not_adopted_again(void)
{
    begin();
    CHECK(heroes_spawn(NULL) != NULL);
    CHECK(hutch_locked_hide(&heroes_pool, 0)); // as inside its hook
    CHECK_EQUAL(hutch_adopt(&heroes_pool, 1), 0);
    CHECK(unit_faults_forget() <= 1);
    hutch_locked_show(&heroes_pool, 0);
    CHECK_EQUAL(heroes_live(), 1);
}

static void who_is_adopted_at_first_use_is_the_oldest(void)
{
    CHECK_EQUAL(hutch_adopt(&crew_pool, 2), 2);
    CHECK(crew_live() == 2 && hutch_check(&crew_pool));
    CHECK_EQUAL(crew_index(crew_acquire()), 2);
    CHECK_EQUAL(crew_index(crew_acquire()), 0);
    CHECK_EQUAL(crew_index(crew_acquire()), 1);
    CHECK(hutch_check(&crew_pool));
    crew_clear();
    CHECK_EQUAL(hutch_adopt(&cooks_pool, 1), 1);
    CHECK_EQUAL(hutch_adopt(&cooks_pool, 2), 1);
    CHECK(cooks_live() == 2 && hutch_check(&cooks_pool));
}

static void or_it_is_all_free(void)
{
    CHECK_EQUAL(recruits_live(), 0);
    struct soldier *const recruit = recruits_acquire();
    CHECK(HUTCH_CFG_FENCE || recruit == &tents[0]);
    const bool keeps =
        HUTCH_CFG_CHECK < 2 || HUTCH_CFG_FENCE; // elsewhere a debug pool in use fills free slots
    if (keeps) {
        *(unsigned char *)&tents[1] = 0xA7;
    }
    CHECK_EQUAL(hutch_adopt(&recruits_pool, 2), 1);
    CHECK(!keeps || *(const unsigned char *)recruits_at(1) == 0xA7);
    CHECK_EQUAL(recruits_live(), 2);
    CHECK_EQUAL(hutch_adopt(&recruits_pool, 3), 0);
    CHECK(systems_fault_was("recruits", HUTCH_FAULT_BAD_INDEX));
    recruits_clear();
    CHECK(recruits_is_live_at(0) == false && hutch_check(&recruits_pool));
}

const struct unit_test flauta_tests[] = {
    UNIT_TEST(the_initial_stock_is_made_once_and_ahead_of_time),
    UNIT_TEST(no_hook_runs_on_nothing),
    UNIT_TEST(what_comes_back_is_turned_off_and_checked),
    UNIT_TEST(a_dynamic_pool_spills_and_gives_back_to_the_right_one),
    UNIT_TEST(a_dynamic_pool_may_evict_instead),
    UNIT_TEST(a_list_that_is_there_is_adopted_as_it_stands),
    UNIT_TEST(who_is_inside_its_hook_is_not_adopted_again),
    UNIT_TEST(who_is_adopted_at_first_use_is_the_oldest),
    UNIT_TEST(or_it_is_all_free),
    UNIT_TESTS_END,
};
