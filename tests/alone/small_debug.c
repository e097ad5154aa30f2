// SPDX-License-Identifier: MIT
// small_debug.c - a debug build without notes and guards, and one that keeps the bytes of released objects.

#include "unit.h"

struct foe {
    uint8_t bytes[6];
};
HUTCH_POOL_TRACKED(foes, struct foe, 20);
HUTCH_POOL(plain, struct foe, 3);
HUTCH_POOL_RUNS(tiles, struct foe, 3);

static char text[120];
static unsigned text_length;

static void put(char c, void *context)
{
    (void)context;
    if (text_length < sizeof text - 1) {
        text[text_length++] = c;
        text[text_length] = '\0';
    }
}

// Checks that there was one fault, and how it is printed without its address.
static void check_fault(unsigned index, unsigned code, const char *printed)
{
    CHECK_EQUAL(unit_faults_forget(), 1);
    struct hutch_fault fault = unit_faults.kept[0];
    CHECK_EQUAL(fault.index, index);
    CHECK_EQUAL(fault.code, code);
    CHECK(fault.note == NULL && fault.caller == NULL);
    fault.address = NULL;
    text_length = 0;
    hutch_fault_print(&fault, put, NULL);
    CHECK(unit_same_text(text, printed));
}

TEST(second_release_is_reported_with_pool_slot_and_code)
{
    struct foe *const foe = foes_claim(7);
    CHECK(foes_release(foe));
    CHECK(!foes_release(foe));
    check_fault(7, HUTCH_FAULT_DOUBLE_RELEASE, "hutch: foes[7]: fault 20\n");
    CHECK(hutch_claim_(&plain_pool, 2) != NULL);
    CHECK(plain_release_at(2) && !plain_release_at(2));
    check_fault(2, HUTCH_FAULT_DOUBLE_RELEASE, "hutch: plain[2]: fault 20\n");
}

TEST(stale_ref_is_reported_with_pool_slot_and_code)
{
    const foes_ref_t ref = foes_ref(foes_claim(4));
    CHECK(foes_release_ref(ref));
    CHECK(foes_claim(4) != NULL); // a new owner
    CHECK(foes_deref(ref) == NULL);
    CHECK(!foes_release_ref(ref));
    check_fault(4, HUTCH_FAULT_STALE_RELEASE, "hutch: foes[4]: fault 22\n");
    CHECK(foes_expect(ref) == NULL);
    check_fault(4, HUTCH_FAULT_STALE_USE, "hutch: foes[4]: fault 23\n");
    CHECK(foes_release_at(4));
    const hutch_ref_t plain = hutch_ref(&plain_pool, plain_claim(1)); // debug builds have refs to every pool
    CHECK(plain_release_at(1));
    CHECK(hutch_expect_(&plain_pool, plain) == NULL);
    check_fault(1, HUTCH_FAULT_STALE_USE, "hutch: plain[1]: fault 23\n");
}

TEST(write_after_release_is_reported_by_check_and_by_acquire)
{
    struct foe *const foe = foes_claim(0);
    foe->bytes[5] = 9;
    CHECK(foes_release(foe));
    ((volatile struct foe *)foe)->bytes[5] = 1;
    if (!HUTCH_CFG_POISON) {
        CHECK(hutch_check(&foes_pool) && foes_claim(0) == foe && foe->bytes[5] == 1);
        CHECK(foes_release(foe));
        CHECK_EQUAL(unit_faults.count, 0);
        return;
    }
    CHECK(!hutch_check(&foes_pool));
    check_fault(0, HUTCH_FAULT_WRITE_AFTER_RELEASE, "hutch: foes[0]: fault 44\n");
    CHECK(hutch_check(&foes_pool));
    ((volatile struct foe *)foe)->bytes[0] = 1;
    CHECK(foes_acquire() == foe); // the lowest comes first
    check_fault(0, HUTCH_FAULT_WRITE_AFTER_RELEASE, "hutch: foes[0]: fault 44\n");
    CHECK(foes_release(foe));
}

TEST(slots_stand_as_close_as_in_a_release_build)
{
    CHECK_EQUAL(foes_pool.stride_bytes, sizeof(struct foe));
    CHECK_EQUAL(sizeof foes_slots_, 20 * sizeof(struct foe));
    CHECK_EQUAL(sizeof tiles_slots_, 3 * sizeof(struct foe));
    struct foe *const run = tiles_acquire_run(3);
    CHECK(run == tiles_at(0) && tiles_acquire() == NULL);
    CHECK(tiles_release_run(run, 3) && hutch_check(&tiles_pool));
    CHECK_EQUAL(unit_faults.count, 0);
}

#include "../../build/lists/alone/small_debug.h"
UNIT_MAIN(small_debug_tests)
