// SPDX-License-Identifier: MIT
// hutch_ring.h - the configuration header of a program that records what happens in its pools.
//
//   -DHUTCH_CONFIG_HEADER='"hutch_ring.h"' -DHUTCH_CFG_STATS=2 -Isrc/tools     for all files
//
// Then compile hutch_ring.c, too.
// A program that has such a header already includes this one there.
#ifndef HUTCH_RING_H
#define HUTCH_RING_H

#ifdef __cplusplus
extern "C" {
#endif

struct hutch_pool;

/// Records an event of a listed pool, see HUTCH_TRACE in stats.h; of others nothing. Any context.
void hutch_ring_put(unsigned event, const struct hutch_pool *pool, unsigned index);

#ifdef __cplusplus
}
#endif

#define HUTCH_TRACE(event, pool, index) hutch_ring_put(event, pool, index)

#endif
