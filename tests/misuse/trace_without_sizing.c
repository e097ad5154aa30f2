// SPDX-License-Identifier: MIT
// trace_without_sizing.c - a recorder is told nothing where nothing counts.
// says: HUTCH_TRACE needs HUTCH_CFG_STATS 2
#define HUTCH_TRACE(event, pool, index) ((void)(event))
#ifndef WRONG
#    define HUTCH_CFG_STATS 2
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
