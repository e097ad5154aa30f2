// SPDX-License-Identifier: MIT
// weak_swaps.c - weak compare-and-swaps that fail spuriously, as they may on CPUs with load-exclusive and
// store-exclusive, and never do on a PC: each call of a lock-free pool must do what it does without. And what
// another context does in the middle of a search.

#include "unit.h"

enum { slots = 20, results_max = 64, swaps_max = 99, failures_max = 3 };

struct thing {
    uint8_t bytes[4];
};
HUTCH_POOL_SPAWNED(things, struct thing, slots, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL(bare_things, struct thing, slots, .lock = HUTCH_LOCK_FREE); // no refs: cleared word by word
HUTCH_POOL(pairs, struct thing, HUTCH_WORD_BITS + 1, .lock = HUTCH_LOCK_FREE);
HUTCH_POOL(ones, struct thing, HUTCH_WORD_BITS, .lock = HUTCH_LOCK_FREE);

static unsigned swaps, first_to_fail, failing;
static unsigned results[results_max], count;
static bool is_recorded;

bool weak_swap_fails(bool is_weak)
{
    swaps += is_weak;
    return is_weak && swaps > first_to_fail && swaps <= first_to_fail + failing;
}

static const volatile void *watched; // before this word is read, another context does the following
static int order_of_look;            // of the last read of a leaf word

// At each moment a slot is free: first in the word that is read next, then in the one that was read.
static void move_the_free_slot_to_the_front(void)
{
    CHECK(pairs_release_at(0) && pairs_claim(HUTCH_WORD_BITS) != NULL);
}

void before_load(const volatile void *place, int order)
{
    if (place == &pairs_live_[0] || place == &pairs_live_[1] || place == &ones_live_[0]) {
        order_of_look = order;
    }
    if (place == watched) {
        watched = NULL;
        move_the_free_slot_to_the_front();
    }
}

static void note(unsigned result)
{
    if (!is_recorded && count < results_max) {
        results[count] = result;
    }
    CHECK(count < results_max && results[count] == result);
    count++;
}

static void note_counts(void)
{
    note(things_live());
#if HUTCH_CFG_STATS
    note(things_peak());
    note(things_refused());
#endif
}

static void play(void)
{
    things_clear();
#if HUTCH_CFG_STATS
    things_stats_reset();
    bare_things_stats_reset();
#endif
    swaps = count = 0;
    for (unsigned i = 0; i < 9; i++) {
        note(things_index(things_acquire()));
    }
    note_counts();
    note(things_claim(17) != NULL);
    note(things_claim(17) != NULL);
    const things_ref_t ref = things_ref(things_at(3));
    note(things_release_ref(ref));
    note(things_release_ref(ref));
    note(things_release_at(8));
    note_counts();
    note(things_index(things_spawn(NULL)));
    note(things_despawn(things_at(5)));
    note(things_despawn(things_at(5)));
    note(things_index(things_acquire()));
    note_counts();
    while (things_acquire() != NULL) {}
    note_counts();
    note(things_release_run(things_at(6), 4));
    note_counts();
    for (unsigned i = 0; i < 9; i++) {
        note(bare_things_index(bare_things_acquire()));
    }
    bare_things_clear();
    note(bare_things_live());
    while (bare_things_acquire() != NULL) {}
#if HUTCH_CFG_STATS
    note(bare_things_peak());
#endif
    bare_things_clear();
    note(hutch_check(&things_pool) && hutch_check(&bare_things_pool));
    unit_faults_forget();
}

TEST(call_is_right_whichever_weak_swap_fails_and_how_often)
{
    failing = 0;
    play();
    is_recorded = true;
    CHECK(swaps > 20 && swaps <= swaps_max);
    for (failing = 1; failing <= failures_max; failing++) {
        for (first_to_fail = 0; first_to_fail < swaps_max; first_to_fail++) {
            play();
        }
    }
}

TEST(free_slot_that_moves_to_where_the_search_was_is_found)
{
    failing = 0;
    while (pairs_acquire() != NULL) {}
    CHECK(pairs_release_at(HUTCH_WORD_BITS));
    watched = &pairs_live_[1];
    CHECK(pairs_acquire() == pairs_at(0));
    CHECK(watched == NULL && pairs_acquire() == NULL);
}

// "Full" is a statement about all words at one moment.
TEST(words_of_a_pool_of_several_are_looked_at_in_one_order_of_all_steps)
{
    failing = 0;
    pairs_clear();
    CHECK(pairs_acquire() != NULL && order_of_look == __ATOMIC_SEQ_CST);
    CHECK(ones_acquire() != NULL && order_of_look == __ATOMIC_RELAXED);
}

#include "../../build/lists/alone/weak_swaps.h"
UNIT_MAIN(weak_swaps_tests)
