// SPDX-License-Identifier: MIT
// stats.c - peak is the most ever live, refused the acquires that found no room.

#include "unit.h"

enum { box_max = 12 };
UNIT_POOL(box, uint8_t, box_max);
UNIT_POOL(order, uint8_t, box_max); // nobody claims and no run is taken here
UNIT_IDS(numbers, 5);

#if HUTCH_CFG_STATS

// Each test begins as the program does: with zeroed counters.
static void arrange(void)
{
    static const struct hutch_stats fresh = {0}; // explicit: SDCC forgets a constant without an initialiser
    box_clear();
    order_clear();
    box_stats_[0] = fresh;
    order_stats_[0] = fresh;
}

TEST(peak_is_the_most_ever_live)
{
    arrange();
    CHECK_EQUAL(order_peak(), 0);
    for (unsigned i = 1; i <= 5; i++) {
        (void)!order_acquire();
        CHECK_EQUAL(order_peak(), i);
    }
    order_release(order_at(1));
    order_release(order_at(4));
    CHECK_EQUAL(order_peak(), 5);
    (void)!order_acquire();
    CHECK_EQUAL(order_peak(), 5);
    (void)!order_acquire();
    (void)!order_acquire();
    CHECK_EQUAL(order_peak(), 6);
    order_clear();
    (void)!order_acquire();
    CHECK_EQUAL(order_peak(), 6);
    CHECK_EQUAL(hutch_peak(&order_pool), 6);
}

// Every way to have up to `rounds` acquires and releases in order: peak against a count kept beside it.
TEST(peak_is_exact_whatever_is_released)
{
    arrange();
    uint32_t seed = 0x2545F491u;
    unsigned live = 0, most = 0;
    for (unsigned n = 0; n < 4000; n++) {
        const uint32_t dice = unit_random(&seed);
        if ((dice & 0x300u) != 0 && (n & 0x200u) == 0) {
            live += order_acquire() != NULL ? 1 : 0;
        } else if (order_is_live_at(dice & 7u)) {
            order_release(order_at(dice & 7u));
            live--;
        }
        most = live > most ? live : most;
        CHECK_EQUAL(order_peak(), most);
        CHECK_EQUAL(order_live(), live);
        if (n == 1500) {
            arrange();
            live = most = 0;
        }
    }
}

TEST(peak_counts_claims_out_of_order)
{
    arrange();
    box_claim(9);
    CHECK_EQUAL(box_peak(), 1);
    box_claim(3);
    CHECK_EQUAL(box_peak(), 2);
    (void)!box_acquire();
    CHECK_EQUAL(box_peak(), 3);
    box_release(box_at(9));
    box_release(box_at(3));
    (void)!box_acquire();
    CHECK_EQUAL(box_peak(), 3);
    box_claim(11);
    CHECK_EQUAL(box_peak(), 3);
    (void)!box_acquire();
    CHECK_EQUAL(box_peak(), 4);
}

TEST(peak_stays_exact_when_a_claim_comes_after_acquires_in_order)
{
    UNIT_NEEDS(UNIT_LOWEST_FIRST(&box_pool));
    arrange();
    (void)!box_acquire();
    (void)!box_acquire();
    (void)!box_acquire();
    box_release(box_at(0));
    box_release(box_at(1));
    box_claim(8);
    CHECK_EQUAL(box_peak(), 3);
    (void)!box_acquire();
    CHECK_EQUAL(box_peak(), 3);
    (void)!box_acquire();
    CHECK_EQUAL(box_peak(), 4);
}

