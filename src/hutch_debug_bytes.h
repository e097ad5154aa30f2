// SPDX-License-Identifier: MIT
// hutch_debug_bytes.h - what hutch_debug_pool.c needs of hutch_debug_bytes.c. For src/ only.
#ifndef HUTCH_DEBUG_BYTES_H
#define HUTCH_DEBUG_BYTES_H

#include "hutch/pool.h"

/// First use of a pool of objects: sets every guard and poisons every free slot.
void hutch_bytes_prepare(const struct hutch_pool *pool);

/// Gives the bytes of a slot to its new owner, and takes them back.
void hutch_bytes_open(const struct hutch_pool *pool, unsigned index);
void hutch_bytes_close(const struct hutch_pool *pool, unsigned index);

/// Tests whether a free slot's poison is untouched, and restores it.
/// @return NONE or WRITE_AFTER_RELEASE, with the first bad byte
unsigned hutch_bytes_check_poison(const struct hutch_pool *pool, unsigned index, const void **where);

/// Tests whether the guard before slot `edge` (after slot edge - 1) is untouched, and restores it.
/// @return NONE; OVERRUN of slot edge - 1 or UNDERRUN of slot edge, with that slot and the first bad byte
unsigned hutch_bytes_check_guard(const struct hutch_pool *pool, unsigned edge, unsigned *victim,
                                 const void **where);

/// Tests whether an address lies in the pool's storage.
bool hutch_bytes_is_ours(const struct hutch_pool *pool, const void *address);

/// Fence mode: tests whether an address is that of an object that was released for good, and returns its
/// slot.
bool hutch_bytes_stale(const struct hutch_pool *pool, const void *address, unsigned *index);

#endif
