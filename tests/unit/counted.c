// SPDX-License-Identifier: MIT
// counted.c - an object with several holders is live until the last of them releases it.

#include "unit.h"

struct buffer {
    uint8_t bytes[3];
};
HUTCH_POOL_COUNTED(buffers, struct buffer, 5, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_COUNTED_DECLARE(frames, struct buffer, 2); // for several files, of which this is the only one
HUTCH_POOL_COUNTED_DEFINE(frames);

TEST(object_is_live_until_its_last_holder_releases_it)
{
    buffers_clear();
    struct buffer *const one = buffers_acquire(), *const other = buffers_acquire();
    CHECK_EQUAL(buffers_holders(one), 1);
    CHECK(buffers_retain(one));
    CHECK(buffers_retain(one));
    CHECK_EQUAL(buffers_holders(one), 3);
    CHECK_EQUAL(buffers_holders(other), 1);
    CHECK(buffers_release(buffers_containing(&one->bytes[2]))); // as a driver gives it back
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

TEST(shared_counted_pool_counts_in_every_file)
{
    frames_clear();
    struct buffer *const frame = frames_acquire();
    CHECK(frames_retain(frame));
    CHECK(frames_release(frame));
    CHECK_EQUAL(frames_available(), 1);
    CHECK(frames_release(frame));
    CHECK_EQUAL(frames_available(), 2);
}

TEST(functions_over_the_descriptor_count_the_same)
{
    buffers_clear();
    struct buffer *const one = buffers_acquire();
    CHECK(hutch_retain_(&buffers_pool, buffers_others_, one));
    CHECK_EQUAL(hutch_holders_(&buffers_pool, buffers_others_, one), 2);
    CHECK(hutch_release_held_(&buffers_pool, buffers_others_, one));
    CHECK(buffers_release(one));
    CHECK_EQUAL(hutch_holders_(&buffers_pool, buffers_others_, one), 0);
    CHECK_EQUAL(buffers_live(), 0);
}

TEST(release_after_the_last_holder_is_refused)
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

TEST(only_a_live_object_is_retained)
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

TEST(object_has_255_holders_at_most)
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
TEST(acquirer_is_the_only_holder)
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

// -------------------------------------------------------------------------------- a hook for the last holder

static struct {
    unsigned calls, index, holders, live;
    bool tries, frees, was_retained, was_released;
} farewell;

static void say_farewell(void *object);
static const struct hutch_hooks guest_hooks = {NULL, NULL, say_farewell};
HUTCH_POOL_COUNTED(guests, struct buffer, 3, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, &guest_hooks));

static void say_farewell(void *object)
{
    struct buffer *const guest = (struct buffer *)object;
    farewell.calls++;
    farewell.index = guests_index(guest);
    farewell.holders = guests_holders(guest);
    farewell.live = guests_live();
    CHECK(!farewell.frees || hutch_release(&guests_pool, guest));
    if (farewell.tries) {
        farewell.was_retained = guests_retain(guest);
        CHECK(unit_fault_was("guests", HUTCH_FAULT_USE_AFTER_RELEASE, guest, farewell.index));
        farewell.was_released = guests_release(guest);
        CHECK(unit_fault_was("guests", HUTCH_FAULT_DOUBLE_RELEASE, guest, farewell.index));
    }
}

TEST(release_after_the_hook_is_refused_and_runs_no_hook)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    guests_clear();
    struct buffer *const one = guests_acquire();
    CHECK(guests_release(one));
    farewell.calls = 0;
    CHECK(!guests_release(one));
    CHECK(unit_fault_was("guests", HUTCH_FAULT_DOUBLE_RELEASE, one, 0));
    CHECK(!guests_release(NULL));
    CHECK(unit_fault_was("guests", HUTCH_FAULT_NULL_POINTER, NULL, HUTCH_NONE));
    CHECK_EQUAL(farewell.calls, 0);
}

