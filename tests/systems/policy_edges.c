// SPDX-License-Identifier: MIT
// policy_edges.c - policies at their edges: victims that are gone already, pools that do not fit, what is no
// object at all.

#include "systems.h"

#include "hutch/core/lockfree.h"

struct shot {
    uint8_t power;
};

static unsigned lows, low_free, evictions;
static unsigned victim_next;

static void on_low(const struct hutch_pool *pool)
{
    lows++;
    low_free = hutch_available(pool);
}

static unsigned evict_in_turn(const struct hutch_pool *pool)
{
    (void)pool;
    evictions++;
    return victim_next;
}

// Releases its victim, and names it all the same.
static unsigned evict_twice(const struct hutch_pool *pool)
{
    evictions++;
    hutch_release_at_(pool, victim_next);
    return victim_next;
}

HUTCH_POLICY(nearly, .evict = evict_in_turn, .low = 0, .on_low = on_low);
HUTCH_POOL(last_shots, struct shot, 2, .policy = &nearly);
HUTCH_POLICY(twice, .evict = evict_twice);
HUTCH_POOL_TRACKED(twice_shots, struct shot, 2, .policy = &twice);
static const struct hutch_hooks without_hooks;
HUTCH_POLICY(in_turn, .evict = evict_in_turn);
HUTCH_POOL_SPAWNED(hookless_shots, struct shot, 2, .hooks = &without_hooks, .policy = &in_turn);

HUTCH_POOL(plain_shots, struct shot, 1);
HUTCH_POLICY(to_plain, .spill = &plain_shots_pool);
HUTCH_POOL(first_shots, struct shot, 1, .policy = &to_plain);
HUTCH_POLICY(to_first, .spill = &first_shots_pool);
HUTCH_POOL(second_shots, struct shot, 1, .policy = &to_first);
HUTCH_POOL_IDS(numbers, 3);
HUTCH_POLICY(to_numbers, .spill = &numbers_pool);
HUTCH_POOL(third_shots, struct shot, 1, .policy = &to_numbers);
struct barrel {
    struct shot shots[9];
};
HUTCH_POLICY(to_small, .spill = &plain_shots_pool);
HUTCH_POOL(barrels, struct barrel, 1, .policy = &to_small);
HUTCH_POLICY(one_kept, .reserve = 1);
HUTCH_POOL(kept_shots, struct shot, 2, .policy = &one_kept);

static unsigned farewells;
static void say_farewell(void *object)
{
    (void)object;
    farewells++;
}
static const struct hutch_hooks farewell = {NULL, NULL, say_farewell};
HUTCH_POLICY(held_in_turn, .evict = evict_in_turn);
HUTCH_POOL_COUNTED(held_shots, struct shot, 2, .policy = &held_in_turn, .hooks = &farewell);
HUTCH_POLICY(held_kept, .reserve = 1);
HUTCH_POOL_COUNTED(lent_shots, struct shot, 2, .policy = &held_kept, .hooks = &farewell);

static void begin(void)
{
    static const struct hutch_pool *const pools[] = {
        &last_shots_pool,  &twice_shots_pool,  &hookless_shots_pool, &plain_shots_pool,
        &first_shots_pool, &second_shots_pool, &numbers_pool,        &third_shots_pool,
        &barrels_pool,     &kept_shots_pool,   &held_shots_pool,     &lent_shots_pool,
    };
    for (unsigned i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        hutch_clear(pools[i]);
    }
    lows = low_free = evictions = farewells = 0;
    victim_next = 0;
}

static void the_callback_may_release_the_victim_that_it_names(void)
{
    begin();
    CHECK(twice_shots_acquire() && twice_shots_acquire());
    victim_next = 1;
    CHECK(twice_shots_acquire() == twice_shots_at(1));
    CHECK_EQUAL(evictions, 1);
    CHECK(hutch_check(&twice_shots_pool));
    const twice_shots_ref_t ref = twice_shots_ref(twice_shots_at(0));
    CHECK(twice_shots_release_ref(ref)); // nobody hears of it
    CHECK(hutch_check(&twice_shots_pool));
}

