// SPDX-License-Identifier: MIT
// order.c - late reuse: the slot that was released longest ago comes first; without it, the lowest free slot.

#include "debug_test.h"

enum { things_max = 9 };
HUTCH_POOL(things, uint16_t, things_max);

static unsigned acquire(void)
{
    return hutch_acquire_index_(&things_pool);
}

static void fill(void)
{
    debug_repair(&things_pool);
    while (acquire() != HUTCH_NONE) {}
}

TEST(released_slot_comes_back_after_all_others)
{
    UNIT_NEEDS(HUTCH_CFG_LATE_REUSE);
    debug_repair(&things_pool);
    const unsigned mine = acquire();
    CHECK(things_release_at(mine));
    for (unsigned i = 1; i < things_max; i++) {
        CHECK(acquire() != mine);
    }
    CHECK_EQUAL(acquire(), mine);
}

TEST(claims_and_runs_take_slots_out_of_the_middle_of_the_queue)
{
    UNIT_NEEDS(HUTCH_CFG_LATE_REUSE);
    fill();
    for (unsigned i = 0; i < things_max; i++) {
        CHECK(things_release_at(i));
    }
    CHECK(things_claim(4) != NULL);                            // the middle
    CHECK(things_claim(0) != NULL);                            // the head
    CHECK(things_claim(8) != NULL);                            // the tail
    CHECK_EQUAL(hutch_acquire_run_index_(&things_pool, 2), 1); // 1 and 2
    CHECK_EQUAL(acquire(), 3);
    CHECK_EQUAL(acquire(), 5);
    CHECK(things_release_at(4));
    CHECK_EQUAL(acquire(), 6);
    CHECK_EQUAL(acquire(), 7);
    CHECK_EQUAL(acquire(), 4);
    CHECK_EQUAL(acquire(), HUTCH_NONE);
    CHECK(hutch_check(&things_pool));
}

TEST(lowest_free_slot_comes_first_where_the_option_says_so)
{
    UNIT_NEEDS(!HUTCH_CFG_LATE_REUSE);
    fill();
    CHECK(things_release_at(6));
    CHECK(things_release_at(2));
    CHECK(things_release_at(8));
    CHECK_EQUAL(acquire(), 2);
    CHECK_EQUAL(acquire(), 6);
    CHECK_EQUAL(acquire(), 8);
    CHECK_EQUAL(acquire(), HUTCH_NONE);
}

// Any mixture of calls keeps the queue whole: each free slot is in it exactly once, in both directions.
TEST(queue_holds_each_free_slot_once_after_any_calls)
{
    uint32_t random = 7;
    debug_repair(&things_pool);
    for (unsigned step = 0; step < 400; step++) {
        const unsigned index = (unsigned)((unit_random(&random) & 0xFFu) * things_max >> 8);
        if (things_is_live_at(index)) {
            things_release_at(index);
        } else if ((step & 1) != 0) {
            things_claim(index);
        } else {
            acquire();
        }
        unsigned free_slots = 0, before = 0;
        for (unsigned place = things_pool.debug->first_free; place != 0;
             place = things_pool.notes[place - 1].next) {
            CHECK_EQUAL(things_pool.notes[place - 1].previous, before);
            CHECK(!things_is_live_at(place - 1));
            before = place;
            if (++free_slots > things_max) {
                break;
            }
        }
        CHECK_EQUAL(things_pool.debug->last_free, before);
        CHECK_EQUAL(free_slots, things_available());
        CHECK_EQUAL(things_pool.debug->live, things_live());
    }
}

// As a wild write leaves it: the queue goes on at a slot that is live.
TEST(link_to_a_live_slot_is_found)
{
    debug_repair(&things_pool);
    things_clear();
    const unsigned live = acquire();
    struct hutch_note *const first = &things_pool.notes[things_pool.debug->first_free - 1u];
    const uint16_t before = first->next;
    first->next = (uint16_t)(live + 1u);
    things_pool.notes[live].previous = things_pool.debug->first_free;
    CHECK(!hutch_check(&things_pool));
    CHECK(debug_fault("things", HUTCH_FAULT_BITMAP)->address == first);
    first->next = before;
    CHECK(hutch_check(&things_pool));
}

#include "../../build/lists/debug/order.h"
