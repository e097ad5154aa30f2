// SPDX-License-Identifier: MIT
// refs.c - stale refs, zero refs and other pools' refs: each by its own code, and nothing changes.

#include "debug_test.h"

enum { foes_max = 6 };
struct foe {
    uint32_t health;
};
HUTCH_POOL_TRACKED(foes, struct foe, foes_max);
HUTCH_POOL_TRACKED(allies, struct foe, foes_max);
HUTCH_POOL_TRACKED(used_last, struct foe, 3); // so that the next one has another tag, of eight
HUTCH_POOL_TRACKED(never_used, struct foe, 3);

static foes_ref_t stale_ref(unsigned *index)
{
    debug_repair(&foes_pool);
    debug_now = 30;
    struct foe *const foe = foes_acquire();
    const foes_ref_t ref = foes_ref(foe);
    *index = foes_index(foe);
    debug_now = 31;
    foes_release(foe);
    return ref;
}

TEST(ref_of_a_live_object_finds_it_and_releases_it)
{
    debug_repair(&foes_pool);
    struct foe *const foe = foes_acquire();
    const foes_ref_t ref = foes_ref(foe);
    CHECK(HUTCH_REF_VALUE_(ref) != 0);
    CHECK_EQUAL(hutch_ref(&foes_pool, foe), HUTCH_REF_VALUE_(ref));
    CHECK(foes_deref(ref) == foe);
    CHECK(foes_expect(ref) == foe);
    CHECK(hutch_deref(&foes_pool, HUTCH_REF_VALUE_(ref)) == foe);
    CHECK(hutch_expect_(&foes_pool, HUTCH_REF_VALUE_(ref)) == foe);
    CHECK(foes_release_ref(ref));
    CHECK_EQUAL(foes_live(), 0);
    CHECK(foes_deref(ref) == NULL);
    CHECK(hutch_release_ref(&foes_pool, hutch_ref(&foes_pool, foes_acquire())));
    CHECK_EQUAL(foes_live(), 0);
}

TEST(release_of_a_stale_ref_has_its_code)
{
    unsigned index;
    const foes_ref_t ref = stale_ref(&index);
    const uint32_t before = debug_state(&foes_pool);
    for (unsigned way = 0; way < 2; way++) {
        CHECK(way == 0 ? !foes_release_ref(ref) : !hutch_release_ref(&foes_pool, HUTCH_REF_VALUE_(ref)));
        const struct hutch_fault *const fault = debug_fault("foes", HUTCH_FAULT_STALE_RELEASE);
        CHECK_EQUAL(fault->index, index);
        CHECK_EQUAL(fault->note->acquired_at, 30);
        CHECK_EQUAL(fault->note->released_at, 31);
        CHECK(DEBUG_IS_NOTED(fault->caller));
        CHECK_EQUAL(debug_state(&foes_pool), before);
    }
}

TEST(release_of_a_stale_ref_after_reuse_has_its_code_and_spares_the_new_object)
{
    unsigned index;
    const foes_ref_t ref = stale_ref(&index);
    CHECK(foes_claim(index) != NULL);
    const uint32_t before = debug_state(&foes_pool);
    CHECK(!foes_release_ref(ref));
    CHECK_EQUAL(debug_fault("foes", HUTCH_FAULT_STALE_RELEASE)->index, index);
    CHECK_EQUAL(debug_state(&foes_pool), before);
    CHECK(foes_is_live_at(index));
}

TEST(use_of_a_stale_ref_has_its_code)
{
    unsigned index;
    const foes_ref_t ref = stale_ref(&index);
    CHECK(foes_deref(ref) == NULL);
    CHECK_EQUAL(unit_faults.count, 0);
    const uint32_t before = debug_state(&foes_pool);
    for (unsigned way = 0; way < 2; way++) {
        CHECK(way == 0 ? foes_expect(ref) == NULL : hutch_expect_(&foes_pool, HUTCH_REF_VALUE_(ref)) == NULL);
        const struct hutch_fault *const fault = debug_fault("foes", HUTCH_FAULT_STALE_USE);
        CHECK_EQUAL(fault->index, index);
        CHECK_EQUAL(fault->note->released_at, 31);
        CHECK_EQUAL(debug_state(&foes_pool), before);
    }
}

