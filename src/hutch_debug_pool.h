// SPDX-License-Identifier: MIT
// hutch_debug_pool.h - the functions of hutch_debug_pool.c, and the queue of hutch_debug.c. For src/ only.
#ifndef HUTCH_DEBUG_POOL_H
#define HUTCH_DEBUG_POOL_H

#include "hutch/debug.h"

/// Initialises the debug state of a pool at its first use: guards, poison, queue, mirror and tag; adds it to
/// the list of pools. Inside the lock.
void hutch_debug_prepare(const struct hutch_pool *pool);

/// Appends a slot to the queue of free slots, or removes it. The first slot is the one released longest ago.
/// Inside the lock.
void hutch_debug_queue(const struct hutch_pool *pool, unsigned index);

/// Returns the slot after which the queue of free slots is damaged, 0 if its head is; HUTCH_NONE if it holds
/// each free slot once. Inside the lock.
unsigned hutch_debug_bad_link(const struct hutch_pool *pool);

/// Returns the first slot of a run in a bitmap word that is not the complement of its mirror; HUTCH_NONE if
/// there is none. Inside the lock: the two words do not change in one step.
unsigned hutch_debug_first_damaged(const struct hutch_pool *pool, unsigned first, unsigned length);

/// Opens the bytes of a slot that was just acquired, and checks its poison.
void hutch_debug_open(const struct hutch_pool *pool, unsigned index);

/// Checks the guards of a slot that is about to be released.
void hutch_debug_check_guards(const struct hutch_pool *pool, unsigned index);

/// Returns why this context must not use the pool now: TOO_URGENT, UNPRIVILEGED, LOCK_NESTED or CONTEXT; NONE
/// if it may. Inside the lock.
unsigned hutch_debug_refusal(const struct hutch_pool *pool);

/// Returns the call site of the current public call.
const void *hutch_debug_site(void);

/// Returns true if slot `index` is between acquire and the end of its spawn hook, or inside despawn.
bool hutch_debug_is_hidden(const struct hutch_pool *pool, unsigned index);

/// Calls the fault handler. `index` may be HUTCH_NONE; it must be if `pool` is NULL.
void hutch_debug_report(const struct hutch_pool *pool, const void *address, unsigned index, unsigned code);

#endif
