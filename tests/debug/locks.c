// SPDX-License-Identifier: MIT
// locks.c - the critical section: left without being entered, used inside itself, and beaten by the fault
// handler.

#include "debug_test.h"

struct thing {
    uint8_t bytes[4];
};
HUTCH_POOL(shared, struct thing, 4, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(private, struct thing, 4);

// Both pools keep the same contract here: the depth is counted with and without a lock.
static const struct hutch_pool *const pools[] = {&shared_pool, &private_pool};

TEST(lock_left_without_being_entered_is_reported_by_the_next_use)
{
    for (unsigned p = 0; p < 2; p++) {
        debug_repair(pools[p]);
        const hutch_port_state_t saved = hutch_lock(pools[p]);
        hutch_unlock(pools[p], saved);
        CHECK(hutch_release(pools[p], hutch_acquire(pools[p])));
        CHECK_EQUAL(unit_faults.count, 0);
        hutch_debug_unlocking(pools[p]); // what a second hutch_unlock does first
        void *const object = hutch_acquire(pools[p]);
        CHECK_EQUAL(debug_fault(pools[p]->identity->name, HUTCH_FAULT_LOCK_UNBALANCED)->index,
                    hutch_index(pools[p], object));
        CHECK(DEBUG_IS_NOTED(unit_faults.kept[0].caller));
        CHECK(hutch_release(pools[p], object));
        hutch_debug_unlocking(pools[p]);
        object == NULL ? (void)0 : (void)hutch_claim_(pools[p], 2);
        debug_fault(pools[p]->identity->name, HUTCH_FAULT_LOCK_UNBALANCED);
        hutch_debug_unlocking(pools[p]);
        CHECK(hutch_release_at_(pools[p], 2));
        CHECK_EQUAL(debug_fault(pools[p]->identity->name, HUTCH_FAULT_LOCK_UNBALANCED)->index, 2);
        hutch_debug_unlocking(pools[p]);
        CHECK_EQUAL(hutch_acquire_run_index_(pools[p], 2), 0);
        CHECK_EQUAL(debug_fault(pools[p]->identity->name, HUTCH_FAULT_LOCK_UNBALANCED)->index, 0);
        CHECK_EQUAL(pools[p]->debug->depth, 0);
        CHECK(hutch_release_run_at_(pools[p], 0, 2));
        hutch_debug_unlocking(pools[p]);
        CHECK(!hutch_release_at_(pools[p], 0)); // a wrong use: it is told of both
        CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_LOCK_UNBALANCED);
        CHECK_EQUAL(unit_faults.kept[1].code, HUTCH_FAULT_DOUBLE_RELEASE);
        CHECK_EQUAL(unit_faults_forget(), 2);
    }
}

TEST(use_inside_the_pools_own_section_is_refused_and_changes_nothing)
{
    for (unsigned p = 0; p < 2; p++) {
        debug_repair(pools[p]);
        void *const object = hutch_acquire(pools[p]);
        const unsigned refused = hutch_refused(pools[p]);
        const hutch_port_state_t saved = hutch_lock(pools[p]);
        debug_check_is_refused(pools[p], hutch_index(pools[p], object), HUTCH_FAULT_LOCK_NESTED);
        CHECK_EQUAL(pools[p]->debug->depth, 1);
        hutch_unlock(pools[p], saved);
        CHECK_EQUAL(pools[p]->debug->depth, 0);
        CHECK_EQUAL(hutch_refused(pools[p]), refused);
        CHECK(hutch_release(pools[p], object));
        CHECK(hutch_release(pools[p], hutch_acquire(pools[p])));
        CHECK_EQUAL(unit_faults.count, 0);
    }
}

TEST(section_of_one_pool_is_no_section_of_another)
{
    debug_repair(&shared_pool);
    debug_repair(&private_pool);
    const hutch_port_state_t saved = hutch_lock(&shared_pool);
    CHECK(private_release(private_acquire()));
    hutch_unlock(&shared_pool, saved);
    CHECK_EQUAL(unit_faults.count, 0);
}

// A guard is found broken while the object is being released, and the handler releases it first: what is done
// at that moment by an interrupt, in an order that can be tested.
static void (*meanwhile)(unsigned index); // what the handler does once

void debug_in_handler(const struct hutch_fault *fault);
void debug_in_handler(const struct hutch_fault *fault)
{
    void (*const now)(unsigned index) = meanwhile;
    if (now != NULL && fault->code == HUTCH_FAULT_OVERRUN) {
        meanwhile = NULL;
        now(fault->index);
    }
}

static void release_shared(unsigned index)
{
    CHECK(shared_release_at(index));
}

TEST(object_that_someone_else_releases_meanwhile_is_released_once)
{
    debug_repair(&shared_pool);
    struct thing *const thing = shared_acquire();
    volatile uint8_t *const bytes = thing->bytes;
    bytes[sizeof *thing] = 0;
    meanwhile = release_shared;
    CHECK(!shared_release(thing));
    CHECK(meanwhile == NULL);
    CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_OVERRUN);
    CHECK_EQUAL(unit_faults.kept[1].code, HUTCH_FAULT_DOUBLE_RELEASE);
    CHECK_EQUAL(unit_faults_forget(), 2);
    CHECK_EQUAL(shared_live(), 0);
    CHECK_EQUAL(shared_pool.debug->live, 0);
    CHECK(hutch_check(&shared_pool));
    for (unsigned i = 0; i < 4; i++) {
        CHECK(shared_acquire() != NULL);
    }
    CHECK(shared_acquire() == NULL);
    shared_clear();
}

HUTCH_POOL_TRACKED(single, struct thing, 1, .lock = HUTCH_LOCK_IRQ);

static void replace_single(unsigned index)
{
    CHECK(single_release_at(index));
    single_acquire()->bytes[1] = 77;
}

TEST(ref_whose_object_is_replaced_meanwhile_releases_and_poisons_nothing)
{
    debug_repair(&single_pool);
    struct thing *const thing = single_acquire();
    const single_ref_t ref = single_ref(thing);
    volatile uint8_t *const bytes = thing->bytes;
    bytes[sizeof *thing] = 0;
    meanwhile = replace_single;
    CHECK(!single_release_ref(ref));
    CHECK(meanwhile == NULL);
    CHECK_EQUAL(unit_faults.kept[0].code, HUTCH_FAULT_OVERRUN);
    CHECK_EQUAL(unit_faults.kept[1].code, HUTCH_FAULT_STALE_RELEASE);
    CHECK_EQUAL(unit_faults_forget(), 2);
    CHECK(single_is_live(thing)); // the new object in the only slot
    CHECK_EQUAL(bytes[1], 77);
    CHECK(hutch_check(&single_pool));
    CHECK(single_release(thing));
}

#include "../../build/lists/debug/locks.h"
