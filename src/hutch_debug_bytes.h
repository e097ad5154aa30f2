// SPDX-License-Identifier: MIT
// hutch_debug_bytes.h - the functions of hutch_debug_bytes.c. For src/ only.
#ifndef HUTCH_DEBUG_BYTES_H
#define HUTCH_DEBUG_BYTES_H

#include "hutch/core/pool.h"

/// Initialises the bytes of a pool of objects at its first use: sets every guard, poisons every free slot.
void hutch_bytes_prepare(const struct hutch_pool *pool);

/// Opens the bytes of an acquired slot to its owner; poisons and closes those of a released one.
void hutch_bytes_open(const struct hutch_pool *pool, unsigned index);
void hutch_bytes_close(const struct hutch_pool *pool, unsigned index);

/// Checks that the poison of a free or just acquired slot is intact, and restores it.
/// @return NONE, also if the slot is not poisoned; WRITE_AFTER_RELEASE, with the first bad byte in `where`
unsigned hutch_bytes_check_poison(const struct hutch_pool *pool, unsigned index, const void **where);

/// Checks that the guard before slot `edge` (after slot `edge` - 1) is intact, and restores it.
/// @return NONE; OVERRUN of slot `edge` - 1 or UNDERRUN of slot `edge`, with that slot in `victim` and the
/// first bad byte in `where`
unsigned hutch_bytes_check_guard(const struct hutch_pool *pool, unsigned edge, unsigned *victim,
                                 const void **where);

/// Returns true if an address lies in the storage of the pool.
bool hutch_bytes_is_ours(const struct hutch_pool *pool, const void *address);

/// Returns true if an address in the storage of the pool is, in fence mode, that of a released object.
/// @param  index  receives the slot in which the address lies
bool hutch_bytes_stale(const struct hutch_pool *pool, const void *address, unsigned *index);

#endif
