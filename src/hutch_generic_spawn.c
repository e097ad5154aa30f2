// SPDX-License-Identifier: MIT
// hutch_generic_spawn.c - spawn and despawn over a descriptor, see hutch_generic.c.

#define UNFOLDED_ONCE
#include "hutch_unfolded.h"

#include "hutch/generic.h"
#include "hutch/spawn.h"

// clang-format off
PUBLIC(void *, spawn, (const struct hutch_pool *pool, const void *args), (pool, args))
PUBLIC(void *, spawn_urgent, (const struct hutch_pool *pool, const void *args), (pool, args))
PUBLIC(bool, despawn, (const struct hutch_pool *pool, const void *object), (pool, object))
// clang-format on
