// SPDX-License-Identifier: MIT
// generations.c - the counters behind refs, driven all the way round or to their end; in release builds too.
//
// 16-bit refs go through every value. 32-bit refs begin shortly before the end: the counter is an ordinary
// variable.

#include "unit.h"

enum { pair_max = 3, run_max = 6, fading_max = 5, last_steps = 200 };
HUTCH_POOL_TRACKED(lone, uint16_t, 1);
HUTCH_POOL_TRACKED(pair, uint16_t, pair_max);
HUTCH_POOL_TRACKED(runs, uint16_t, run_max);
HUTCH_POOL_TRACKED(worn, uint16_t, pair_max);
HUTCH_POOL_TRACKED(fading, uint16_t, fading_max);
static const struct hutch_hooks no_hooks = {NULL, NULL, NULL};
HUTCH_POOL_SPAWNED(hooked, uint16_t, pair_max, .hooks = &no_hooks);

static unsigned evict_first(const struct hutch_pool *pool)
{
    return hutch_next_index(pool, 0);
}
HUTCH_POLICY(evicting, .evict = evict_first);
HUTCH_POOL_TRACKED(waning, uint16_t, 2, .policy = &evicting);

// How many generations a slot has before the count begins again.
static unsigned long round_of(const struct hutch_pool *pool)
{
    return (unsigned long)hutch_generation_retired(pool->ref_low_bits);
}

// Sets the counter so that the round is short enough to be driven here.
static unsigned long begin_round(const struct hutch_pool *pool, unsigned index)
{
    const unsigned long begin = HUTCH_CFG_REF_BITS == 16 ? 0 : round_of(pool) - last_steps;
    pool->generations[index] = (hutch_ref_t)begin;
    return begin;
}

static unsigned long generation_of(const struct hutch_pool *pool, hutch_ref_t ref)
{
    return (unsigned long)ref >> pool->ref_low_bits;
}

static void each_generation_is_the_one_before_plus_one_and_the_round_ends_at_one(void)
{
    UNIT_NEEDS(!HUTCH_CFG_RETIRE);
    static const struct hutch_pool *const pools[] = {&lone_pool, &pair_pool};
    for (unsigned p = 0; p < 2; p++) {
        const struct hutch_pool *const pool = pools[p];
        hutch_clear(pool);
        const unsigned long begin = begin_round(pool, 0);
        unsigned long steps = begin;
        hutch_ref_t stale = 0;
        bool is_right = true;
        for (; steps < round_of(pool); steps++) {
            const hutch_ref_t ref = hutch_ref(pool, hutch_claim(pool, 0));
            is_right = is_right && ref != 0 && generation_of(pool, ref) == steps + 1 &&
                       hutch_deref(pool, ref) == hutch_at(pool, 0) && hutch_deref(pool, stale) == NULL;
            stale = ref;
            is_right = is_right && hutch_release_ref(pool, ref) && hutch_deref(pool, ref) == NULL;
        }
        CHECK(is_right);
        CHECK_EQUAL(pool->generations[0], 0);
        const hutch_ref_t again = hutch_ref(pool, hutch_claim(pool, 0));
        CHECK_EQUAL(generation_of(pool, again), 1);
        CHECK(hutch_deref(pool, stale) == NULL);
    }
}

static void every_value_of_the_counter_gives_a_ref_that_is_not_zero(void)
{
    UNIT_NEEDS(HUTCH_CFG_REF_BITS == 16);
    pair_clear();
    pair_claim(0);
    bool is_right = true;
    for (unsigned long counter = 0; counter < round_of(&pair_pool); counter++) {
        pair_pool.generations[0] = (hutch_ref_t)counter;
        is_right = is_right && hutch_ref(&pair_pool, pair_at(0)) != 0;
    }
    CHECK(is_right);
    pair_pool.generations[0] = 0;
}

