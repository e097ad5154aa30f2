// SPDX-License-Identifier: MIT
// option_small_out_of_range.c - HUTCH_CFG_SMALL is 0 or 1.
// says: HUTCH_CFG_SMALL must be 0 or 1
#ifdef WRONG
#    define HUTCH_CFG_SMALL 2
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
