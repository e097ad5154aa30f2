// SPDX-License-Identifier: MIT
// debug_test.h - what the tests of debug builds share: the clock, a pool's whole state as one number, the one
// fault.
#ifndef DEBUG_TEST_H
#define DEBUG_TEST_H

#include "unit.h"

/// What hutch_tick answers.
extern unsigned long debug_now;

/// All that a pool is, as one number: bitmap, copy, generations, notes, queue, and every byte of its slots
/// and guards.
uint32_t debug_state(const struct hutch_pool *pool);

/// The fault that happened since the last look. Fails the test unless there was exactly one, with this code,
/// in this pool.
const struct hutch_fault *debug_fault(const char *pool, unsigned code);

/// Makes the pool ready, empty and sound, whatever was done to it.
void debug_repair(const struct hutch_pool *pool);

/// Every way to change a pool is refused in the context that calls this: one fault each with this code, and
/// nothing changes. Slot `live` is live.
void debug_check_is_refused(const struct hutch_pool *pool, unsigned live, unsigned code);

/// Is it noted who made a call? SDCC cannot tell who called a function.
#define DEBUG_IS_NOTED(site) ((site) != NULL || !HUTCH_GNU)

/// Called for each fault while it is set.
extern void (*debug_each_fault)(const struct hutch_fault *fault);

/// The text of a fault, with `#` for each address.
const char *debug_text(const struct hutch_fault *fault);

/// What hutch_report_live writes, likewise.
const char *debug_live_text(const struct hutch_pool *pool);

#endif