// The limit that the documents name.
static void limit_ref_that_is_a_whole_round_old_finds_the_new_object(void)
{
    UNIT_NEEDS(!HUTCH_CFG_RETIRE && HUTCH_CFG_REF_BITS == 16);
    pair_clear();
    pair_pool.generations[1] = 0;
    pair_claim(1);
    const pair_ref_t old = pair_ref(pair_at(1));
    for (unsigned long steps = 0; steps < round_of(&pair_pool); steps++) {
        CHECK_EQUAL(pair_deref(old) == pair_at(1), steps == 0);
        pair_release_at(1);
        pair_claim(1);
    }
    CHECK(pair_deref(old) == pair_at(1));
}

static void ref_that_is_a_whole_round_old_finds_no_free_slot(void)
{
    UNIT_NEEDS(!HUTCH_CFG_RETIRE);
    pair_clear();
    begin_round(&pair_pool, 1);
    const pair_ref_t old = pair_ref(pair_claim(1));
    const hutch_ref_t first = pair_pool.generations[1];
    pair_release_at(1);
    pair_pool.generations[1] = first; // as after a round
    CHECK(pair_deref(old) == NULL);
    CHECK(hutch_deref(&pair_pool, HUTCH_REF_VALUE_(old)) == NULL);
    CHECK(!pair_release_ref(old));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK_EQUAL(pair_live(), 0);
    CHECK(pair_claim(1) != NULL);
    CHECK(pair_deref(old) == pair_at(1));
    pair_clear();
}

static void generation_bits_are_what_index_and_tag_leave(void)
{
    CHECK_EQUAL(lone_pool.index_bits, 0);
    CHECK_EQUAL(pair_pool.index_bits, 2);
    CHECK_EQUAL(runs_pool.index_bits, 3);
    CHECK_EQUAL(lone_pool.ref_low_bits, HUTCH_TAG_BITS);
    CHECK_EQUAL(pair_pool.ref_low_bits, 2 + HUTCH_TAG_BITS);
    const hutch_ref_t all = (hutch_ref_t) ~(hutch_ref_t)0;
    CHECK_EQUAL(round_of(&pair_pool), all >> pair_pool.ref_low_bits);
    CHECK_EQUAL(round_of(&lone_pool),
                ((unsigned long)all >> HUTCH_TAG_BITS) - (HUTCH_TAG_BITS == 0 ? 1u : 0u));
}

static bool should_go(const uint16_t *object, void *context)
{
    (void)object;
    (void)context;
    return true;
}

static void every_kind_of_release_makes_refs_stale(void)
{
    runs_ref_t refs[run_max];
    for (unsigned way = 0; way < 5; way++) {
        runs_clear();
        uint16_t *const run = runs_acquire_run(run_max);
        for (unsigned i = 0; i < run_max; i++) {
            refs[i] = runs_ref(runs_at(i));
            CHECK(runs_deref(refs[i]) == runs_at(i));
        }
        switch (way) {
        case 0:
            runs_clear();
            break;
        case 1:
            CHECK(runs_release_run(run, run_max));
            break;
        case 2:
            CHECK_EQUAL(runs_release_if(should_go, NULL), run_max);
            break;
        case 3:
            hutch_clear(&runs_pool);
            break;
        default:
            for (unsigned i = 0; i < run_max; i++) {
                CHECK(runs_release_at(i));
            }
        }
        CHECK_EQUAL(runs_live(), 0);
        for (unsigned i = 0; i < run_max; i++) {
            CHECK(runs_deref(refs[i]) == NULL);
            CHECK(runs_claim(i) != NULL);
            CHECK(runs_deref(refs[i]) == NULL);
        }
    }
}

// -------------------------------------------------------------------------------------- HUTCH_CFG_RETIRE