static void who_takes_the_last_slot_by_eviction_hears_of_it(void)
{
    begin();
    CHECK(last_shots_acquire() && last_shots_acquire());
    CHECK_EQUAL(lows, 1);
    CHECK(last_shots_acquire() == last_shots_at(0));
    CHECK(lows == 2 && low_free == 0);
}

#if HUTCH_CFG_CHECK >= 2
static unsigned evict_by_acquiring(const struct hutch_pool *pool);
static void refill(const struct hutch_pool *pool);
static void flicker(const struct hutch_pool *pool);
HUTCH_POLICY(greedy, .evict = evict_by_acquiring);
HUTCH_POOL(greedy_shots, struct shot, 2, .policy = &greedy);
HUTCH_POLICY(restless, .reserve = 1, .on_room = flicker, .low = 2, .on_low = refill);
HUTCH_POOL(restless_shots, struct shot, 4, .policy = &restless);

static unsigned evict_by_acquiring(const struct hutch_pool *pool)
{
    (void)pool;
    evictions++;
    return greedy_shots_acquire() != NULL ? 0 : HUTCH_NONE;
}

static void refill(const struct hutch_pool *pool)
{
    (void)pool;
    lows++;
    restless_shots_release_at(restless_shots_index(restless_shots_first()));
    restless_shots_acquire();
}

static void flicker(const struct hutch_pool *pool)
{
    (void)pool;
    restless_shots_release(restless_shots_acquire());
}
#endif

static void a_callback_that_causes_its_own_call_is_a_fault(void)
{
#if HUTCH_CFG_CHECK >= 2
    begin();
    greedy_shots_clear();
    CHECK(greedy_shots_acquire() && greedy_shots_acquire());
    CHECK(greedy_shots_acquire() == NULL);
    CHECK_EQUAL(evictions, 4);
    CHECK(systems_fault_was("greedy_shots", HUTCH_FAULT_CALLBACK_NESTED));
    CHECK(greedy_shots_acquire() == NULL); // the count is right again
    CHECK_EQUAL(evictions, 8);
    CHECK(systems_fault_was("greedy_shots", HUTCH_FAULT_CALLBACK_NESTED));
    restless_shots_clear();
    CHECK(restless_shots_acquire() && restless_shots_acquire());
    CHECK_EQUAL(lows, 4);
    CHECK(systems_fault_was("restless_shots", HUTCH_FAULT_CALLBACK_NESTED));
    CHECK(restless_shots_acquire() && restless_shots_acquire_urgent());
    unit_faults_forget();
    restless_shots_release_at(0);
    restless_shots_release_at(1);
    CHECK(systems_fault_was("restless_shots", HUTCH_FAULT_CALLBACK_NESTED));
#endif
}

static void a_victim_without_a_hook_goes_without_one(void)
{
    begin();
    CHECK(hookless_shots_spawn(NULL) && hookless_shots_spawn(NULL));
    victim_next = 1;
    CHECK(hookless_shots_spawn(NULL) == hookless_shots_at(1));
    CHECK_EQUAL(evictions, 1);
    CHECK(hutch_check(&hookless_shots_pool));
}

static void a_pool_spills_only_to_one_that_fits(void)
{
    begin();
    CHECK(first_shots_acquire() && first_shots_acquire() == plain_shots_at(0));
    CHECK(first_shots_acquire() == NULL);
    CHECK(hutch_check(&first_shots_pool));
    CHECK(first_shots_release(plain_shots_at(0)) && first_shots_release(first_shots_at(0)));
    CHECK(second_shots_acquire() && second_shots_acquire() == NULL); // the other one spills itself
    CHECK(third_shots_acquire() && third_shots_acquire() == NULL);   // the other one has no objects
    CHECK(hutch_object_bytes(&third_shots_pool) == sizeof(struct shot));
    CHECK_EQUAL(hutch_object_bytes(&numbers_pool), 0);
    CHECK(barrels_acquire() && barrels_acquire() == NULL); // the other one's slots are too small
    CHECK_EQUAL(plain_shots_live() + first_shots_live() + hutch_live(&numbers_pool), 0);
}

