// SPDX-License-Identifier: MIT
// hutch_generic_claim.c - claim over a descriptor, see hutch_generic.c.

#include "hutch_unfolded.h"

#include "hutch/core.h"
#include "hutch/generic.h"

// clang-format off
PUBLIC(void *, claim, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC(bool, claim_index, (const struct hutch_pool *pool, unsigned index), (pool, index))
// clang-format on
