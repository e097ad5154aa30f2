// SPDX-License-Identifier: MIT
// without_stats.c - a build that does not count says which option counts.
// each: "-DCALL=hutch_peak(&things_pool)" | "-DCALL=hutch_peak(&things_pool)" -DHUTCH_CFG_STATS=1 |
//     hutch_needs_HUTCH_CFG_STATS_1_for_peak
// each: "-DCALL=hutch_refused(&things_pool)" | "-DCALL=hutch_refused(&things_pool)" -DHUTCH_CFG_STATS=1 |
//     hutch_needs_HUTCH_CFG_STATS_1_for_refused
// each: "-DCALL=things_peak()" | "-DCALL=things_peak()" -DHUTCH_CFG_STATS=1 | peak needs HUTCH_CFG_STATS 1
// each: "-DCALL=things_refused()" | "-DCALL=things_refused()" -DHUTCH_CFG_STATS=1 |
//     refused needs HUTCH_CFG_STATS 1
// each: "-DCALL=voices_peak()" | "-DCALL=voices_peak()" -DHUTCH_CFG_STATS=1 | peak needs HUTCH_CFG_STATS 1
#include "hutch/hutch.h"
#include "hutch/stats.h"
HUTCH_POOL(things, int, 8);
HUTCH_POOL_IDS(voices, 8);
unsigned look(void);
unsigned look(void)
{
    return CALL;
}
