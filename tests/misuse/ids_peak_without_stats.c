// SPDX-License-Identifier: MIT
// ids_peak_without_stats.c - a build that does not count says which option counts, for pools of numbers too.
// says: peak needs HUTCH_CFG_STATS 1
#ifndef WRONG
#    define HUTCH_CFG_STATS 1
#endif
#include "hutch/hutch.h"
#include "hutch/stats.h"
HUTCH_POOL_IDS(voices, 8);
unsigned look(void);
unsigned look(void)
{
    return voices_peak();
}
