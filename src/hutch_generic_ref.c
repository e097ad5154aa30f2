// SPDX-License-Identifier: MIT
// hutch_generic_ref.c - refs over a descriptor, see hutch_generic.c.

#include "hutch_unfolded.h"

#include "hutch/generic.h"
#include "hutch/ref.h"

// clang-format off
PUBLIC_LOOKUP(hutch_ref_t, ref, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC_LOOKUP(void *, deref, (const struct hutch_pool *pool, hutch_ref_t ref), (pool, ref))
PUBLIC_LOOKUP(void *, expect, (const struct hutch_pool *pool, hutch_ref_t ref), (pool, ref))
PUBLIC(bool, release_ref, (const struct hutch_pool *pool, hutch_ref_t ref), (pool, ref))
// clang-format on