static void what_is_no_object_of_a_pool_that_does_not_spill_is_refused(void)
{
    begin();
    CHECK(!kept_shots_release(NULL));
    CHECK(systems_fault_was("kept_shots", HUTCH_FAULT_NULL_POINTER));
    CHECK(!hutch_release(&kept_shots_pool, NULL));
    CHECK(systems_fault_was("kept_shots", HUTCH_FAULT_NULL_POINTER));
    CHECK(!hookless_shots_despawn(NULL));
    CHECK(systems_fault_was("hookless_shots", HUTCH_FAULT_NULL_POINTER));
    CHECK(!plain_shots_release(NULL));
    CHECK(systems_fault_was("plain_shots", HUTCH_FAULT_NULL_POINTER));
}

static void check_looks_at_the_policy_after_damage_to_the_marks(void)
{
    begin();
    hutch_word_t *const word = HUTCH_MARK_WORDS(&hookless_shots_pool, HUTCH_MARK_PERSISTENT);
    *word = 1; // slot 0 is free
    CHECK(!hutch_check(&hookless_shots_pool));
    CHECK(unit_fault_was("hookless_shots", HUTCH_FAULT_BITMAP, word, 0));
    *word = 0;
    CHECK(hutch_check(&hookless_shots_pool));
}

static void a_second_release_of_any_way_makes_no_room_in_any_build(void)
{
    begin();
    struct shot *const shot = kept_shots_acquire();
    CHECK(kept_shots_release(shot));
    CHECK(kept_shots_release(shot) == (HUTCH_CFG_CHECK == 0));
    CHECK(kept_shots_release_at(0) == (HUTCH_CFG_CHECK == 0));
    CHECK(hutch_release(&kept_shots_pool, shot) == (HUTCH_CFG_CHECK == 0));
    CHECK(hutch_release_at_(&kept_shots_pool, 0) == (HUTCH_CFG_CHECK == 0));
    unit_faults_forget();
    CHECK(kept_shots_acquire() != NULL && kept_shots_acquire() == NULL); // one is kept back
    CHECK(hutch_check(&kept_shots_pool));
}

static void an_object_with_holders_and_a_hook_is_not_evicted(void)
{
    begin();
    CHECK(held_shots_acquire() && held_shots_acquire() && held_shots_acquire() == NULL);
    CHECK(evictions != 0 && farewells == 0 && held_shots_live() == 2);
    CHECK(!hutch_check(&held_shots_pool));
    CHECK(unit_fault_was("held_shots", HUTCH_FAULT_POLICY, &held_in_turn.evict, HUTCH_NONE));
    struct shot *const shot = lent_shots_acquire();
    CHECK(shot != NULL && lent_shots_acquire() == NULL && lent_shots_acquire_urgent() != NULL);
    CHECK(lent_shots_release(shot) && lent_shots_acquire() == NULL && farewells == 1);
    CHECK(hutch_check(&lent_shots_pool));
}

const struct unit_test policy_edges_tests[] = {
    UNIT_TEST(the_callback_may_release_the_victim_that_it_names),
    UNIT_TEST(who_takes_the_last_slot_by_eviction_hears_of_it),
    UNIT_TEST(a_callback_that_causes_its_own_call_is_a_fault),
    UNIT_TEST(a_victim_without_a_hook_goes_without_one),
    UNIT_TEST(a_pool_spills_only_to_one_that_fits),
    UNIT_TEST(what_is_no_object_of_a_pool_that_does_not_spill_is_refused),
    UNIT_TEST(check_looks_at_the_policy_after_damage_to_the_marks),
    UNIT_TEST(a_second_release_of_any_way_makes_no_room_in_any_build),
    UNIT_TEST(an_object_with_holders_and_a_hook_is_not_evicted),
    UNIT_TESTS_END,
};