TEST(zero_ref_has_its_code)
{
    const foes_ref_t zero = {0};
    debug_repair(&foes_pool);
    foes_claim(0);
    const uint32_t before = debug_state(&foes_pool);
    CHECK(foes_deref(zero) == NULL);
    CHECK_EQUAL(unit_faults.count, 0);
    CHECK(foes_expect(zero) == NULL);
    CHECK_EQUAL(debug_fault("foes", HUTCH_FAULT_NULL_REF)->index, HUTCH_NONE);
    CHECK(!foes_release_ref(zero));
    CHECK_EQUAL(debug_fault("foes", HUTCH_FAULT_NULL_REF)->index, HUTCH_NONE);
    CHECK(hutch_expect_(&foes_pool, 0) == NULL);
    debug_fault("foes", HUTCH_FAULT_NULL_REF);
    CHECK(!hutch_release_ref(&foes_pool, 0));
    debug_fault("foes", HUTCH_FAULT_NULL_REF);
    CHECK_EQUAL(debug_state(&foes_pool), before);
}

TEST(other_pools_ref_has_its_code_in_every_use_and_is_reported_once)
{
    UNIT_NEEDS(HUTCH_TAG_BITS != 0);
    debug_repair(&foes_pool);
    debug_repair(&allies_pool);
    const hutch_ref_t ref = hutch_ref(&allies_pool, allies_acquire());
    CHECK(foes_claim(0) != NULL);
    const uint32_t before = debug_state(&foes_pool), allies_before = debug_state(&allies_pool);
    CHECK(hutch_deref(&foes_pool, ref) == NULL);
    CHECK_EQUAL(debug_fault("foes", HUTCH_FAULT_OTHER_POOL_REF)->index, HUTCH_NONE);
    CHECK(DEBUG_IS_NOTED(unit_faults.kept[0].caller));
    CHECK(hutch_expect_(&foes_pool, ref) == NULL);
    debug_fault("foes", HUTCH_FAULT_OTHER_POOL_REF);
    CHECK(!hutch_release_ref(&foes_pool, ref));
    debug_fault("foes", HUTCH_FAULT_OTHER_POOL_REF);
    CHECK_EQUAL(debug_state(&foes_pool), before);
    CHECK_EQUAL(debug_state(&allies_pool), allies_before);
    const hutch_ref_t last = hutch_ref(&used_last_pool, used_last_acquire());
    CHECK(!hutch_release_ref(&never_used_pool, last));
    debug_fault("never_used", HUTCH_FAULT_OTHER_POOL_REF);
    CHECK(!hutch_debug_ref_is_ours(&foes_pool, ref));
    debug_fault("foes", HUTCH_FAULT_OTHER_POOL_REF);
}

// With our tag, but past the last slot: a number that no ref has ever been.
TEST(ref_past_the_capacity_is_stale_and_of_no_slot)
{
    debug_repair(&foes_pool);
    const hutch_ref_t good = hutch_ref(&foes_pool, foes_claim(0));
    const unsigned tag_bits = (unsigned)foes_pool.ref_low_bits - foes_pool.index_bits;
    for (unsigned index = foes_max; index <= foes_max + 1; index++) {
        const hutch_ref_t bad = (hutch_ref_t)(good | index << tag_bits);
        CHECK(hutch_deref(&foes_pool, bad) == NULL);
        CHECK_EQUAL(unit_faults.count, 0);
        CHECK(hutch_expect_(&foes_pool, bad) == NULL);
        CHECK_EQUAL(debug_fault("foes", HUTCH_FAULT_STALE_USE)->index, HUTCH_NONE);
        CHECK(!hutch_release_ref(&foes_pool, bad));
        CHECK(debug_fault("foes", HUTCH_FAULT_STALE_RELEASE)->note == NULL);
    }
}

TEST(ref_of_what_is_not_live_has_its_code)
{
    struct foe local = {0};
    debug_repair(&foes_pool);
    struct foe *const foe = foes_acquire();
    foes_release(foe);
    const uint32_t before = debug_state(&foes_pool);
    CHECK_EQUAL(HUTCH_REF_VALUE_(foes_ref(foe)), 0);
    CHECK(debug_fault("foes", HUTCH_FAULT_USE_AFTER_RELEASE)->address == foe);
    CHECK_EQUAL(hutch_ref(&foes_pool, foe), 0);
    CHECK(debug_fault("foes", HUTCH_FAULT_USE_AFTER_RELEASE)->note == &foes_pool.notes[foes_index(foe)]);
    CHECK_EQUAL(HUTCH_REF_VALUE_(foes_ref(&local)), 0);
    debug_fault("foes", HUTCH_FAULT_FOREIGN);
    CHECK_EQUAL(hutch_ref(&foes_pool, NULL), 0);
    debug_fault("foes", HUTCH_FAULT_NULL_POINTER);
    CHECK_EQUAL(debug_state(&foes_pool), before);
}

#include "../../build/lists/debug/refs.h"