TEST(refused_counts_each_way_to_find_no_room)
{
    UNIT_NEEDS(UNIT_RUNS_CROSS_WORDS(&box_pool));
    arrange();
    box_acquire_run(box_max);
    CHECK_EQUAL(box_refused(), 0);
    (void)!box_acquire();
    CHECK_EQUAL(box_refused(), 1);
    (void)!hutch_acquire(&box_pool);
    CHECK_EQUAL(box_refused(), 2);
    hutch_acquire_index_(&box_pool);
    CHECK_EQUAL(box_refused(), 3);
    box_claim(4);
    CHECK_EQUAL(box_refused(), 4);
    box_acquire_run(1);
    CHECK_EQUAL(box_refused(), 5);
    box_clear();
    box_acquire_run(0);
    box_acquire_run(box_max + 1);
    CHECK_EQUAL(box_refused(), 7);
    CHECK_EQUAL(hutch_refused(&box_pool), 7);
    CHECK_EQUAL(box_peak(), box_max);
}

TEST(refused_counts_no_fault_and_no_success)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    arrange();
    (void)!box_acquire();
    box_claim(box_max);
    box_release(box_at(5));
    box_release(box_at(0));
    CHECK_EQUAL(unit_faults_forget(), 2);
    CHECK_EQUAL(box_refused(), 0);
}

TEST(refused_stays_at_the_largest_number)
{
    UNIT_NEEDS(UNIT_RUNS_CROSS_WORDS(&box_pool));
    arrange();
    box_acquire_run(box_max);
    box_stats_[0].refused = (unsigned)-2;
    (void)!box_acquire();
    CHECK_EQUAL(box_refused(), (unsigned)-1);
    (void)!box_acquire();
    box_claim(0);
    CHECK_EQUAL(box_refused(), (unsigned)-1);
}

TEST(reset_starts_the_counters_from_what_is_live)
{
    UNIT_NEEDS(UNIT_RUNS_CROSS_WORDS(&box_pool));
    arrange();
    box_acquire_run(box_max);
    (void)!box_acquire();
    box_release_run(box_at(4), box_max - 4);
    box_stats_reset();
    CHECK_EQUAL(box_peak(), 4);
    CHECK_EQUAL(box_refused(), 0);
    box_release(box_at(0));
    (void)!box_acquire();
    CHECK_EQUAL(box_peak(), 4);
    (void)!box_acquire();
    CHECK_EQUAL(box_peak(), 5);
    hutch_stats_reset(&box_pool);
    box_clear();
    (void)!box_acquire();
    CHECK_EQUAL(box_peak(), 5);
    box_stats_reset();
    CHECK_EQUAL(box_peak(), 1);
}

TEST(peak_stays_exact_when_it_was_reset_with_gaps)
{
    UNIT_NEEDS(UNIT_LOWEST_FIRST(&order_pool));
    arrange();
    for (unsigned i = 0; i < 6; i++) {
        (void)!order_acquire();
    }
    order_release(order_at(1));
    order_release(order_at(2));
    order_release(order_at(3));
    order_stats_reset();
    CHECK_EQUAL(order_peak(), 3);
    (void)!order_acquire(); // slot 1, below slots 4 and 5
    CHECK_EQUAL(order_peak(), 4);
    (void)!order_acquire();
    (void)!order_acquire();
    CHECK_EQUAL(order_peak(), 6);
    box_clear();
    // Numbers with which a wrong count of what is below the highest would seem right.
    static const uint8_t live[][3] = {{0, 1, 3}, {0, 0, 3}, {5, 5, 5}};
    for (unsigned k = 0; k < sizeof live / sizeof live[0]; k++) {
        for (unsigned i = 0; i < 3; i++) {
            box_claim(live[k][i]);
        }
        box_stats_reset();
        const unsigned before = box_live();
        CHECK_EQUAL(box_peak(), before);
        (void)!box_acquire();
        CHECK_EQUAL(box_peak(), before + 1);
        box_clear();
    }
}

#else

TEST(pool_without_counters_has_no_room_for_them)
{
    CHECK(box_acquire() != NULL);
    CHECK(order_acquire() != NULL);
    CHECK(numbers_acquire() >= 0);
    CHECK_EQUAL(sizeof box_pool, sizeof numbers_pool);
}

#endif

#include "../../build/lists/unit/stats.h"
