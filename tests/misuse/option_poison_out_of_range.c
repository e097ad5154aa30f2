// SPDX-License-Identifier: MIT
// option_poison_out_of_range.c - HUTCH_CFG_POISON is 0 or 1.
// says: HUTCH_CFG_POISON must be 0 or 1
#ifdef WRONG
#    define HUTCH_CFG_POISON 2
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
