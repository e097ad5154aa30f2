// SPDX-License-Identifier: MIT
// limits.c - how far a full pool goes, and what it counts on the way: tries, refusals, low room; victims
// that are gone already, pools that do not fit, what is no object at all.

#include "systems.h"

#include "hutch/core/lockfree.h"

struct spark {
    uint8_t heat;
};

static unsigned evictions, rooms, lows, despawned;
static unsigned victim;
static bool is_retaken; // by an interrupt, each time between the choice and the victim's going

static unsigned evict(const struct hutch_pool *pool)
{
    evictions++;
    if (is_retaken) {
        hutch_release_at_(pool, victim);
        hutch_acquire_index_(pool);
    }
    return victim;
}

static void count_low(const struct hutch_pool *pool)
{
    (void)pool;
    lows++;
}

static void count_room(const struct hutch_pool *pool)
{
    (void)pool;
    rooms++;
}

static void spark_despawn(void *object)
{
    (void)object;
    despawned++;
}
static const struct hutch_hooks spark_hooks = {NULL, NULL, spark_despawn};

HUTCH_POLICY(chosen, .evict = evict, .on_room = count_room);
HUTCH_POOL_SPAWNED(sparks, struct spark, 3, .lock = HUTCH_LOCK_IRQ, .hooks = &spark_hooks, .policy = &chosen);
HUTCH_POLICY(kept, .reserve = 1);
HUTCH_POOL_SPAWNED(spare, struct spark, 3, .lock = HUTCH_LOCK_IRQ, .hooks = &spark_hooks, .policy = &kept);
HUTCH_POLICY(spills, .spill = &spare_pool);
HUTCH_POOL_SPAWNED(embers, struct spark, 1, .lock = HUTCH_LOCK_IRQ, .policy = &spills);
HUTCH_POLICY(past, .evict = evict);
HUTCH_POOL(rows, struct spark, HUTCH_WORD_BITS, .policy = &past);
HUTCH_POOL(coals, struct spark, 1);
HUTCH_POLICY(to_coals, .spill = &coals_pool);
HUTCH_POOL_PREFABS(torches, struct spark, 1, .policy = &to_coals);
HUTCH_PREFAB(torch, torches, hutch_no_components, 0);
static void lights(struct spark *spark, const struct spark *args);
HUTCH_SPAWN_HOOK(lights, struct spark, struct spark);
HUTCH_COMPONENTS(lamp_parts, {lights_hook, NULL, 0, 0});
HUTCH_POLICY(dim, .reserve = 1);
HUTCH_POOL_PREFABS(lamps, struct spark, 2, .policy = &dim);
HUTCH_PREFAB(lamp, lamps, lamp_parts, 0);
HUTCH_POLICY(border, .reserve = 3, .low = 3, .on_low = count_low);
HUTCH_POOL_IDS(border_ids, 300, .lock = HUTCH_LOCK_IRQ, .policy = &border);
HUTCH_POLICY(early, .low = 2, .on_low = count_low);
HUTCH_POOL_IDS(early_ids, 300, .policy = &early);
HUTCH_POLICY_OLDEST(two_stamps, 2);
HUTCH_POOL(ashes, struct spark, 4, .policy = &two_stamps);

// Releases its victim, and names it all the same.
static unsigned evict_twice(const struct hutch_pool *pool)
{
    evictions++;
    hutch_release_at_(pool, victim);
    return victim;
}

HUTCH_POLICY(nearly, .evict = evict, .low = 0, .on_low = count_low);
HUTCH_POOL(last_shots, struct spark, 2, .policy = &nearly);
HUTCH_POLICY(twice, .evict = evict_twice);
HUTCH_POOL_TRACKED(twice_shots, struct spark, 2, .policy = &twice);
static const struct hutch_hooks without_hooks;
HUTCH_POLICY(in_turn, .evict = evict);
HUTCH_POOL_SPAWNED(hookless_shots, struct spark, 2, .hooks = &without_hooks, .policy = &in_turn);