TEST(despawn_of_a_free_object_is_refused_and_runs_no_hook)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    guests_clear();
    struct buffer *const one = guests_acquire();
    farewell.calls = 0;
    CHECK(hutch_despawn_(&guests_pool, one));
    CHECK_EQUAL(farewell.calls, 1);
    CHECK(!hutch_despawn_(&guests_pool, one));
    CHECK(unit_fault_was("guests", HUTCH_FAULT_DOUBLE_RELEASE, one, guests_index(one)));
    CHECK_EQUAL(farewell.calls, 1);
}

TEST(hook_runs_once_when_the_last_holder_releases)
{
    guests_clear();
    struct buffer *const other = guests_acquire(), *const one = guests_acquire();
    farewell.calls = 0;
    CHECK(guests_retain(one));
    CHECK(guests_release(one));
    CHECK_EQUAL(farewell.calls, 0);
    CHECK(guests_release(one));
    CHECK_EQUAL(farewell.calls, 1);
    CHECK_EQUAL(farewell.index, guests_index(one));
    CHECK_EQUAL(guests_live(), 1);
    CHECK(guests_release(other));
    CHECK_EQUAL(farewell.calls, 2);
    CHECK_EQUAL(guests_live(), 0);
}

TEST(object_has_no_holder_and_no_successor_while_the_hook_runs)
{
    guests_clear();
    farewell.tries = true;
    CHECK(guests_release(guests_acquire()));
    farewell.tries = false;
    CHECK_EQUAL(farewell.holders, 0);
    CHECK_EQUAL(farewell.live, 1);
    CHECK(!farewell.was_retained);
    CHECK(!farewell.was_released);
    CHECK_EQUAL(guests_holders(guests_acquire()), 1);
}

HUTCH_SCENE(party, &guests_pool);

TEST(hook_that_frees_the_object_itself_is_reported)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1);
    guests_clear();
    struct buffer *const one = guests_acquire();
    farewell.frees = true;
    CHECK(!guests_release(one));
    farewell.frees = false;
    CHECK(unit_fault_was("guests", HUTCH_FAULT_DOUBLE_RELEASE, one, guests_index(one)));
    CHECK_EQUAL(guests_live(), 0);
}

static const struct hutch_hooks no_hooks = {NULL, NULL, NULL};
HUTCH_POOL_COUNTED(strangers, struct buffer, 2, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, &no_hooks));

TEST(struct_of_hooks_may_lack_the_despawn_hook)
{
    strangers_clear();
    struct buffer *const one = strangers_acquire();
    CHECK(strangers_retain(one));
    CHECK(strangers_release(one));
    CHECK(strangers_is_live(one));
    CHECK(strangers_release(one));
    CHECK(!strangers_is_live(one));
    CHECK(hutch_despawn_(&strangers_pool, strangers_acquire()));
    struct buffer *const other = strangers_acquire();
    for (unsigned holders = 2; holders <= HUTCH_HOLDERS_MAX; holders++) {
        CHECK(strangers_retain(other));
    }
    CHECK(!strangers_retain(other));
    CHECK(unit_fault_was("strangers", HUTCH_FAULT_HOLDERS, other, strangers_index(other)));
    CHECK(strangers_acquire() != NULL);
    hutch_clear(&strangers_pool);
    CHECK_EQUAL(strangers_live(), 0);
}

TEST(whatever_frees_all_objects_runs_the_hook_of_each)
{
    for (unsigned way = 0; way < 3; way++) {
        guests_clear();
        guests_retain(guests_acquire());
        (void)!guests_acquire();
        farewell.calls = 0;
        if (way == 0) {
            guests_clear();
        } else if (way == 1) {
            hutch_clear(&guests_pool);
        } else {
            CHECK_EQUAL(hutch_scene_reset(&party), 2);
        }
        CHECK_EQUAL(farewell.calls, 2);
        CHECK_EQUAL(guests_live(), 0);
        unit_faults_forget();
    }
    CHECK(hutch_check(&guests_pool));
}

#include "../../build/lists/unit/counted.h"
