// SPDX-License-Identifier: MIT
// policy.c - what a full pool does: keep some back, evict, spill, tell; each alone, together, and in the
// middle of things.

#include "systems.h"

#include "hutch/core/locked.h"

struct shot {
    uint8_t power;
};

static unsigned rooms, room_live, evictions;
static const struct hutch_pool *interrupted; // the evict callback plays an interrupt on it
static unsigned victim_next;

static void on_room(const struct hutch_pool *pool)
{
    rooms++;
    room_live = hutch_live(pool);
}

static unsigned evict_in_turn(const struct hutch_pool *pool)
{
    evictions++;
    if (interrupted != NULL) { // releases the victim, and takes its slot again
        interrupted = NULL;
        hutch_release_at_(pool, victim_next);
        hutch_acquire_index_(pool);
    }
    return victim_next;
}

HUTCH_EVICT_LOWEST(weakest, struct shot, power);

HUTCH_POLICY(kept, .reserve = 2, .on_room = on_room, .low = 3);
HUTCH_POOL(kept_shots, struct shot, 5, .lock = HUTCH_LOCK_IRQ, .policy = &kept);
HUTCH_POLICY(kept_many, .reserve = 3, .on_room = on_room);
HUTCH_POOL_IDS(kept_ids, 300, .lock = HUTCH_LOCK_IRQ, .policy = &kept_many);
HUTCH_POLICY(in_turn, .evict = evict_in_turn, .on_room = on_room);
HUTCH_POOL_TRACKED(turn_shots, struct shot, 4, .lock = HUTCH_LOCK_IRQ, .policy = &in_turn);
HUTCH_POLICY(guarded, .evict = evict_in_turn, .reserve = 3);
HUTCH_POOL(guarded_shots, struct shot, 6, .policy = &guarded);
HUTCH_POLICY_OLDEST(fifo, 4);
HUTCH_POOL(fifo_shots, struct shot, 4, .policy = &fifo);
HUTCH_POLICY_OLDEST(fifo_spawned, 4);
HUTCH_POOL_SPAWNED(fifo_spawns, struct shot, 4, .policy = &fifo_spawned);

HUTCH_POLICY(full_house, .reserve = 1);
HUTCH_POOL(spare_shots, struct shot, 3, .policy = &full_house);
HUTCH_POLICY(spilling, .spill = &spare_shots_pool);
HUTCH_POOL(main_shots, struct shot, 2, .policy = &spilling);
HUTCH_POLICY(circle, .evict = weakest, .spill = &main_shots_pool);
HUTCH_POOL(circle_shots, struct shot, 2, .lock = UNIT_LOCK, .policy = &circle);

static void begin(void)
{
    static const struct hutch_pool *const pools[] = {
        &kept_shots_pool,  &kept_ids_pool,    &turn_shots_pool, &fifo_shots_pool,
        &fifo_spawns_pool, &spare_shots_pool, &main_shots_pool, &circle_shots_pool,
    };
    for (unsigned i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        hutch_clear(pools[i]);
    }
    rooms = evictions = room_live = 0;
    interrupted = NULL;
    victim_next = 0;
}

TEST(the_last_slots_are_for_urgent_callers)
{
    begin();
    CHECK(kept_shots_acquire() && kept_shots_acquire() && kept_shots_acquire());
    CHECK(kept_shots_acquire() == NULL);
    CHECK(hutch_acquire(&kept_shots_pool) == NULL);
    CHECK(kept_shots_acquire_urgent() != NULL);
    CHECK(hutch_acquire_urgent_(&kept_shots_pool) != NULL);
    CHECK(kept_shots_acquire_urgent() == NULL);
    CHECK_EQUAL(kept_shots_live(), 5);
}

TEST(reserve_of_a_pool_with_summaries)
{
    begin();
    unsigned taken = 0;
    while (kept_ids_acquire() >= 0) {
        taken++;
    }
    CHECK_EQUAL(taken, 297);
    CHECK(kept_ids_acquire_urgent() >= 0);
    CHECK(hutch_acquire_urgent_index_(&kept_ids_pool) != HUTCH_NONE);
    CHECK(kept_ids_acquire_urgent() >= 0);
    CHECK(kept_ids_acquire_urgent() < 0);
    for (int id = 10; id < 13; id++) {
        CHECK(kept_ids_release(id));
        CHECK_EQUAL(rooms, 0);
    }
    CHECK(kept_ids_release(200));
    CHECK_EQUAL(rooms, 1);
    CHECK_EQUAL(room_live, 296);
    CHECK(kept_ids_release(201));
    CHECK_EQUAL(rooms, 1);
    CHECK(kept_ids_acquire() >= 0 && kept_ids_acquire() >= 0 && kept_ids_acquire() < 0);
    CHECK(hutch_check(&kept_ids_pool));
}

