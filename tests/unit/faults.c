// SPDX-License-Identifier: MIT
// faults.c - fault codes keep their numbers for ever, and each has a text.

#include "unit.h"

// Users compare these numbers in logs of devices in the field: none may change. A new code is a new row here.
struct row {
    unsigned code;
    unsigned number;
    const char *text;
};
static const struct row rows[] = {
    {HUTCH_FAULT_NONE, 0, "NONE: no fault"},
    {HUTCH_FAULT_NULL_POINTER, 10, "NULL_POINTER: NULL was passed"},
    {HUTCH_FAULT_FOREIGN, 11, "FOREIGN: the pointer is not into this pool"},
    {HUTCH_FAULT_MISALIGNED, 12, "MISALIGNED: the pointer is into a slot, not at its start"},
    {HUTCH_FAULT_BAD_INDEX, 13, "BAD_INDEX: the index, or the end of the run, is past the capacity"},
    {HUTCH_FAULT_OTHER_POOL, 14, "OTHER_POOL: the object is another pool's"},
    {HUTCH_FAULT_MEMORY, 15, "MEMORY: no pool is made: its memory is misaligned, or too small for an object"},
    {HUTCH_FAULT_NULL_REF, 16, "NULL_REF: a zero ref was passed"},
    {HUTCH_FAULT_OTHER_POOL_REF, 17, "OTHER_POOL_REF: the ref is another pool's, or never was one"},
    {HUTCH_FAULT_NUMBERS, 18, "NUMBERS: the pool has numbers, no objects"},
    {HUTCH_FAULT_DOUBLE_RELEASE, 20, "DOUBLE_RELEASE: the slot is already free"},
    {HUTCH_FAULT_BAD_RUN, 21, "BAD_RUN: the run is empty, leaves the pool or has a free slot in it"},
    {HUTCH_FAULT_STALE_RELEASE, 22, "STALE_RELEASE: the ref's object is gone"},
    {HUTCH_FAULT_STALE_USE, 23, "STALE_USE: the ref's object is gone, but expect was called, not deref"},
    {HUTCH_FAULT_USE_AFTER_RELEASE, 24, "USE_AFTER_RELEASE: the object is not live"},
    {HUTCH_FAULT_RELEASE_IN_DESPAWN, 25, "RELEASE_IN_DESPAWN: released inside its own despawn hook"},
    {HUTCH_FAULT_LEAK, 26, "LEAK: still live at the end of the scene"},
    {HUTCH_FAULT_PRESPAWN, 27, "PRESPAWN: prespawn of more slots than there are"},
    {HUTCH_FAULT_ANCESTOR, 28, "ANCESTOR: the child is the parent itself, or one of its ancestors"},
    {HUTCH_FAULT_HOLDERS, 29, "HOLDERS: the object has 255 holders already"},
    {HUTCH_FAULT_CONTEXT, 30, "CONTEXT: an unlocked pool is used from two contexts"},
    {HUTCH_FAULT_LOCK_NESTED, 31, "LOCK_NESTED: the pool is used inside its own critical section"},
    {HUTCH_FAULT_LOCK_UNBALANCED, 32, "LOCK_UNBALANCED: the lock is left without having been entered"},
    {HUTCH_FAULT_TOO_URGENT, 33, "TOO_URGENT: used from an interrupt that the pool's lock does not stop"},
    {HUTCH_FAULT_UNPRIVILEGED, 34,
     "UNPRIVILEGED: used where masking interrupts has no effect: by unprivileged code"},
    {HUTCH_FAULT_CALLBACK_NESTED, 35, "CALLBACK_NESTED: a callback of the policy has caused its own call"},
    {HUTCH_FAULT_QUEUED, 36, "QUEUED: it is in a queue"},
    {HUTCH_FAULT_TAIL_BITS, 40, "TAIL_BITS: damaged bitmap: a bit past the capacity is set"},
    {HUTCH_FAULT_SUMMARY, 41, "SUMMARY: damaged summary: it differs from the words below it"},
    {HUTCH_FAULT_DESCRIPTOR, 42, "DESCRIPTOR: damaged descriptor"},
    {HUTCH_FAULT_BITMAP, 43, "BITMAP: damaged bitmap: it differs from its copy"},
    {HUTCH_FAULT_WRITE_AFTER_RELEASE, 44, "WRITE_AFTER_RELEASE: the object was written to after its release"},
    {HUTCH_FAULT_OVERRUN, 45, "OVERRUN: written past the end of the object"},
    {HUTCH_FAULT_UNDERRUN, 46, "UNDERRUN: written before the start of the object"},
    {HUTCH_FAULT_POLICY, 47, "POLICY: a limit, a stamp or the spill pool of the policy is impossible"},
    {HUTCH_FAULT_BROKEN, 60, "BROKEN: internal error of hutch: one of its invariants does not hold"},
};
enum { rows_count = sizeof rows / sizeof rows[0] };

TEST(fault_codes_keep_their_numbers)
{
    for (unsigned n = 0; n < rows_count; n++) {
        CHECK_EQUAL(rows[n].code, rows[n].number);
        CHECK(rows[n].code < HUTCH_FAULT_CODES_END);
    }
}

TEST(each_fault_code_has_its_text)
{
    for (unsigned n = 0; n < rows_count; n++) {
        CHECK(unit_same_text(hutch_fault_text(rows[n].number), rows[n].text));
    }
}

static bool is_known(unsigned code)
{
    for (unsigned n = 0; n < rows_count; n++) {
        if (rows[n].number == code) {
            return true;
        }
    }
    return false;
}

TEST(sink_may_be_set_in_every_build)
{
    hutch_debug_set_sink(NULL, NULL);
    CHECK_EQUAL(unit_faults_forget(), 0);
}

TEST(code_that_nobody_gave_is_an_unknown_fault)
{
    for (unsigned code = 0; code < HUTCH_FAULT_CODES_END + 5; code++) {
        CHECK_EQUAL(!unit_same_text(hutch_fault_text(code), "unknown fault"), is_known(code));
    }
    CHECK(unit_same_text(hutch_fault_text(HUTCH_NONE), "unknown fault"));
}

#include "../../build/lists/unit/faults.h"
