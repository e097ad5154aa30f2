// SPDX-License-Identifier: MIT
// core_steps.c - each step of the lock that cores share: one spin lock, and waiting with interrupts on.

#include "unit.h"
#include "board.h"

struct core_steps core_steps;

static void begin(unsigned number, bool is_masked, unsigned refusals)
{
    core_steps = (struct core_steps){.number = number, .is_masked = is_masked, .refusals = refusals};
}

static void each_core_takes_it_once_however_deep_and_again_the_next_time(void)
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

static void core_that_waits_opens_its_interrupts_between_two_tries(void)
{
    begin(0, false, 3);
    const hutch_port_state_t saved = hutch_cores_enter();
    CHECK_EQUAL(core_steps.tries, 4);
    CHECK_EQUAL(core_steps.openings, 3);
    CHECK(core_steps.is_masked);
    hutch_cores_exit(saved);
    CHECK_EQUAL(core_steps.wrong, 0);
}

static void interrupts_that_were_off_stay_off(void)
{
    begin(1, true, 2);
    const hutch_port_state_t saved = hutch_cores_enter();
    hutch_cores_exit(saved);
    CHECK(core_steps.is_masked && !core_steps.is_taken);
    CHECK_EQUAL(core_steps.openings, 0);
    CHECK_EQUAL(core_steps.wrong, 0);
}

static const struct unit_test core_steps_tests[] = {
    UNIT_TEST(each_core_takes_it_once_however_deep_and_again_the_next_time),
    UNIT_TEST(core_that_waits_opens_its_interrupts_between_two_tries),
    UNIT_TEST(interrupts_that_were_off_stay_off),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(core_steps_tests);
    return unit_finish();
}