// Uses a slot until it retires, which is reported in every build.
static void wear_out(unsigned index)
{
    bool is_right = true;
    for (unsigned long steps = begin_round(&worn_pool, index); steps < round_of(&worn_pool); steps++) {
        is_right = is_right && unit_faults.count == 0 && worn_claim(index) != NULL && worn_release_at(index);
    }
    CHECK(is_right);
    CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_RETIRED);
    CHECK_EQUAL(unit_faults.kept[0].index, index);
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
}

static bool release_fading(unsigned index)
{
    switch (index) {
    case 0:
        return fading_release_at(index);
    case 1:
        return fading_release_ref(fading_ref(fading_at(index)));
    case 2:
        return fading_release_run(fading_at(index), 1);
    case 3:
        return fading_release_if(should_go, NULL) == 1;
    default:
        fading_clear();
        return !fading_is_live_at(index);
    }
}

static void retirement_is_reported_by_every_way_to_release(void)
{
    UNIT_NEEDS(HUTCH_CFG_RETIRE);
    for (unsigned index = 0; index < fading_max && fading_available() == fading_max - index; index++) {
        CHECK(fading_claim(index) != NULL);
        fading_pool.generations[index] =
            (hutch_ref_t)(hutch_generation_retired(fading_pool.ref_low_bits) - 1u);
        CHECK(release_fading(index));
        CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_RETIRED);
        CHECK_EQUAL(unit_faults.kept[0].index, index);
        CHECK(unit_same_text(unit_faults.kept[0].pool, "fading"));
        CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    }
    CHECK_EQUAL(fading_available(), 0);
}

static void retired_slot_is_neither_live_nor_free_and_never_comes_back(void)
{
    UNIT_NEEDS(HUTCH_CFG_RETIRE);
    worn_clear();
    wear_out(1);
    CHECK_EQUAL(worn_live(), 0);
    CHECK_EQUAL(worn_available(), pair_max - 1);
    CHECK(!worn_is_live_at(1));
    CHECK(!worn_is_live(worn_at(1)));
    CHECK(worn_first() == NULL);
    CHECK_EQUAL(worn_next_index(0), HUTCH_NONE);
    CHECK(worn_claim(1) == NULL);
    CHECK(worn_acquire() != NULL);
    CHECK(worn_acquire() != NULL);
    CHECK(worn_acquire() == NULL);
#if HUTCH_CFG_STATS
    CHECK_EQUAL(worn_peak(), pair_max - 1); // objects only
#endif
    CHECK_EQUAL(worn_live(), pair_max - 1);
    CHECK_EQUAL(worn_available(), 0);
    CHECK(worn_next(worn_first()) == worn_at(2));
    CHECK(hutch_check(&worn_pool));
    if (HUTCH_CFG_CHECK >= 1) {
        CHECK(!worn_release_at(1));
        CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_DOUBLE_RELEASE);
        CHECK(!worn_release_run(worn_at(0), 3));
        CHECK_EQUAL(unit_faults.kept[1].code, HUTCH_FAULT_BAD_RUN);
        CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(2));
    }
    worn_clear();
    CHECK_EQUAL(worn_live(), 0);
    CHECK_EQUAL(worn_available(), pair_max - 1);
#if HUTCH_CFG_STATS
    const unsigned refused = worn_refused();
    CHECK_EQUAL(hutch_adopt(&worn_pool, pair_max), pair_max - 1);
    CHECK_EQUAL(worn_refused(), refused);
    worn_clear();
#endif
    CHECK(hutch_check(&worn_pool));
    CHECK_EQUAL(unit_faults.count, 0);
}

// The victim is released, and its slot retires: it makes no room, so the next one is asked for.
static void victim_whose_slot_retires_is_followed_by_another(void)
{
    UNIT_NEEDS(HUTCH_CFG_RETIRE);
    waning_clear();
    CHECK(waning_claim(0) != NULL && waning_claim(1) != NULL);
    waning_pool.generations[0] = (hutch_ref_t)(hutch_generation_retired(waning_pool.ref_low_bits) - 1u);
    CHECK(waning_acquire() == waning_at(1));
    CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_RETIRED);
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK_EQUAL(waning_live(), 1);
#if HUTCH_CFG_STATS
    CHECK_EQUAL(waning_refused(), 0);
