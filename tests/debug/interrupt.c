// SPDX-License-Identifier: MIT
// interrupt.c - pools used by the main program, by an interrupt, and by one that the lock does not stop: real
// ones on Cortex-M, played ones on the host (context.h), none elsewhere.

#include "debug_test.h"

HUTCH_POOL(unlocked, uint16_t, 4);
HUTCH_POOL(locked, uint16_t, 4, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(handlers_own, uint16_t, 4);
static const struct hutch_hooks no_hooks = {NULL, NULL, NULL};
HUTCH_POOL_SPAWNED_LOCKED(spawned, uint16_t, 4, HUTCH_LOCK_NONE, &no_hooks);

#ifdef HUTCH_PORT_IN_INTERRUPT

static void (*volatile handler)(void); // what the next interrupt does, once

static void handle(void)
{
    void (*const now)(void) = handler;
    handler = NULL;
    now();
}

#    if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

#        include "cortexm/cortexm.h"

void SysTick_Handler(void);
void SysTick_Handler(void)
{
    SYSTICK_CONTROL = 0;
    handle();
}

void NMI_Handler(void);
void NMI_Handler(void)
{
    handle();
}

static void in_interrupt(void (*act)(void))
{
    handler = act;
    SYSTICK_LOAD = 1000;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_ON | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
    while (handler != NULL) {}
}

static void in_urgent_interrupt(void (*act)(void))
{
    handler = act;
    INTERRUPT_CONTROL = 1u << INTERRUPT_PEND_NMI;
    while (handler != NULL) {}
}

#    else

bool debug_is_interrupt, debug_is_urgent;

static void in_interrupt(void (*act)(void))
{
    handler = act;
    debug_is_interrupt = true;
    handle();
    debug_is_interrupt = false;
}

static void in_urgent_interrupt(void (*act)(void))
{
    debug_is_urgent = true;
    in_interrupt(act);
    debug_is_urgent = false;
}

#    endif

static uint16_t *got;
static void acquire_handlers_own(void)
{
    got = handlers_own_acquire();
}
static void acquire_locked(void)
{
    got = locked_acquire();
}
static void misuse_unlocked(void)
{
    debug_check_is_refused(&unlocked_pool, 0, HUTCH_FAULT_CONTEXT);
    // What is wrong before the pool is looked at has its own code here too.
    CHECK(!hutch_release_run_at(&unlocked_pool, 4, 1));
    debug_fault("unlocked", HUTCH_FAULT_BAD_RUN);
    CHECK_EQUAL(hutch_ref(&unlocked_pool, unlocked_at(1)), 0);
    debug_fault("unlocked", HUTCH_FAULT_USE_AFTER_RELEASE);
}
static void misuse_handlers_own(void)
{
    debug_check_is_refused(&handlers_own_pool, 0, HUTCH_FAULT_CONTEXT);
}
static void misuse_locked(void)
{
    debug_check_is_refused(&locked_pool, 0, HUTCH_FAULT_TOO_URGENT);
}

static void unlocked_pool_used_from_an_interrupt_is_refused_and_does_not_change(void)
{
    debug_repair(&unlocked_pool);
    CHECK(unlocked_claim(0) != NULL);
    in_interrupt(misuse_unlocked);
    CHECK(unlocked_release_at(0)); // back in the pool's own context
    CHECK_EQUAL(unit_faults.count, 0);
}

static void unlocked_pool_of_an_interrupt_used_by_the_main_program_is_refused(void)
{
    if (handlers_own_pool.debug->is_ready) {
        return; // a second run of this table
    }
    in_interrupt(acquire_handlers_own);
    CHECK_EQUAL(unit_faults.count, 0);
    CHECK_EQUAL(handlers_own_index(got), 0);
    misuse_handlers_own();
    CHECK(handlers_own_is_live(got));
}

static void locked_pool_may_be_used_from_both(void)
{
    debug_repair(&locked_pool);
    CHECK(locked_acquire() != NULL);
    in_interrupt(acquire_locked);
    CHECK(got != NULL);
    CHECK(locked_release(got));
    CHECK_EQUAL(unit_faults.count, 0);
    CHECK_EQUAL(locked_live(), 1);
}

static void locked_pool_used_by_what_the_lock_does_not_stop_is_refused(void)
{
    debug_repair(&locked_pool);
    CHECK(locked_claim(0) != NULL);
    in_urgent_interrupt(misuse_locked);
    CHECK(locked_release_at(0));
    CHECK_EQUAL(unit_faults.count, 0);
}

// An unlocked pool has no lock to be above of: what matters is whose it is.
static void unlocked_pool_belongs_to_an_urgent_interrupt_as_to_any_other(void)
{
    debug_repair(&unlocked_pool);
    CHECK(unlocked_claim(0) != NULL);
    in_urgent_interrupt(misuse_unlocked);
    CHECK(unlocked_release_at(0));
}

// Refused before the hook has run: the object stays as it was, visible.
static void misuse_spawned(void)
{
    CHECK(!spawned_despawn(spawned_at(0)));
    debug_fault("spawned", HUTCH_FAULT_CONTEXT);
    CHECK(spawned_is_live_at(0));
    CHECK(spawned_spawn(NULL) == NULL);
    debug_fault("spawned", HUTCH_FAULT_CONTEXT);
    CHECK(!hutch_persist(&spawned_pool, spawned_at(0), true));
    debug_fault("spawned", HUTCH_FAULT_CONTEXT);
    CHECK(!spawned_persist(spawned_at(0), true));
    debug_fault("spawned", HUTCH_FAULT_CONTEXT);
}

static void despawn_from_another_context_is_refused_before_its_hook(void)
{
    debug_repair(&spawned_pool);
    while (spawned_spawn(NULL) != spawned_at(0)) {}
    in_interrupt(misuse_spawned);
    CHECK(spawned_despawn(spawned_at(0)));
    CHECK_EQUAL(unit_faults.count, 0);
    hutch_clear(&spawned_pool);
}

const struct unit_test interrupt_tests[] = {
    UNIT_TEST(unlocked_pool_used_from_an_interrupt_is_refused_and_does_not_change),
    UNIT_TEST(unlocked_pool_of_an_interrupt_used_by_the_main_program_is_refused),
    UNIT_TEST(locked_pool_may_be_used_from_both),
    UNIT_TEST(locked_pool_used_by_what_the_lock_does_not_stop_is_refused),
    UNIT_TEST(unlocked_pool_belongs_to_an_urgent_interrupt_as_to_any_other),
    UNIT_TEST(despawn_from_another_context_is_refused_before_its_hook),
    UNIT_TESTS_END,
};

#else

static void pools_have_one_context_where_the_port_knows_no_interrupts(void)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 2);
    CHECK(unlocked_release(unlocked_acquire()));
    CHECK(locked_release(locked_acquire()));
    CHECK(handlers_own_release(handlers_own_acquire()));
    CHECK(spawned_despawn(spawned_spawn(NULL)));
    CHECK_EQUAL(unlocked_pool.debug->context, 0);
}

const struct unit_test interrupt_tests[] = {
    UNIT_TEST(pools_have_one_context_where_the_port_knows_no_interrupts),
    UNIT_TESTS_END,
};

#endif
