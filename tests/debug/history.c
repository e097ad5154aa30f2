// SPDX-License-Identifier: MIT
// history.c - who acquired, who released and when, and the line of text that says so.

#include "debug_test.h"

enum { things_max = 12 };
struct thing {
    uint8_t bytes[8];
};
HUTCH_POOL(things, struct thing, things_max);
HUTCH_POOL(others, struct thing, 2);
HUTCH_POOL_TRACKED(tracked, struct thing, 2);

// Two callers that a note can tell apart.
__attribute__((noinline)) static struct thing *acquire_here(void)
{
    struct thing *const thing = things_acquire();
    debug_now++;
    return thing;
}
__attribute__((noinline)) static bool release_here(const struct thing *thing)
{
    const bool ok = hutch_release(&things_pool, thing);
    debug_now++;
    return ok;
}

// A return address lies in its function or, at the very end, just after it: here all functions are short.
static bool is_near(const void *address, const void *function)
{
    return (uintptr_t)address - ((uintptr_t)function & ~(uintptr_t)1) < 2048;
}

TEST(notes_are_the_callers_addresses)
{
    debug_repair(&things_pool);
    struct thing *const thing = acquire_here();
    const struct hutch_note *const note = &things_pool.notes[things_index(thing)];
    const void *const acquired_by = note->acquired_by;
    CHECK(is_near(acquired_by, (const void *)(uintptr_t)acquire_here));
    CHECK(release_here(thing));
    CHECK(is_near(note->released_by, (const void *)(uintptr_t)release_here));
    CHECK(note->acquired_by == acquired_by);
    CHECK(!release_here(thing));
    const struct hutch_fault *const fault = debug_fault("things", HUTCH_FAULT_DOUBLE_RELEASE);
    CHECK(fault->caller == note->released_by); // the same call again
}

__attribute__((noinline)) static struct thing *acquire_at_the_end(void)
{
    return things_acquire();
}
__attribute__((noinline)) static bool release_at_the_end(const struct thing *thing)
{
    return things_release(thing);
}
__attribute__((noinline)) static void clear_at_the_end(void)
{
    things_clear();
}

TEST(call_at_the_end_of_a_function_is_that_functions)
{
    debug_repair(&things_pool);
    struct thing *const thing = acquire_at_the_end();
    const struct hutch_note *const note = &things_pool.notes[things_index(thing)];
    CHECK(is_near(note->acquired_by, (const void *)(uintptr_t)acquire_at_the_end));
    CHECK(release_at_the_end(thing));
    CHECK(is_near(note->released_by, (const void *)(uintptr_t)release_at_the_end));
    CHECK(things_claim(things_index(thing)) == thing);
    clear_at_the_end();
    CHECK(is_near(note->released_by, (const void *)(uintptr_t)clear_at_the_end));
}

TEST(fault_is_one_line_with_both_ends_of_its_history)
{
    debug_repair(&things_pool);
    debug_now = 12;
    struct thing *const thing = things_claim(7);
    debug_now = 40;
    things_release(thing);
    CHECK(!things_release(thing));
    CHECK(
        unit_same_text(debug_text(debug_fault("things", HUTCH_FAULT_DOUBLE_RELEASE)),
                       "hutch: things[7]: DOUBLE_RELEASE: the slot is already free; address 0x#; called from "
                       "0x#; acquired at 0x# tick 12; last released at 0x# tick 40\n"));
    ((volatile uint8_t *)thing->bytes)[2] = 0;
    debug_now = 4000000000u;
    CHECK(things_claim(7) == thing);
    CHECK(unit_same_text(
        debug_text(debug_fault("things", HUTCH_FAULT_WRITE_AFTER_RELEASE)),
        "hutch: things[7]: WRITE_AFTER_RELEASE: the object was written to after its release; address 0x#; "
        "called from 0x#; acquired at 0x# tick 4000000000; last released at 0x# tick 40\n"));
    debug_now = 0;
}

TEST(report_of_live_objects_names_who_acquired_them_and_when)
{
    debug_repair(&things_pool);
    debug_now = 12;
    struct thing *const gone = things_claim(3);
    things_claim(7);
    debug_now = 20;
    things_claim(11);
    things_release(gone);
    debug_now = 40;
    CHECK(unit_same_text(debug_live_text(&things_pool), "things[7] 0x# acquired at 0x#, 28 ticks ago\n"
                                                        "things[11] 0x# acquired at 0x#, 20 ticks ago\n"));
    debug_now = 0;
}

