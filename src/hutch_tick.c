// SPDX-License-Identifier: MIT
// hutch_tick.c - the default clock, for programs that define none.

#include "hutch/core/counters.h"

HUTCH_WEAK unsigned long hutch_tick(void)
{
    return 0;
}
