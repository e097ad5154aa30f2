// SPDX-License-Identifier: MIT
// option_names_out_of_range.c - HUTCH_CFG_NAMES is 0 or 1.
// says: HUTCH_CFG_NAMES must be 1, or 0 with HUTCH_CFG_CHECK below 2
#ifdef WRONG
#    define HUTCH_CFG_NAMES 2
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
