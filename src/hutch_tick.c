// SPDX-License-Identifier: MIT
// hutch_tick.c - the clock of a program that has none.

#include "hutch/stats.h"

HUTCH_WEAK unsigned long hutch_tick(void)
{
    return 0;
}
