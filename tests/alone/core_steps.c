// SPDX-License-Identifier: MIT
// core_steps.c - each step of the lock that cores share: one spin lock, and waiting with interrupts on.

#include "unit.h"

struct core_steps core_steps;

static void begin(unsigned number, bool is_masked, unsigned refusals)
{
    core_steps = (struct core_steps){.number = number, .is_masked = is_masked, .refusals = refusals};
}

TEST(each_core_takes_it_once_however_deep_and_again_the_next_time)
{
    for (unsigned number = 0; number < 3; number++) {
        for (unsigned turn = 0; turn < 2; turn++) {
            begin(number, false, 0);
            const hutch_port_state_t outer = hutch_cores_enter(), inner = hutch_cores_enter();
            CHECK(core_steps.is_taken && core_steps.is_masked);
            hutch_cores_exit(inner);
            CHECK(core_steps.is_taken && core_steps.is_masked);
            hutch_cores_exit(outer);
            CHECK(!core_steps.is_taken && !core_steps.is_masked);
            CHECK_EQUAL(core_steps.tries, 1);
            CHECK_EQUAL(core_steps.given, 1);
            CHECK_EQUAL(core_steps.wrong, 0);
        }
    }
}

TEST(core_that_waits_opens_its_interrupts_between_two_tries)
{
    begin(0, false, 3);
    const hutch_port_state_t saved = hutch_cores_enter();
    CHECK_EQUAL(core_steps.tries, 4);
    CHECK_EQUAL(core_steps.openings, 3);
    CHECK(core_steps.is_masked);
    hutch_cores_exit(saved);
    CHECK_EQUAL(core_steps.wrong, 0);
}

TEST(interrupts_that_were_off_stay_off)
{
    begin(1, true, 2);
    const hutch_port_state_t saved = hutch_cores_enter();
    hutch_cores_exit(saved);
    CHECK(core_steps.is_masked && !core_steps.is_taken);
    CHECK_EQUAL(core_steps.openings, 0);
    CHECK_EQUAL(core_steps.wrong, 0);
}

static void scheduler_moves_the_task(void)
{
    core_steps.number = 1;
}

static hutch_port_state_t outer_of_core_1, inner_of_core_1;

static void core_1_leaves(void)
{
    core_steps.number = 1;
    core_steps.is_masked = true;
    hutch_cores_exit(inner_of_core_1);
    CHECK(core_steps.is_taken);
    hutch_cores_exit(outer_of_core_1);
    CHECK(!core_steps.is_taken);
    core_steps.number = 0;
}

TEST(task_that_moves_to_another_core_while_it_waits_is_inside_there)
{
    begin(0, false, 1);
    core_steps.opened = scheduler_moves_the_task;
    outer_of_core_1 = hutch_cores_enter();
    CHECK_EQUAL(core_steps.number, 1);
    CHECK_EQUAL(core_steps.tries, 2);
    inner_of_core_1 = hutch_cores_enter(); // it is inside already: no third try
    CHECK_EQUAL(core_steps.tries, 2);
    // Meanwhile the first core enters: it has to wait until the task has left.
    core_steps.number = 0;
    core_steps.is_masked = false;
    core_steps.opened = core_1_leaves;
    const hutch_port_state_t saved = hutch_cores_enter();
    CHECK_EQUAL(core_steps.tries, 4);
    CHECK_EQUAL(core_steps.given, 1);
    CHECK(core_steps.is_taken && core_steps.taker == 0);
    hutch_cores_exit(saved);
    CHECK(!core_steps.is_taken && !core_steps.is_masked);
    CHECK_EQUAL(core_steps.wrong, 0);
}

HUTCH_POOL(parcels, uint16_t, 2, .lock = HUTCH_LOCK_CORES);

TEST(functions_over_the_descriptor_are_inside_once)
{
    begin(1, false, 0);
    void *const parcel = hutch_acquire(&parcels_pool);
    CHECK(parcel != NULL && core_steps.tries == 1 && core_steps.given == 1);
    CHECK(hutch_release(&parcels_pool, parcel));
    CHECK(core_steps.tries == 2 && core_steps.given == 2 && core_steps.wrong == 0);
    CHECK(!hutch_release(&parcels_pool, parcel));
    CHECK_EQUAL(unit_faults_forget(), 1);
    CHECK(hutch_check(&parcels_pool));
}

HUTCH_POOL(letters, uint16_t, 2, .lock = HUTCH_LOCK_IRQ);

TEST(pool_of_one_core_masks_and_leaves_the_lock_of_all_cores_alone)
{
    begin(0, false, 0);
    CHECK(letters_release(letters_acquire()));
    CHECK(hutch_release(&letters_pool, hutch_acquire(&letters_pool)));
    CHECK(letters_claim(1) != NULL && letters_release(letters_at(1)));
    CHECK_EQUAL(core_steps.openings, 6);
    CHECK_EQUAL(core_steps.tries + core_steps.given + core_steps.wrong, 0);
    CHECK(hutch_release(&parcels_pool, hutch_acquire(&parcels_pool)) && !core_steps.is_taken);
}

#include "../../build/lists/alone/core_steps.h"
UNIT_MAIN(core_steps_tests)
