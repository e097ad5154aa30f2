// SPDX-License-Identifier: MIT
// debug_pool.h - what debug.c needs of debug_pool.c. For src/ only.
#ifndef HUTCH_DEBUG_POOL_H
#define HUTCH_DEBUG_POOL_H

#include "hutch/pool.h"

// The caller that a function was told, else its own. SDCC cannot tell that: there a site is what HUTCH_HERE
// said, or nothing.
#if HUTCH_GNU
#    define HUTCH_CALLER_OR(caller) ((caller) != NULL ? (caller) : __builtin_return_address(0))
#else
#    define HUTCH_CALLER_OR(caller) (caller)
#endif

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
void hutch_debug_open(const struct hutch_pool *pool, unsigned index, const struct hutch_site *site);

/// Checks, poisons and closes the bytes of a slot that is about to be released.
void hutch_debug_close(const struct hutch_pool *pool, unsigned index, const struct hutch_site *site);

/// Why this context must not use the pool now: TOO_URGENT, LOCK_NESTED or CONTEXT; else NONE. Inside the
/// lock.
unsigned hutch_debug_refusal(const struct hutch_pool *pool);

/// The site of a call: what was said, else the beginner's where a function of src/ calls, else the code
/// address.
void hutch_debug_site(const struct hutch_pool *pool, const void *caller, struct hutch_site *site);

/// The same where there is no pool, so no caller that has begun something in it.
void hutch_debug_site_of(const void *caller, struct hutch_site *site);

/// Tells the handler. `index` may be HUTCH_NONE, and `pool` NULL.
void hutch_debug_report(const struct hutch_pool *pool, const void *address, unsigned index, unsigned code,
                        const struct hutch_site *site);

#endif
