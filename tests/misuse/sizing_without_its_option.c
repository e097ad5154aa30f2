// SPDX-License-Identifier: MIT
// sizing_without_its_option.c - what is not watched cannot be asked for; the message names the option.
// says: hutch_needs_HUTCH_CFG_STATS_2_for_sizing
#ifdef WRONG
#    define HUTCH_CFG_STATS 1
#else
#    define HUTCH_CFG_STATS 2
#endif
#include "hutch/hutch.h"
#include "hutch/stats.h"
HUTCH_POOL(things, int, 8);
unsigned ask(void);
unsigned ask(void)
{
    struct hutch_advice advice;
    return hutch_sizing(&things_pool, &advice);
}