TEST(a_refused_acquire_counts_and_an_urgent_one_that_found_room_does_not)
{
#if HUTCH_CFG_STATS
    begin();
    const unsigned before = kept_shots_refused();
    for (unsigned i = 0; i < 4; i++) {
        (void)!kept_shots_acquire();
    }
    CHECK_EQUAL(kept_shots_refused() - before, 1);
    kept_shots_acquire_urgent();
    CHECK_EQUAL(kept_shots_refused() - before, 1);
    const unsigned main_before = main_shots_refused();
    for (unsigned i = 0; i < 4; i++) { // two here, two that spilled
        CHECK(main_shots_acquire() != NULL);
    }
    CHECK_EQUAL(main_shots_refused() - main_before, 0);
    CHECK(main_shots_acquire() == NULL);
    CHECK_EQUAL(main_shots_refused() - main_before, 1);
#endif
}

TEST(somebody_hears_when_room_returns)
{
    begin();
    for (unsigned i = 0; i < 3; i++) {
        (void)!kept_shots_acquire();
    }
    kept_shots_acquire_urgent();
    CHECK(kept_shots_release_at(0)); // down to what is kept back: still no room for the ordinary
    CHECK_EQUAL(rooms, 0);
    CHECK(kept_shots_release_at(1));
    CHECK(rooms == 1 && room_live == 2);
    CHECK(kept_shots_release_at(2));
    CHECK_EQUAL(rooms, 1);
}

// Urgent callers use up what is kept back; the victim's slot goes to the one who evicted it all the same.
TEST(one_victim_for_one_slot_however_much_is_kept_back)
{
    begin();
    for (unsigned free = 3; free <= 3; free--) { // down from what is kept back to none
        guarded_shots_clear();
        while (guarded_shots_available() > free) {
            CHECK(guarded_shots_acquire_urgent() != NULL);
        }
        evictions = 0;
        victim_next = guarded_shots_index(guarded_shots_first());
        const struct shot *const shot = guarded_shots_acquire();
        CHECK(shot != NULL && (free != 0 || shot == guarded_shots_at(victim_next)));
        CHECK_EQUAL(evictions, 1);
        CHECK_EQUAL(guarded_shots_available(), free);
    }
}

TEST(who_is_refused_has_evicted_nobody)
{
    begin();
    for (unsigned free = 3; free <= 3; free--) {
        guarded_shots_clear();
        while (guarded_shots_available() > free) {
            CHECK(guarded_shots_acquire_urgent() != NULL);
        }
        victim_next = HUTCH_NONE;
        CHECK(guarded_shots_acquire() == NULL);
        CHECK_EQUAL(guarded_shots_available(), free);
    }
}

// Between the choice and the release an interrupt releases the victim and puts another object there: that
// one stays.
TEST(an_object_that_took_the_victims_slot_meanwhile_is_not_evicted)
{
    begin();
    for (unsigned i = 0; i < 4; i++) {
        (void)!turn_shots_acquire();
    }
    victim_next = 1;
    interrupted = &turn_shots_pool;
    CHECK(turn_shots_acquire() != NULL);
    CHECK_EQUAL(evictions, 2); // the first choice was void
    CHECK_EQUAL(turn_shots_live(), 4);
}

TEST(the_oldest_goes_whatever_slot_it_has)
{
    begin();
    unsigned slots[4];
    for (unsigned i = 0; i < 4; i++) {
        slots[i] = fifo_shots_index(fifo_shots_acquire());
    }
    CHECK(fifo_shots_release_at(slots[0]));
    CHECK(fifo_shots_acquire() != NULL); // the youngest, in the slot of the first
    for (unsigned i = 1; i < 4; i++) {
        CHECK_EQUAL(fifo_shots_index(fifo_shots_acquire()), slots[i]);
    }
    CHECK_EQUAL(fifo_shots_index(fifo_shots_acquire()), slots[0]);
}

