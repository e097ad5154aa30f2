// SPDX-License-Identifier: MIT
// generic_peak_without_stats.c - a build that does not count says which option counts.
// says: hutch_needs_HUTCH_CFG_STATS_1_for_peak
#ifndef WRONG
#    define HUTCH_CFG_STATS 1
#endif
#include "hutch/hutch.h"
#include "hutch/stats.h"
HUTCH_POOL(things, int, 8);
unsigned look(void);
unsigned look(void)
{
    return hutch_peak(&things_pool);
}