HUTCH_POOL(plain_shots, struct spark, 1);
HUTCH_POLICY(to_plain, .spill = &plain_shots_pool);
HUTCH_POOL(first_shots, struct spark, 1, .policy = &to_plain);
HUTCH_POLICY(to_first, .spill = &first_shots_pool);
HUTCH_POOL(second_shots, struct spark, 1, .policy = &to_first);
HUTCH_POOL_IDS(numbers, 3);
HUTCH_POLICY(to_numbers, .spill = &numbers_pool);
HUTCH_POOL(third_shots, struct spark, 1, .policy = &to_numbers);
struct barrel {
    struct spark shots[9];
};
HUTCH_POLICY(to_small, .spill = &plain_shots_pool);
HUTCH_POOL(barrels, struct barrel, 1, .policy = &to_small);
HUTCH_POLICY(one_kept, .reserve = 1);
HUTCH_POOL(kept_shots, struct spark, 2, .policy = &one_kept);

HUTCH_POLICY(held_in_turn, .evict = evict);
HUTCH_POOL_COUNTED(held_shots, struct spark, 2, .policy = &held_in_turn, .hooks = &spark_hooks);
HUTCH_POLICY(held_kept, .reserve = 1);
HUTCH_POOL_COUNTED(lent_shots, struct spark, 2, .policy = &held_kept, .hooks = &spark_hooks);

static void begin(void)
{
    static const struct hutch_pool *const pools[] = {
        &sparks_pool,      &spare_pool,        &embers_pool,      &border_ids_pool,     &early_ids_pool,
        &ashes_pool,       &last_shots_pool,   &twice_shots_pool, &hookless_shots_pool, &plain_shots_pool,
        &first_shots_pool, &second_shots_pool, &numbers_pool,     &third_shots_pool,    &barrels_pool,
        &kept_shots_pool,  &held_shots_pool,   &lent_shots_pool,
    };
    is_retaken = false;
    victim = 0;
    for (unsigned i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        hutch_clear(pools[i]);
    }
    evictions = rooms = lows = despawned = 0;
}

static void fill_sparks(void)
{
    while (sparks_available() != 0) {
        CHECK(sparks_spawn(NULL) != NULL);
    }
}

TEST(after_four_victims_that_came_back_it_is_refused)
{
    begin();
    fill_sparks();
    is_retaken = true;
    CHECK(sparks_spawn(NULL) == NULL);
    CHECK_EQUAL(evictions, 4);
    CHECK_EQUAL(despawned, 0); // it was another object's slot by then
    CHECK_EQUAL(sparks_live(), 3);
    CHECK(hutch_check(&sparks_pool));
}

TEST(a_victim_past_the_capacity_is_a_fault)
{
    begin();
    fill_sparks();
    victim = 3;
    CHECK(sparks_spawn(NULL) == NULL);
    CHECK(unit_fault_was("sparks", HUTCH_FAULT_BAD_INDEX, NULL, 3));
    CHECK_EQUAL(evictions, 1);
    CHECK_EQUAL(despawned, 0);
    CHECK_EQUAL(sparks_live(), 3);
    rows_clear();
    while (rows_available() != 0) {
        CHECK(rows_acquire() != NULL);
    }
    victim = HUTCH_WORD_BITS; // behind the bitmap's only word
    CHECK(rows_acquire() == NULL);
    CHECK(unit_fault_was("rows", HUTCH_FAULT_BAD_INDEX, NULL, HUTCH_WORD_BITS));
    CHECK_EQUAL(rows_live(), HUTCH_WORD_BITS);
}

TEST(a_release_by_ref_tells_of_room_only_where_there_was_none)
{
    begin();
    const sparks_ref_t first = sparks_ref(sparks_acquire()), second = sparks_ref(sparks_acquire());
    CHECK(sparks_release_ref(first));
    CHECK_EQUAL(rooms, 0);
    while (sparks_available() != 0) {
        CHECK(sparks_acquire() != NULL);
    }
    CHECK(sparks_release_ref(second));
    CHECK_EQUAL(rooms, 1);
}

