// SPDX-License-Identifier: MIT
// walks.c - walks over pools, also given by their descriptors: every pattern of eight slots, and bodies that
// do anything. walks_locked.c is the same over pools that have a lock in every build.

#include "unit.h"

// One pool of an odd size with an incomplete word, and one with more than 255 bytes of slots in a word.
// Smaller on CPUs that have boards with little RAM.
enum {
    W = HUTCH_WORD_BITS,
#if (defined(__thumb__) && !defined(__thumb2__)) || (defined(__riscv) && __riscv_xlen == 32)
    WORDS = 2,
    BIRD = 1,
    WHALE = 2,
#else
    WORDS = 4,
    BIRD = 5,
    WHALE = W > 8 ? 9 : 40,
#endif
    pod_max = (W > 8 ? 1 : 2) * W + 1, // two words, where there is RAM for them
    flock_max = WORDS * W + 3,
    ROUNDS = 300
};
struct bird {
    uint8_t bytes[BIRD];
};
struct whale {
    uint8_t bytes[WHALE];
};
#ifdef UNIT_WALK_LOCK
HUTCH_POOL(flock, struct bird, flock_max, HUTCH_OPTIONS(UNIT_WALK_LOCK, NULL, NULL));
HUTCH_POOL(pod, struct whale, pod_max, HUTCH_OPTIONS(UNIT_WALK_LOCK, NULL, NULL));
#else
UNIT_POOL(flock, struct bird, flock_max);
UNIT_POOL(pod, struct whale, pod_max);
#endif

// What is live, and with random bodies what the walk must still visit: kept apart from the pool.
static bool live[flock_max], waits[flock_max];

static void arrange(bool is_full)
{
    flock_clear();
    pod_clear();
    while (is_full && flock_acquire() != NULL) {}
    while (is_full && pod_acquire() != NULL) {}
    for (unsigned i = 0; i < flock_max; i++) {
        live[i] = is_full;
    }
}

static void change(unsigned index)
{
    if (live[index]) {
        CHECK(flock_release(flock_at(index)));
        CHECK(index >= pod_max || pod_release(pod_at(index)));
    } else {
        CHECK(flock_claim(index) != NULL);
        CHECK(index >= pod_max || pod_claim(index) != NULL);
    }
    live[index] = !live[index];
}

static unsigned next_live(unsigned from, unsigned end)
{
    while (from < end && !live[from]) {
        from++;
    }
    return from;
}

/// Returns how many objects are visited that should not be, or too early, or too late.
static unsigned wrong_in_a_walk_over(const struct hutch_pool *pool)
{
    const unsigned end = hutch_capacity(pool);
    unsigned wrong = 0, next = next_live(0, end);
    HUTCH_FOREACH_IN (const void, object, pool) {
        wrong += next >= end || object != hutch_at(pool, next);
        next = next_live(next + 1, end);
    }
    return wrong + (next < end);
}

static unsigned wrong_in_a_walk(void)
{
    unsigned wrong = 0, next = next_live(0, flock_max);
    HUTCH_FOREACH (const struct bird, bird, flock) {
        wrong += next == flock_max || bird != flock_at(next);
        next = next_live(next + 1, flock_max);
    }
    wrong += next < flock_max;
    next = next_live(0, pod_max);
    HUTCH_FOREACH (struct whale, whale, pod) {
        wrong += next >= pod_max || whale != pod_at(next);
        whale->bytes[WHALE - 1] = 0xFF;
        next = next_live(next + 1, pod_max);
    }
    return wrong + (next < pod_max) + wrong_in_a_walk_over(&flock_pool) + wrong_in_a_walk_over(&pod_pool);
}

/// All patterns of the eight slots from `first`, by a Gray code: one slot changes at a time.
static unsigned wrong_with_all_patterns(unsigned first)
{
    unsigned wrong = 0;
    for (unsigned k = 1; k <= 256; k++) {
        unsigned bit = 0;
        while (bit < 7 && (k >> bit & 1u) == 0) {
            bit++;
        }
        change(first + bit);
        wrong += wrong_in_a_walk();
    }
    return wrong;
}

TEST(every_pattern_is_visited_between_free_slots)
{
    for (unsigned word = 0; word < WORDS; word++) {
        arrange(false);
        CHECK_EQUAL(wrong_with_all_patterns(word * W), 0);
    }
}

TEST(every_pattern_is_visited_between_live_slots)
{
    for (unsigned word = 0; word < WORDS; word++) {
        arrange(true);
        CHECK_EQUAL(wrong_with_all_patterns(word * W + W - 8), 0);
    }
}

TEST(every_pattern_is_visited_with_live_slots_some_words_away)
{
    arrange(false);
    change(0);
    change(flock_max - 1);
    CHECK_EQUAL(wrong_with_all_patterns(W), 0);
    CHECK_EQUAL(wrong_with_all_patterns((WORDS - 1) * W - 8), 0);
    CHECK_EQUAL(wrong_with_all_patterns(flock_max - 9), 0);
}

static uint32_t state;