TEST(fault_without_history_says_what_is_known)
{
    debug_repair(&things_pool);
    debug_repair(&others_pool);
    CHECK(!things_release(NULL));
    CHECK(unit_same_text(debug_text(debug_fault("things", HUTCH_FAULT_NULL_POINTER)),
                         "hutch: things: NULL_POINTER: NULL was passed; called from 0x#\n"));
    CHECK(!things_release(others_acquire()));
    CHECK(unit_same_text(
        debug_text(debug_fault("things", HUTCH_FAULT_OTHER_POOL)),
        "hutch: things: OTHER_POOL: the object is another pool's; address 0x#; called from 0x#; "
        "it is of pool others\n"));
    struct hutch_fault twin = unit_faults.kept[0];
    twin.pool = twin.other_pool = "others";
    CHECK(unit_same_text(
        debug_text(&twin),
        "hutch: others: OTHER_POOL: the object is another pool's; address 0x#; called from 0x#; "
        "it is of pool others, too: HUTCH_POOL makes a pool for each file, use HUTCH_POOL_DECLARE\n"));
    CHECK(!things_release_at(11));
    unit_faults.count = 0;
    things_pool.notes[11].acquired_by = NULL; // as before its first acquire
    things_pool.notes[11].released_by = NULL;
    CHECK(!things_release_at(11));
    CHECK(unit_same_text(debug_text(debug_fault("things", HUTCH_FAULT_DOUBLE_RELEASE)),
                         "hutch: things[11]: DOUBLE_RELEASE: the slot is already free; called from 0x#\n"));
    things_pool.live[0] ^= 2;
    CHECK(!hutch_debug_check(&things_pool));
    things_pool.live[0] ^= 2;
    unit_faults.kept[0].note = NULL;
    CHECK(
        unit_same_text(debug_text(debug_fault("things", HUTCH_FAULT_BITMAP)),
                       "hutch: things[0]: BITMAP: damaged bitmap: it differs from its copy; address 0x#\n"));
    const struct hutch_fault unknown = {"things", NULL, HUTCH_NONE, 63, NULL, NULL, NULL};
    CHECK(unit_same_text(debug_text(&unknown), "hutch: things: unknown fault\n"));
}

__attribute__((noinline)) static void misuse_everything(hutch_ref_t foreign)
{
    CHECK(hutch_expect_(&tracked_pool, 0) == NULL);
    CHECK(!hutch_release(&tracked_pool, NULL));
    CHECK(!hutch_release_at_(&tracked_pool, 9));
    CHECK(hutch_claim_(&tracked_pool, 9) == NULL);
    CHECK(!hutch_release_run_at_(&tracked_pool, 0, 0));
    CHECK_EQUAL(hutch_ref(&tracked_pool, NULL), 0);
    CHECK(!hutch_persist_(&tracked_pool, NULL, true));
    CHECK(!hutch_prespawn_(&tracked_pool, 3));
    CHECK_EQUAL(hutch_adopt(&tracked_pool, 3), 0);
    HUTCH_ASSERT_LIVE(NULL);
    if (HUTCH_TAG_BITS != 0) {
        CHECK(hutch_deref(&tracked_pool, foreign) == NULL);
    }
}

static unsigned near_faults;

static void count_if_near(const struct hutch_fault *fault)
{
    near_faults += is_near(fault->caller, (const void *)(uintptr_t)misuse_everything) ? 1u : 0u;
}

TEST(every_report_names_who_called)
{
    debug_repair(&tracked_pool);
    CHECK(tracked_claim(1) != NULL);
    near_faults = 0;
    debug_each_fault = count_if_near;
    misuse_everything((hutch_ref_t)(hutch_ref(&tracked_pool, tracked_at(1)) ^ 1u));
    debug_each_fault = NULL;
    CHECK_EQUAL(near_faults, HUTCH_TAG_BITS != 0 ? 11 : 10);
    CHECK_EQUAL(unit_faults_forget(), near_faults);
}

#include "../../build/lists/debug/history.h"