TEST(a_spilled_object_is_seen_until_either_pool_releases_it)
{
    begin();
    CHECK(embers_acquire() != NULL);
    struct spark *const spilled = embers_acquire();
    CHECK(spare_is_live(spilled) && embers_is_live(spilled));
    CHECK(embers_containing((const uint8_t *)spilled + sizeof *spilled - 1) == spilled);
    CHECK(embers_containing(embers_first()) == embers_first() && embers_containing(&despawned) == NULL);
    CHECK(spare_containing(embers_first()) == NULL); // only one way
    CHECK(embers_release(spilled));
    CHECK(!spare_is_live(spilled) && !embers_is_live(spilled) && spare_first() == NULL);
    CHECK_EQUAL(despawned, 0); // only despawn calls the hook
    CHECK(hutch_check(&spare_pool));
}

TEST(refusals_are_counted_once_and_by_the_pool_that_was_asked)
{
#if HUTCH_CFG_STATS
    begin();
    CHECK(embers_spawn(NULL) != NULL);
    const unsigned embers_before = embers_refused(), sparks_before = sparks_refused();
    CHECK(embers_spawn(NULL) != NULL && embers_spawn(NULL) != NULL); // spilled
    CHECK_EQUAL(embers_refused(), embers_before);
    CHECK(embers_spawn(NULL) == NULL);
    CHECK_EQUAL(embers_refused(), embers_before + 1);
    CHECK_EQUAL(hutch_acquire_index_(&embers_pool), HUTCH_NONE); // a number is this pool's or none
    CHECK_EQUAL(embers_refused(), embers_before + 2);
    fill_sparks();
    victim = HUTCH_NONE;
    CHECK(sparks_spawn(NULL) == NULL);
    CHECK_EQUAL(sparks_refused(), sparks_before + 1);
    CHECK_EQUAL(hutch_acquire_index_(&sparks_pool), HUTCH_NONE);
    CHECK_EQUAL(sparks_refused(), sparks_before + 2);
    victim = 0;
    CHECK(sparks_spawn(NULL) != NULL); // a victim went: nobody was refused
    CHECK_EQUAL(sparks_refused(), sparks_before + 2);
#else
    UNIT_NEEDS(HUTCH_CFG_STATS);
#endif
}

TEST(an_urgent_spawn_takes_what_the_other_pool_keeps)
{
    begin();
    CHECK(embers_spawn(NULL) != NULL);
    CHECK(embers_spawn(NULL) != NULL && embers_spawn(NULL) != NULL);
    CHECK_EQUAL(spare_available(), 1);
    CHECK(embers_spawn(NULL) == NULL);
    CHECK(embers_spawn_urgent(NULL) != NULL);
    CHECK_EQUAL(spare_available(), 0);
}

static unsigned lamps_lit, lamps_seen;

static void lights(struct spark *spark, const struct spark *args)
{
    (void)args;
    lamps_lit++;
    lamps_seen += lamps_is_live(spark) ? 1u : 0u;
}

TEST(an_urgent_prefab_takes_what_its_pool_keeps_and_shows_it_when_it_is_whole)
{
    hutch_clear(&lamps_pool);
    lamps_lit = lamps_seen = 0;
    CHECK(lamp_spawn(NULL) != NULL);
    CHECK(lamp_spawn(NULL) == NULL);
    CHECK(lamp_spawn_urgent(NULL) != NULL);
    CHECK(lamps_lit == 2 && lamps_seen == 0);
    CHECK(lamp_spawn_urgent(NULL) == NULL);
    hutch_clear(&lamps_pool);
}

TEST(a_prefab_does_not_spill_and_is_counted_as_refused)
{
    coals_clear();
    hutch_clear(&torches_pool);
    CHECK(torch_spawn(NULL) != NULL);
    CHECK(torch_spawn(NULL) == NULL);
    CHECK(torch_spawn_urgent(NULL) == NULL);
    CHECK_EQUAL(coals_live(), 0);
    hutch_clear(&torches_pool);
#if HUTCH_CFG_STATS
    torches_stats_reset();
    CHECK(torch_spawn(NULL) != NULL && torch_spawn(NULL) == NULL);
    CHECK_EQUAL(torches_refused(), 1);
    hutch_clear(&torches_pool);
#endif
}