TEST(an_object_that_is_being_spawned_is_not_evicted)
{
    begin();
    unsigned slots[4];
    for (unsigned i = 0; i < 4; i++) {
        slots[i] = fifo_spawns_index(fifo_spawns_spawn(NULL));
    }
    CHECK_EQUAL(fifo_spawns_index(fifo_spawns_spawn(NULL)), slots[0]);
    CHECK(hutch_locked_hide(&fifo_spawns_pool, slots[1])); // as inside its hook
    CHECK_EQUAL(fifo_spawns_index(fifo_spawns_spawn(NULL)), slots[2]);
    hutch_locked_show(&fifo_spawns_pool, slots[1]);
    CHECK_EQUAL(fifo_spawns_live(), 4);
}

TEST(what_spilled_is_released_by_either_name)
{
    begin();
    struct shot *shots[4];
    for (unsigned i = 0; i < 4; i++) {
        shots[i] = main_shots_acquire();
    }
    CHECK(main_shots_acquire() == NULL); // the spare pool keeps one back
    CHECK_EQUAL(spare_shots_live(), 2);
    CHECK(main_shots_is_live(shots[3]) && hutch_is_live(&main_shots_pool, shots[3]));
    CHECK(main_shots_release(shots[3]) && !main_shots_is_live(shots[3]));
    CHECK(spare_shots_release(shots[2]));
    CHECK(main_shots_acquire_urgent() && main_shots_acquire_urgent() && main_shots_acquire_urgent());
    CHECK_EQUAL(spare_shots_live(), 3);
    CHECK(hutch_release(&main_shots_pool, spare_shots_at(0)));
    CHECK(!main_shots_release(NULL));
    CHECK(systems_fault_was("main_shots", HUTCH_FAULT_NULL_POINTER));
    UNIT_NEEDS(HUTCH_CFG_CHECK != 0);
    CHECK(main_shots_release(shots[0]));
    CHECK(!main_shots_release(shots[0]));
    CHECK(systems_fault_was("main_shots", HUTCH_FAULT_DOUBLE_RELEASE));
    spare_shots_clear();
    CHECK(!main_shots_release(spare_shots_at(1)));
    CHECK(systems_fault_was("spare_shots", HUTCH_FAULT_DOUBLE_RELEASE));
}

TEST(a_pool_that_spills_is_not_spilled_to)
{
    begin();
    circle_shots_acquire()->power = 9;
    circle_shots_acquire()->power = 3;
    CHECK(circle_shots_acquire() != NULL); // the weakest made room
    CHECK_EQUAL(main_shots_live(), 0);
    unsigned nines = 0;
    HUTCH_FOREACH (struct shot, shot, circle_shots) {
        nines += shot->power == 9 ? 1u : 0u;
    }
    CHECK_EQUAL(nines, 1);
}

TEST(claims_and_runs_ask_nobody)
{
    begin();
    CHECK(kept_shots_claim(0) && kept_shots_claim(1) && kept_shots_claim(2) && kept_shots_claim(3));
    CHECK(kept_shots_acquire() == NULL);
    CHECK(kept_shots_claim(4) != NULL);
    kept_shots_clear();
    CHECK(kept_shots_acquire_run(5) == kept_shots_at(0));
    CHECK(kept_shots_release_run(kept_shots_at(0), 5));
    CHECK(hutch_check(&kept_shots_pool));
}

// ------------------------------------------------------------------------------------------- damage

static struct hutch_policy damaged_policy; // of the pool below, whose own is constant
static struct hutch_options damaged_options;
static struct hutch_pool damaged_pool;

static void begin_damage(const struct hutch_pool *pool)
{
    begin();
    damaged_pool = *pool;
    damaged_policy = *pool->options->policy;
    damaged_options = *pool->options;
    damaged_options.policy = &damaged_policy;
    damaged_pool.options = &damaged_options;
    CHECK(hutch_check(pool));
    CHECK(hutch_check(&damaged_pool));
}

static void check_names(const void *address, unsigned index)
{
    CHECK(!hutch_check(&damaged_pool));
    CHECK(unit_fault_was(damaged_pool.identity->name, HUTCH_FAULT_POLICY, address, index));
    damaged_policy = *kept_shots_pool.options->policy;
}

