// SPDX-License-Identifier: MIT
// generations.c - the counters behind refs, driven all the way round; in release builds too.
//
// 16-bit refs go through every value. 32-bit refs begin shortly before the end: the counter is an ordinary
// variable.

#include "unit.h"

enum { pair_max = 3, run_max = 6, last_steps = 200 };
HUTCH_POOL_TRACKED(lone, uint16_t, 1);
HUTCH_POOL_TRACKED(pair, uint16_t, pair_max);
HUTCH_POOL_TRACKED(runs, uint16_t, run_max);

// How many generations a slot has before the count begins again.
static unsigned long round_of(const struct hutch_pool *pool)
{
    return (unsigned long)hutch_generation_unissued(pool->ref_low_bits);
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

TEST(each_generation_is_the_one_before_plus_one_and_the_round_ends_at_one)
{
    static const struct hutch_pool *const pools[] = {&lone_pool, &pair_pool};
    for (unsigned p = 0; p < 2; p++) {
        const struct hutch_pool *const pool = pools[p];
        hutch_clear(pool);
        const unsigned long begin = begin_round(pool, 0);
        unsigned long steps = begin;
        hutch_ref_t stale = 0;
        bool is_right = true;
        for (; steps < round_of(pool); steps++) {
            const hutch_ref_t ref = hutch_ref(pool, hutch_claim_(pool, 0));
            is_right = is_right && ref != 0 && generation_of(pool, ref) == steps + 1 &&
                       hutch_deref(pool, ref) == hutch_at(pool, 0) && hutch_deref(pool, stale) == NULL;
            stale = ref;
            is_right = is_right && hutch_release_ref(pool, ref) && hutch_deref(pool, ref) == NULL;
        }
        CHECK(is_right);
        CHECK_EQUAL(pool->generations[0], 0);
        const hutch_ref_t again = hutch_ref(pool, hutch_claim_(pool, 0));
        CHECK_EQUAL(generation_of(pool, again), 1);
        CHECK(hutch_deref(pool, stale) == NULL);
    }
}

// The limit that the documents name.
TEST(limit_ref_that_is_a_whole_round_old_finds_the_new_object)
{
    UNIT_NEEDS(HUTCH_CFG_REF_BITS == 16);
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

TEST(ref_that_is_a_whole_round_old_finds_no_free_slot)
{
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

static bool should_go(const uint16_t *object, void *context)
{
    (void)object;
    (void)context;
    return true;
}

TEST(every_kind_of_release_makes_refs_stale)
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

TEST(wrong_pointers_and_forged_refs_lead_nowhere)
{
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE); // refs of debug builds have a tag besides
    hutch_clear(&pair_pool);
    uint16_t *const object = pair_acquire();
    pair_ref_t ref = pair_ref(object);
    HUTCH_REF_VALUE_(ref) |= (hutch_ref_t)pair_max; // the index has two bits
    CHECK(pair_deref(ref) == NULL);
    CHECK(pair_release(object));
    ref = pair_ref(object);
    CHECK(HUTCH_REF_VALUE_(ref) == 0);
    ref = pair_ref(NULL);
    CHECK(HUTCH_REF_VALUE_(ref) == 0 && !pair_release(NULL));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(3));
}

#include "../../build/lists/debug/generations.h"
