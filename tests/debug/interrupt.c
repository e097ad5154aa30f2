// SPDX-License-Identifier: MIT
// interrupt.c - pools used by the main program and by a real interrupt; on boards whose port knows the
// difference.

#include "debug_test.h"

HUTCH_POOL(unlocked, uint16_t, 4);
HUTCH_POOL(locked, uint16_t, 4, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(handlers_own, uint16_t, 4);

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

#    include "cortexm/cortexm.h"

static const struct hutch_pool *volatile used_by_handler;
static void *volatile got;

// Interrupts once.
void SysTick_Handler(void);
void SysTick_Handler(void)
{
    SYSTICK_CONTROL = 0;
    got = hutch_acquire(used_by_handler);
    used_by_handler = NULL;
}

static void *acquire_in_interrupt(const struct hutch_pool *pool)
{
    used_by_handler = pool;
    SYSTICK_LOAD = 1000;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_ON | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
    while (used_by_handler != NULL) {}
    return got;
}

static void unlocked_pool_used_from_an_interrupt_has_its_code(void)
{
    debug_repair(&unlocked_pool);
    CHECK(unlocked_acquire() != NULL);
    CHECK_EQUAL(unit_faults.count, 0);
    void *const object = acquire_in_interrupt(&unlocked_pool);
    const struct hutch_fault *const fault = debug_fault("unlocked", HUTCH_FAULT_CONTEXT);
    CHECK_EQUAL(fault->index, unlocked_index((uint16_t *)object));
    CHECK(fault->caller.address != NULL);
    CHECK(unlocked_release((uint16_t *)object)); // back in the pool's own context
}

static void unlocked_pool_of_an_interrupt_used_by_the_main_program_has_its_code(void)
{
    if (handlers_own_pool.debug->is_ready) {
        return; // a second run of this table
    }
    void *const object = acquire_in_interrupt(&handlers_own_pool);
    CHECK_EQUAL(unit_faults.count, 0);
    CHECK(handlers_own_release((uint16_t *)object));
    CHECK_EQUAL(debug_fault("handlers_own", HUTCH_FAULT_CONTEXT)->index, 0);
}

static void locked_pool_may_be_used_from_both(void)
{
    debug_repair(&locked_pool);
    CHECK(locked_acquire() != NULL);
    void *const object = acquire_in_interrupt(&locked_pool);
    CHECK(object != NULL);
    CHECK(locked_release((uint16_t *)object));
    CHECK_EQUAL(unit_faults.count, 0);
    CHECK_EQUAL(locked_live(), 1);
}

const struct unit_test interrupt_tests[] = {
    UNIT_TEST(unlocked_pool_used_from_an_interrupt_has_its_code),
    UNIT_TEST(unlocked_pool_of_an_interrupt_used_by_the_main_program_has_its_code),
    UNIT_TEST(locked_pool_may_be_used_from_both),
    UNIT_TESTS_END,
};

#else

static void pools_have_one_context_where_the_port_knows_no_interrupts(void)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 2);
    CHECK(unlocked_release(unlocked_acquire()));
    CHECK(locked_release(locked_acquire()));
    CHECK(handlers_own_release(handlers_own_acquire()));
    CHECK_EQUAL(unlocked_pool.debug->context, 0);
}

const struct unit_test interrupt_tests[] = {
    UNIT_TEST(pools_have_one_context_where_the_port_knows_no_interrupts),
    UNIT_TESTS_END,
};

#endif