TEST(check_names_limits_that_leave_nothing)
{
    begin_damage(&kept_shots_pool);
    damaged_policy.reserve = 4;
    CHECK(hutch_check(&damaged_pool));
    damaged_policy.reserve = 5;
    check_names(&damaged_policy.reserve, HUTCH_NONE);
    damaged_policy.low = 4;
    CHECK(hutch_check(&damaged_pool));
    damaged_policy.low = 5;
    check_names(&damaged_policy.low, HUTCH_NONE);
    damaged_policy.state = NULL;
    check_names(&damaged_policy.state, HUTCH_NONE);
}

TEST(check_names_a_pool_that_cannot_be_spilled_to)
{
    static struct hutch_pool spill;
    begin_damage(&kept_shots_pool);
    spill = spare_shots_pool;
    damaged_policy.spill = &spill;
    CHECK(hutch_check(&damaged_pool));
    damaged_policy.spill = &damaged_pool; // itself
    check_names(&damaged_policy.spill, HUTCH_NONE);
    damaged_policy.spill = &main_shots_pool; // spills itself
    check_names(&damaged_policy.spill, HUTCH_NONE);
    damaged_policy.spill = &kept_ids_pool; // has no objects
    check_names(&damaged_policy.spill, HUTCH_NONE);
    if (HUTCH_CFG_CHECK >= 2) {
        return; // a debug build finds far more wrong with what follows
    }
    damaged_policy.spill = &spill;
    damaged_pool.slots = NULL;
    check_names(&damaged_policy.spill, HUTCH_NONE);
    damaged_pool.slots = kept_shots_pool.slots;
    damaged_policy.spill = &spill; // of smaller objects
    damaged_pool.stride_bytes = (uint16_t)(spill.stride_bytes * 2u);
    damaged_pool.stride_shift++;
    check_names(&damaged_policy.spill, HUTCH_NONE);
}

TEST(check_names_a_stamp_that_cannot_be)
{
    begin_damage(&fifo_shots_pool);
    for (unsigned i = 0; i < 7; i++) {
        (void)!fifo_shots_acquire();
    }
    unsigned *const stamp = &damaged_policy.stamps[2];
    const unsigned good = *stamp;
    *stamp = damaged_policy.state->acquired;
    CHECK(hutch_check(&damaged_pool));
    *stamp = damaged_policy.state->acquired - (unsigned)-1 / 2u; // as old as it can be
    CHECK(hutch_check(&damaged_pool));
    damaged_policy.stamps[0] += 1u << 8; // the first slot's counts, too
    CHECK(hutch_check(&damaged_pool) == (sizeof(unsigned) == 2));
    unit_faults_forget();
    damaged_policy.stamps[0] -= 1u << 8;
    *stamp = damaged_policy.state->acquired + 1u;
    if (sizeof(unsigned) > 2) {
        CHECK(!hutch_check(&damaged_pool));
        CHECK(unit_fault_was("fifo_shots", HUTCH_FAULT_POLICY, stamp, 2));
        CHECK(!hutch_check(&fifo_shots_pool));
        CHECK(unit_fault_was("fifo_shots", HUTCH_FAULT_POLICY, stamp, 2));
    }
    fifo_shots_release(fifo_shots_at(2)); // free: its stamp is nobody's
    CHECK(hutch_check(&damaged_pool));
    *stamp = good;
    damaged_policy.stamps_length = 3;
    CHECK(!hutch_check(&damaged_pool));
    CHECK(unit_fault_was("fifo_shots", HUTCH_FAULT_POLICY, &damaged_policy.stamps_length, HUTCH_NONE));
}

TEST(check_names_a_count_that_differs_from_the_bitmap)
{
    begin_damage(&kept_shots_pool);
    CHECK(kept_shots_acquire() != NULL);
    damaged_policy.state->released++;
    check_names(damaged_policy.state, HUTCH_NONE);
    damaged_policy.state->released--;
    CHECK(hutch_check(&damaged_pool));
    damaged_policy.state->acquired++;
    check_names(damaged_policy.state, HUTCH_NONE);
    damaged_policy.state->acquired--;
}

#include "../../build/lists/systems/policy.h"
