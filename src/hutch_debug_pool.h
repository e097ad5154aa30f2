// SPDX-License-Identifier: MIT
// hutch_debug_pool.h - what the debug engine needs of hutch_debug_pool.c. For src/ only.
#ifndef HUTCH_DEBUG_POOL_H
#define HUTCH_DEBUG_POOL_H

#include "hutch/debug.h"

/// First use of a pool: guards, poison, queue, mirror, tag, and its place in the list of pools. Inside the
/// lock.
void hutch_debug_prepare(const struct hutch_pool *pool);

/// The queue of free slots: the one released longest ago is first. Inside the lock.
void hutch_debug_queue(const struct hutch_pool *pool, unsigned index);
void hutch_debug_unqueue(const struct hutch_pool *pool, unsigned index);

/// The first slot of a run whose bitmap word is not the complement of its copy, or HUTCH_NONE. Inside the
/// lock: an interrupt changes one after the other.
unsigned hutch_debug_first_damaged(const struct hutch_pool *pool, unsigned first, unsigned length);

/// Checks and opens the bytes of a slot that was just acquired.
void hutch_debug_open(const struct hutch_pool *pool, unsigned index);

/// Checks, poisons and closes the bytes of a slot that is about to be released.
void hutch_debug_close(const struct hutch_pool *pool, unsigned index);

/// Why this context must not use the pool now: TOO_URGENT, LOCK_NESTED or CONTEXT; else NONE. Inside the
/// lock.
unsigned hutch_debug_refusal(const struct hutch_pool *pool);

/// Returns the site of the public call that is being served. A noted one is used up.
void hutch_debug_site(struct hutch_site *site);

/// Tests whether slot `index` is between acquire and the end of its spawn hook, or inside despawn.
bool hutch_debug_is_hidden(const struct hutch_pool *pool, unsigned index);

/// Calls the fault handler. `index` may be HUTCH_NONE, and `pool` NULL.
void hutch_debug_report(const struct hutch_pool *pool, const void *address, unsigned index, unsigned code);

#endif
