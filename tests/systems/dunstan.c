// SPDX-License-Identifier: MIT
// dunstan.c - Jackson Dunstan's pool: three persons, one after the other, and what its readers asked for.

#include "systems.h"

struct person {
    const char *name;
    unsigned age;
};

static void introduce(struct person *person, const struct person *args);
static void forget(struct person *person);
HUTCH_SPAWN_HOOK(introduce, struct person, struct person);
HUTCH_HOOK(forget, struct person);
static const struct hutch_hooks person_hooks = {NULL, introduce_hook, forget_hook};

static unsigned warned;
static void warn(const struct hutch_pool *pool)
{
    warned += hutch_available(pool) == 1 ? 1u : 100u;
}
HUTCH_POLICY(small_town, .low = 1, .on_low = warn);
HUTCH_POOL_SPAWNED(persons, struct person, 4, .policy = &small_town, .hooks = &person_hooks);
HUTCH_SCENE(town, &persons_pool);

static const struct person nobody = {NULL, 0};
static struct person last_forgotten;

static void introduce(struct person *person, const struct person *args)
{
    *person = args != NULL ? *args : nobody;
}

static void forget(struct person *person)
{
    *person = nobody;
    last_forgotten = *person;
}

static unsigned age_of(const struct person *person)
{
    HUTCH_ASSERT_LIVE(person); // in debug builds only
    return HUTCH_CFG_CHECK >= 2 && !persons_is_live(person) ? 0 : person->age;
}

static void begin(void)
{
    persons_clear();
    warned = 0;
}

// The example of the text: Get, Release, Get again, and one more.
static void three_persons_one_slot_and_then_two(void)
{
    const struct person jackson = {"Jackson", 29}, mary = {"Mary", 31}, john = {"John", 7};
    begin();
    struct person *const first = persons_spawn(&jackson);
    CHECK(unit_same_text(first->name, "Jackson"));
    CHECK_EQUAL(age_of(first), 29);
    const unsigned slot = persons_index(first);
    CHECK(persons_despawn(first));
    CHECK(last_forgotten.name == NULL && last_forgotten.age == 0);
    struct person *const second = persons_spawn(&mary);
    UNIT_NEEDS(HUTCH_CFG_CHECK < 2); // debug builds reuse as late as they can
    CHECK_EQUAL(persons_index(second), slot);
    CHECK_EQUAL(age_of(second), 31);
    struct person *const third = persons_spawn(&john);
    CHECK(third != second);
    CHECK_EQUAL(persons_live(), 2);
}

static void the_fields_of_a_released_person_are_cleared(void)
{
    const struct person mary = {"Mary", 31};
    begin();
    const struct person *const person = persons_spawn(&mary);
    const unsigned slot = persons_index(person);
    CHECK(persons_despawn(person));
    UNIT_NEEDS(HUTCH_CFG_CHECK < 2); // debug builds fill free slots
    CHECK(persons_at(slot)->name == NULL && persons_at(slot)->age == 0);
}

static void a_second_release_is_caught(void)
{
    begin();
    const struct person *const person = persons_spawn(NULL);
    CHECK(persons_despawn(person));
    CHECK(!persons_despawn(person));
    CHECK(systems_fault_was("persons", HUTCH_FAULT_DOUBLE_RELEASE));
}

static void too_many_is_a_warning_and_the_maximum_holds(void)
{
    begin();
    persons_spawn(NULL);
    persons_spawn(NULL);
    CHECK_EQUAL(warned, 0);
    persons_spawn(NULL);
    CHECK_EQUAL(warned, 1);
    CHECK(persons_spawn(NULL) != NULL);
    CHECK_EQUAL(warned, 1);
    CHECK(persons_spawn(NULL) == NULL);
}

static void the_objects_own_functions_assert_that_it_is_live(void)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 2 && !HUTCH_CFG_FENCE);
    begin();
    const struct person *const person = persons_spawn(NULL);
    CHECK_EQUAL(age_of(person), 0);
    CHECK_EQUAL(unit_faults.count, 0);
    CHECK(persons_despawn(person));
    age_of(person);
    CHECK(systems_fault_was("persons", HUTCH_FAULT_USE_AFTER_RELEASE));
}

// Who disposes? The pool owns the storage, whoever spawned owns the object; at a scene's end what is left
// goes.
static void the_excess_goes_with_its_scene(void)
{
    begin();
    struct person *const stays = persons_spawn(NULL);
    persons_spawn(NULL);
    persons_spawn(NULL);
    CHECK(persons_persist(stays, true));
    CHECK_EQUAL(hutch_scene_check(&town), 2);
    CHECK_EQUAL(unit_faults_forget(), HUTCH_CFG_CHECK != 0 ? 2 : 0);
    CHECK_EQUAL(hutch_scene_reset(&town), 2);
    CHECK(persons_is_live(stays));
    CHECK_EQUAL(hutch_scene_check(&town), 0);
}

const struct unit_test dunstan_tests[] = {
    UNIT_TEST(three_persons_one_slot_and_then_two),
    UNIT_TEST(the_fields_of_a_released_person_are_cleared),
    UNIT_TEST(a_second_release_is_caught),
    UNIT_TEST(too_many_is_a_warning_and_the_maximum_holds),
    UNIT_TEST(the_objects_own_functions_assert_that_it_is_live),
    UNIT_TEST(the_excess_goes_with_its_scene),
    UNIT_TESTS_END,
};
