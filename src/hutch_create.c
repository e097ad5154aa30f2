// SPDX-License-Identifier: MIT
// hutch_create.c - the steps of hutch::pool::create, for C++ files in which typed functions do not fold.

#include "hutch_unfolded.h"

#include "hutch/core/generic.h"
#include "hutch/spawn.h"

// clang-format off
PUBLIC(unsigned, hutch_create_begin, create_begin, (const struct hutch_pool *pool), (pool))
// clang-format on

void hutch_create_end(const struct hutch_pool *pool, unsigned index)
{
    hutch_core_create_end(pool, index);
}

void hutch_create_undo(const struct hutch_pool *pool, unsigned index)
{
    PUBLIC_BEGIN
    hutch_core_create_undo(pool, index);
    PUBLIC_END
}
