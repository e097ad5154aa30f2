// SPDX-License-Identifier: MIT
// option_spurious_full_out_of_range.c - HUTCH_CFG_SPURIOUS_FULL is 0 or 1.
// says: HUTCH_CFG_SPURIOUS_FULL must be 0 or 1
#ifdef WRONG
#    define HUTCH_CFG_SPURIOUS_FULL 2
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