// Free slots are counted word by word, and no further than needed: that must not look like the border.
TEST(low_room_is_told_at_the_border_and_nowhere_before)
{
    begin();
    while (border_ids_available() > 4) {
        CHECK(border_ids_acquire_urgent() >= 0);
    }
    CHECK_EQUAL(lows, 0);
    for (int id = 0; id < 4; id++) {
        CHECK(border_ids_release(id)); // four free in the last words, and as many in the first
    }
    for (unsigned i = 0; i < 4; i++) {
        CHECK(border_ids_acquire() >= 0);
        CHECK_EQUAL(lows, 0);
    }
    CHECK(border_ids_acquire() >= 0);
    CHECK_EQUAL(lows, 1);
    CHECK_EQUAL(border_ids_available(), 3);
    CHECK_EQUAL(border_ids_acquire(), -1);
    lows = 0;
    while (early_ids_available() > 3) {
        CHECK(early_ids_acquire() >= 0);
    }
    CHECK_EQUAL(lows, 0);
    CHECK(early_ids_release(290) && early_ids_release(40)); // one here, one there
    CHECK(early_ids_acquire() >= 0 && early_ids_acquire() >= 0);
    CHECK_EQUAL(lows, 0);
    CHECK(early_ids_acquire() >= 0);
    CHECK_EQUAL(lows, 1);
}

// hutch_check names such a pool; acquire reads no stamp that is not there.
TEST(slots_without_a_stamp_go_last)
{
    begin();
    CHECK(!hutch_check(&ashes_pool));
    CHECK_EQUAL(unit_faults_forget(), 1);
    for (unsigned i = 0; i < 4; i++) {
        CHECK(ashes_acquire() != NULL);
    }
    CHECK(ashes_acquire() == ashes_at(0));
    CHECK(ashes_acquire() == ashes_at(1));
    CHECK(ashes_acquire() == ashes_at(0));
    CHECK(ashes_release(ashes_at(0)) && ashes_release(ashes_at(1)));
    CHECK(ashes_claim(1) !=
          NULL); // just taken: as old as those without a stamp, of which there is one before
    CHECK(ashes_claim(0) != NULL);
    CHECK(ashes_acquire() == ashes_at(1));
    CHECK(ashes_release_at(0) && ashes_acquire() == ashes_at(0));
    CHECK(ashes_release_at(1));
    CHECK_EQUAL(hutch_evict_oldest_(&ashes_pool), 0); // the youngest with a stamp is no younger than 2 and 3
    CHECK(ashes_release_at(0));
    CHECK_EQUAL(hutch_evict_oldest_(&ashes_pool), 2); // of those without, the lowest
}

TEST(the_callback_may_release_the_victim_that_it_names)
{
    begin();
    CHECK(twice_shots_acquire() && twice_shots_acquire());
    victim = 1;
    CHECK(twice_shots_acquire() == twice_shots_at(1));
    CHECK_EQUAL(evictions, 1);
    CHECK(hutch_check(&twice_shots_pool));
    const twice_shots_ref_t ref = twice_shots_ref(twice_shots_at(0));
    CHECK(twice_shots_release_ref(ref)); // nobody hears of it
    CHECK(hutch_check(&twice_shots_pool));
}

TEST(who_takes_the_last_slot_by_eviction_hears_of_it)
{
    begin();
    CHECK(last_shots_acquire() && last_shots_acquire());
    CHECK_EQUAL(lows, 1);
    CHECK(last_shots_acquire() == last_shots_at(0));
    CHECK(lows == 2 && last_shots_available() == 0);
}

#if HUTCH_CFG_CHECK >= 2
static unsigned evict_by_acquiring(const struct hutch_pool *pool);
static void refill(const struct hutch_pool *pool);
static void flicker(const struct hutch_pool *pool);
HUTCH_POLICY(greedy, .evict = evict_by_acquiring);
HUTCH_POOL(greedy_shots, struct spark, 2, .policy = &greedy);
HUTCH_POLICY(restless, .reserve = 1, .on_room = flicker, .low = 2, .on_low = refill);
HUTCH_POOL(restless_shots, struct spark, 4, .policy = &restless);

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
    (void)!restless_shots_acquire();
}