/// What a body does: releases and acquires, here, ahead of the walk and in what it has passed.
static void do_anything(unsigned visited)
{
    for (unsigned left = (unsigned)(unit_random(&state) % 4u); left != 0; left--) {
        const unsigned index =
            unit_random(&state) % 2u != 0 ? visited : (unsigned)(unit_random(&state) % flock_max);
        if (live[index]) {
            CHECK(flock_release(flock_at(index)));
            waits[index] = false;
        } else if (unit_random(&state) % 2u != 0) {
            CHECK(flock_claim(index) != NULL);
        } else {
            continue;
        }
        live[index] = !live[index];
    }
}

static unsigned least;

/// Returns 1 if the object should not be visited, or not now.
static unsigned visit(const struct bird *bird)
{
    const unsigned index = flock_index(bird) % flock_max;
    const bool is_wrong = bird != flock_at(index) || index < least || !live[index];
    least = index + 1;
    waits[index] = false;
    do_anything(index);
    return is_wrong;
}

TEST(bodies_that_do_anything_miss_nothing_and_see_nothing_twice)
{
    unsigned wrong = 0;
    state = 20;
    arrange(false);
    for (unsigned round = 0; round < ROUNDS; round++) {
        const unsigned change_in = 1u + (unsigned)(unit_random(&state) % 8u);
        for (unsigned i = 0; i < flock_max; i++) {
            if (unit_random(&state) % change_in == 0 && live[i] != (round % 3 != 0)) {
                live[i] ? (void)flock_release(flock_at(i)) : (void)flock_claim(i);
                live[i] = !live[i];
            }
            waits[i] = live[i];
        }
        least = 0;
        if (round % 2 == 0) {
            HUTCH_FOREACH (const struct bird, bird, flock) {
                wrong += visit(bird);
            }
        } else {
            HUTCH_FOREACH_IN (const struct bird, bird, &flock_pool) {
                wrong += visit(bird);
            }
        }
        for (unsigned i = 0; i < flock_max; i++) {
            wrong += waits[i];
        }
    }
    CHECK_EQUAL(wrong, 0);
    CHECK(hutch_check(&flock_pool));
}

TEST(nested_walks_meet_every_pair_once)
{
    arrange(true);
    for (unsigned i = 0; i < flock_max; i += 3) {
        change(i);
    }
    unsigned pairs = 0, left_early = 0;
    HUTCH_FOREACH (struct bird, bird, flock) {
        HUTCH_FOREACH (struct whale, whale, pod) {
            whale->bytes[1] = bird->bytes[0] = 0;
            HUTCH_FOREACH (const struct bird, other, flock) {
                pairs += other == bird;
            }
        }
        HUTCH_FOREACH (const struct whale, whale, pod) {
            left_early += whale->bytes[1] == 0;
            break; // leaves the inner loop only
        }
    }
    CHECK_EQUAL(pairs, flock_live() * pod_live());
    CHECK_EQUAL(left_early, flock_live());
}

// A wild write may set bits past the capacity. A walk ends at the capacity.
TEST(walk_of_the_small_engine_ends_at_the_capacity)
{
    UNIT_NEEDS(HUTCH_IS_SMALL(&flock_pool) && HUTCH_IS_SMALL(&pod_pool));
    arrange(true);
    flock_pool.live[flock_max / W] = HUTCH_WORD_ALL;
    pod_pool.live[pod_max / W] = HUTCH_WORD_ALL;
    unsigned birds = 0, whales = 0;
    HUTCH_FOREACH (const struct bird, bird, flock) {
        birds += flock_index(bird) < flock_max ? 1u : 100u;
    }
    HUTCH_FOREACH (const struct whale, whale, pod) {
        whales += pod_index(whale) < pod_max ? 1u : 100u;
    }
    CHECK_EQUAL(birds, flock_max);
    CHECK_EQUAL(whales, pod_max);
    CHECK(flock_acquire() == NULL && pod_acquire() == NULL);
    flock_pool.live[flock_max / W] = pod_pool.live[pod_max / W] = 0;
    arrange(false);
    CHECK(hutch_check(&flock_pool) && hutch_check(&pod_pool));
}

TEST(body_of_a_walk_may_change_its_variable)
{
    static struct bird nowhere;
    unsigned visits = 0;
    flock_clear();
    for (unsigned i = 0; i < 3; i++) {
        (void)!flock_acquire();
    }
    HUTCH_FOREACH (struct bird, bird, flock) {
        visits += bird != NULL && bird != &nowhere ? 1u : 0u;
        bird = visits == 1 ? NULL : &nowhere;
        (void)bird;
    }
    CHECK_EQUAL(visits, 3);
    HUTCH_FOREACH_IN (struct bird, bird, &flock_pool) {
        visits += bird != NULL && bird != &nowhere ? 1u : 0u;
        bird = visits == 4 ? NULL : &nowhere;
        (void)bird;
    }
    CHECK_EQUAL(visits, 6);
    HUTCH_FOREACH (struct bird, bird, flock) {
        visits++;
        CHECK(bird == flock_first());
        bird = NULL;
        break;
    }
    HUTCH_FOREACH_IN (struct bird, bird, &flock_pool) {
        visits++;
        CHECK(bird == hutch_first(&flock_pool));
        bird = NULL;
        break;
    }
    CHECK_EQUAL(visits, 8);
    flock_clear();
}

#include "../../build/lists/unit/walks.h"