#endif
    CHECK(hutch_check(&waning_pool));
}

static void retired_slots_are_no_objects_to_hutch_sizing(void)
{
#if HUTCH_CFG_STATS >= 2
    UNIT_NEEDS(HUTCH_CFG_RETIRE);
    struct hutch_advice advice;
    hutch_sizing(&worn_pool, &advice);
    CHECK_EQUAL(advice.peak, worn_peak());
#endif
}

static bool release_hooked_again(uint16_t *object, unsigned way)
{
    switch (way) {
    case 0:
        return hooked_release(object);
    case 1:
        return hooked_despawn(object);
    case 2:
        return hooked_release_at(hooked_index(object));
    default:
        return hutch_release(&hooked_pool, object);
    }
}

// A retired slot stays live in the bitmap and is not visible, as an object inside its despawn hook is: it is
// none.
static void retired_slot_of_a_pool_with_hooks_is_released_already(void)
{
    UNIT_NEEDS(HUTCH_CFG_RETIRE && HUTCH_CFG_CHECK >= 1);
    for (unsigned index = 0; index < pair_max && hooked_available() == pair_max - index; index++) {
        uint16_t *const object = hooked_claim(index);
        hooked_pool.generations[index] =
            (hutch_ref_t)(hutch_generation_retired(hooked_pool.ref_low_bits) - 1u);
        CHECK(index == 1 ? hooked_despawn(object) : hooked_release(object));
        CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_RETIRED);
        CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
        for (unsigned way = 0; way < 4; way++) {
            CHECK(!release_hooked_again(object, way));
            CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_DOUBLE_RELEASE);
            CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
        }
        CHECK_EQUAL(HUTCH_REF_VALUE_(hooked_ref(object)), 0);
        CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_USE_AFTER_RELEASE);
        CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    }
    CHECK_EQUAL(hooked_available(), 0);
    CHECK(hutch_check(&hooked_pool));
}

static void pool_of_retired_slots_is_full_for_ever(void)
{
    UNIT_NEEDS(HUTCH_CFG_RETIRE);
    worn_clear();
    wear_out(0);
    wear_out(2);
    CHECK_EQUAL(worn_live(), 0);
    CHECK_EQUAL(worn_available(), 0);
    CHECK(worn_acquire() == NULL);
    CHECK(worn_acquire_run(1) == NULL);
    CHECK(worn_first() == NULL);
    worn_clear();
    CHECK(worn_acquire() == NULL);
    CHECK(hutch_check(&worn_pool));
    CHECK_EQUAL(unit_faults.count, 0);
}

const struct unit_test generations_tests[] = {
    UNIT_TEST(each_generation_is_the_one_before_plus_one_and_the_round_ends_at_one),
    UNIT_TEST(every_value_of_the_counter_gives_a_ref_that_is_not_zero),
    UNIT_TEST(limit_ref_that_is_a_whole_round_old_finds_the_new_object),
    UNIT_TEST(ref_that_is_a_whole_round_old_finds_no_free_slot),
    UNIT_TEST(generation_bits_are_what_index_and_tag_leave),
    UNIT_TEST(every_kind_of_release_makes_refs_stale),
    UNIT_TEST(retirement_is_reported_by_every_way_to_release),
    UNIT_TEST(retired_slot_is_neither_live_nor_free_and_never_comes_back),
    UNIT_TEST(retired_slots_are_no_objects_to_hutch_sizing),
    UNIT_TEST(victim_whose_slot_retires_is_followed_by_another),
    UNIT_TEST(retired_slot_of_a_pool_with_hooks_is_released_already),
    UNIT_TEST(pool_of_retired_slots_is_full_for_ever),
    UNIT_TESTS_END,
};