static void flicker(const struct hutch_pool *pool)
{
    (void)pool;
    restless_shots_release(restless_shots_acquire());
}
#endif

TEST(a_callback_that_causes_its_own_call_is_a_fault)
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

TEST(a_victim_without_a_hook_goes_without_one)
{
    begin();
    CHECK(hookless_shots_spawn(NULL) && hookless_shots_spawn(NULL));
    victim = 1;
    CHECK(hookless_shots_spawn(NULL) == hookless_shots_at(1));
    CHECK_EQUAL(evictions, 1);
    CHECK(hutch_check(&hookless_shots_pool));
}

TEST(a_pool_spills_only_to_one_that_fits)
{
    begin();
    CHECK(first_shots_acquire() && first_shots_acquire() == plain_shots_at(0));
    CHECK(first_shots_acquire() == NULL);
    CHECK(hutch_check(&first_shots_pool));
    CHECK(first_shots_release(plain_shots_at(0)) && first_shots_release(first_shots_at(0)));
    CHECK(second_shots_acquire() && second_shots_acquire() == NULL); // the other one spills itself
    CHECK(third_shots_acquire() && third_shots_acquire() == NULL);   // the other one has no objects
    CHECK(hutch_object_bytes(&third_shots_pool) == sizeof(struct spark));
    CHECK_EQUAL(hutch_object_bytes(&numbers_pool), 0);
    CHECK(barrels_acquire() && barrels_acquire() == NULL); // the other one's slots are too small
    CHECK_EQUAL(plain_shots_live() + first_shots_live() + hutch_live(&numbers_pool), 0);
}

TEST(what_is_no_object_of_a_pool_that_does_not_spill_is_refused)
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

TEST(check_looks_at_the_policy_after_damage_to_the_marks)
{
    begin();
    hutch_word_t *const word = HUTCH_MARK_WORDS(&hookless_shots_pool, HUTCH_MARK_PERSISTENT);
    *word = 1; // slot 0 is free
    CHECK(!hutch_check(&hookless_shots_pool));
    CHECK(unit_fault_was("hookless_shots", HUTCH_FAULT_BITMAP, word, 0));
    *word = 0;
    CHECK(hutch_check(&hookless_shots_pool));
}

TEST(a_second_release_of_any_way_makes_no_room_in_any_build)
{
    begin();
    struct spark *const shot = kept_shots_acquire();
    CHECK(kept_shots_release(shot));
    CHECK(kept_shots_release(shot) == (HUTCH_CFG_CHECK == 0));
    CHECK(kept_shots_release_at(0) == (HUTCH_CFG_CHECK == 0));
    CHECK(hutch_release(&kept_shots_pool, shot) == (HUTCH_CFG_CHECK == 0));
    CHECK(hutch_release_at_(&kept_shots_pool, 0) == (HUTCH_CFG_CHECK == 0));
    unit_faults_forget();
    CHECK(kept_shots_acquire() != NULL && kept_shots_acquire() == NULL); // one is kept back
    CHECK(hutch_check(&kept_shots_pool));
}

TEST(an_object_with_holders_and_a_hook_is_not_evicted)
{
    begin();
    CHECK(held_shots_acquire() && held_shots_acquire() && held_shots_acquire() == NULL);
    CHECK(evictions != 0 && despawned == 0 && held_shots_live() == 2);
    CHECK(!hutch_check(&held_shots_pool));
    CHECK(unit_fault_was("held_shots", HUTCH_FAULT_POLICY, &held_in_turn.evict, HUTCH_NONE));
    struct spark *const shot = lent_shots_acquire();
    CHECK(shot != NULL && lent_shots_acquire() == NULL && lent_shots_acquire_urgent() != NULL);
    CHECK(lent_shots_release(shot) && lent_shots_acquire() == NULL && despawned == 1);
    CHECK(hutch_check(&lent_shots_pool));
}

#include "../../build/lists/systems/limits.h"
