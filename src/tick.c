// SPDX-License-Identifier: MIT
// tick.c - the clock of a program that has none.

#include "hutch/tick.h"

HUTCH_WEAK unsigned long hutch_tick(void)
{
    return 0;
}
