// SPDX-License-Identifier: MIT
// hutch_debug_pool.h - the functions of hutch_debug_pool.c and hutch_debug_notes.c. For src/ only.
#ifndef HUTCH_DEBUG_POOL_H
#define HUTCH_DEBUG_POOL_H

#include "hutch/core/debug.h"

// 1 if the default fault handler prints: debug builds to the program's sink, on a PC all builds.
#if HUTCH_CFG_CHECK >= 2 || (defined(HUTCH_PORT_SINK) && HUTCH_CFG_NAMES)
#    define HAS_SINK 1
#else
#    define HAS_SINK 0
#endif

/// Initialises the debug state of a pool at its first use: guards, poison, queue, mirror and tag; adds it to
/// the list of pools. Inside the lock.
void hutch_debug_prepare(const struct hutch_pool *pool);

/// Returns whether a pool is in the list of those in use.
bool hutch_debug_is_listed(const struct hutch_pool *pool);

/// Opens the bytes of a slot that was just acquired, and checks its poison.
void hutch_debug_open(const struct hutch_pool *pool, unsigned index);

/// Checks the guards of a slot that is about to be released.
void hutch_debug_check_guards(const struct hutch_pool *pool, unsigned index);

/// Returns why this context must not use the pool now: TOO_URGENT, UNPRIVILEGED, LOCK_NESTED or CONTEXT; NONE
/// if it may. Inside the lock.
unsigned hutch_debug_refusal(const struct hutch_pool *pool);

/// Prints how often a fault came, in hutch_fault_print.c.
void hutch_fault_print_count(unsigned count, void (*put_char)(char c, void *context), void *context);

/// Calls the fault handler. `index` may be HUTCH_NONE; it must be if `pool` is NULL.
void hutch_debug_report(const struct hutch_pool *pool, const void *address, unsigned index, unsigned code);

#if HUTCH_CFG_NOTES

/// Initialise the notes of a pool: copy of the bitmap, queue of free slots. Inside the lock, as all of these
/// but hutch_notes_of and hutch_debug_site.
void hutch_notes_prepare(const struct hutch_pool *pool);

/// Note that slot `index` was acquired, is about to be released, is now free. Its bit has changed already,
/// but for `released`. hutch_notes_sign notes the call site only.
void hutch_notes_acquired(const struct hutch_pool *pool, unsigned index);
void hutch_notes_released(const struct hutch_pool *pool, unsigned index);
void hutch_notes_freed(const struct hutch_pool *pool, unsigned index);
void hutch_notes_sign(const struct hutch_pool *pool, unsigned index);

/// Returns the slot that was released longest ago; HUTCH_NONE if none is free.
unsigned hutch_notes_first_free(const struct hutch_pool *pool);

/// Returns the slot after which the queue of free slots is damaged, 0 if its head is; HUTCH_NONE if it holds
/// each free slot once.
unsigned hutch_notes_bad_link(const struct hutch_pool *pool);

/// Returns the first slot of a run in a bitmap word that is not the complement of its mirror; HUTCH_NONE if
/// there is none. The two words do not change in one step.
unsigned hutch_notes_first_damaged(const struct hutch_pool *pool, unsigned first, unsigned length);

/// Returns what is noted of slot `index`.
struct hutch_note *hutch_notes_of(const struct hutch_pool *pool, unsigned index);

/// Returns the call site of the current public call.
const void *hutch_debug_site(void);

#else // nothing is noted

#    define hutch_notes_prepare(pool) ((void)0)
#    define hutch_notes_acquired(pool, index) ((void)(index))
#    define hutch_notes_released(pool, index) ((void)(index))
#    define hutch_notes_freed(pool, index) ((void)(index))
#    define hutch_notes_sign(pool, index) ((void)(index))
#    define hutch_notes_first_free(pool) HUTCH_NONE
#    define hutch_notes_bad_link(pool) HUTCH_NONE
#    define hutch_notes_first_damaged(pool, first, length) ((void)(first), (void)(length), HUTCH_NONE)
#    define hutch_notes_of(pool, index) ((void)(index), NULL)
#    define hutch_debug_site() NULL

#endif

#endif
