// SPDX-License-Identifier: MIT
// hutch_generic_walk.c - the steps of HUTCH_FOREACH over a descriptor, see hutch_generic.c.

#include "hutch_unfolded.h"

#include "hutch/generic.h"
#include "hutch/walk.h"

#ifndef HUTCH_PORT_BY_HAND // else the port has them
struct hutch_walk *hutch_walk_start(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    return hutch_core_walk_start(pool, walk);
}

bool hutch_walk_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    return hutch_core_walk_to(pool, walk);
}

void hutch_walk_on(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_core_walk_on(pool, walk);
}
#endif
