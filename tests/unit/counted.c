// SPDX-License-Identifier: MIT
// counted.c - an object with several holders is live until the last of them releases it.

#include "unit.h"

struct buffer {
    uint8_t bytes[3];
};
HUTCH_POOL_COUNTED(buffers, struct buffer, 5, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_COUNTED_DECLARE(frames, struct buffer, 2); // for several files, of which this is the only one
HUTCH_POOL_COUNTED_DEFINE(frames);

static void object_is_live_until_its_last_holder_releases_it(void)
{
    buffers_clear();
    struct buffer *const one = buffers_acquire(), *const other = buffers_acquire();
    CHECK_EQUAL(buffers_holders(one), 1);
    CHECK(buffers_retain(one));
    CHECK(buffers_retain(one));
    CHECK_EQUAL(buffers_holders(one), 3);
    CHECK_EQUAL(buffers_holders(other), 1);
    CHECK(buffers_release(one));
    CHECK(buffers_release(one));
    CHECK(buffers_is_live(one));
    CHECK_EQUAL(buffers_holders(one), 1);
    CHECK(buffers_release(one));
    CHECK(!buffers_is_live(one));
    CHECK_EQUAL(buffers_holders(one), 0);
    CHECK_EQUAL(buffers_live(), 1);
    CHECK(buffers_release(other));
    CHECK(hutch_check(&buffers_pool));
}

static void shared_counted_pool_counts_in_every_file(void)
{
    frames_clear();
    struct buffer *const frame = frames_acquire();
    CHECK(frames_retain(frame));
    CHECK(frames_release(frame));
    CHECK_EQUAL(frames_available(), 1);
    CHECK(frames_release(frame));
    CHECK_EQUAL(frames_available(), 2);
}

static void functions_over_the_descriptor_count_the_same(void)
{
    buffers_clear();
    struct buffer *const one = buffers_acquire();
    CHECK(hutch_retain(&buffers_pool, buffers_others_, one));
    CHECK_EQUAL(hutch_holders(&buffers_pool, buffers_others_, one), 2);
    CHECK(hutch_release_held(&buffers_pool, buffers_others_, one));
    CHECK(buffers_release(one));
    CHECK_EQUAL(hutch_holders(&buffers_pool, buffers_others_, one), 0);
    CHECK_EQUAL(buffers_live(), 0);
}

static void release_after_the_last_holder_is_refused(void)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    buffers_clear();
    struct buffer *const one = buffers_acquire();
    CHECK(buffers_retain(one));
    CHECK(buffers_release(one));
    CHECK(buffers_release(one));
    CHECK(!buffers_release(one));
    CHECK(unit_fault_was("buffers", HUTCH_FAULT_DOUBLE_RELEASE, one, buffers_index(one)));
}

static void only_a_live_object_is_retained(void)
{
    buffers_clear();
    struct buffer *const one = buffers_acquire();
    buffers_release(one);
    CHECK(!buffers_retain(one));
    CHECK(unit_fault_was("buffers", HUTCH_FAULT_USE_AFTER_RELEASE, one, buffers_index(one)));
    CHECK(!buffers_retain(NULL));
    CHECK(unit_fault_was("buffers", HUTCH_FAULT_NULL_POINTER, NULL, HUTCH_NONE));
    CHECK(!buffers_release(NULL));
    CHECK(unit_fault_was("buffers", HUTCH_FAULT_NULL_POINTER, NULL, HUTCH_NONE));
    CHECK_EQUAL(buffers_holders(NULL), 0);
    CHECK_EQUAL(buffers_live(), 0);
}

static void object_has_255_holders_at_most(void)
{
    buffers_clear();
    struct buffer *const one = buffers_acquire();
    for (unsigned holders = 2; holders <= HUTCH_HOLDERS_MAX; holders++) {
        CHECK(buffers_retain(one));
    }
    CHECK_EQUAL(buffers_holders(one), 255);
    CHECK(!buffers_retain(one));
    CHECK(unit_fault_was("buffers", HUTCH_FAULT_HOLDERS, one, 0));
    CHECK_EQUAL(buffers_holders(one), 255);
    for (unsigned holders = HUTCH_HOLDERS_MAX; holders > 1; holders--) {
        CHECK(buffers_release(one));
    }
    CHECK(buffers_is_live(one));
    CHECK(buffers_release(one));
    CHECK_EQUAL(buffers_live(), 0);
}

// Whoever held the object before: those who freed the slot may have known nothing of holders.
static void acquirer_is_the_only_holder(void)
{
    for (unsigned way = 0; way < 2; way++) {
        buffers_clear();
        for (unsigned i = 0; i < 5; i++) {
            buffers_retain(way == 0 ? buffers_acquire() : buffers_acquire_urgent());
        }
        CHECK(buffers_acquire() == NULL);
        buffers_clear();
        CHECK_EQUAL(buffers_live(), 0);
        for (unsigned i = 0; i < 5; i++) {
            CHECK_EQUAL(buffers_holders(way == 0 ? buffers_acquire_urgent() : buffers_acquire()), 1);
        }
        CHECK(buffers_acquire_urgent() == NULL);
        HUTCH_FOREACH (struct buffer, it, buffers) {
            CHECK(buffers_release(it));
        }
        CHECK_EQUAL(buffers_live(), 0);
    }
}

const struct unit_test counted_tests[] = {
    UNIT_TEST(object_is_live_until_its_last_holder_releases_it),
    UNIT_TEST(shared_counted_pool_counts_in_every_file),
    UNIT_TEST(functions_over_the_descriptor_count_the_same),
    UNIT_TEST(release_after_the_last_holder_is_refused),
    UNIT_TEST(only_a_live_object_is_retained),
    UNIT_TEST(object_has_255_holders_at_most),
    UNIT_TEST(acquirer_is_the_only_holder),
    UNIT_TESTS_END,
};
