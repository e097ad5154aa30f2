// SPDX-License-Identifier: MIT
// option_stats_out_of_range.c - an option out of its range is named, with the range.
// says: HUTCH_CFG_STATS must be 0, 1 or 2
#ifdef WRONG
#    define HUTCH_CFG_STATS 3
#else
#    define HUTCH_CFG_STATS 2
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
