// SPDX-License-Identifier: MIT
// option_lock_free_out_of_range.c - HUTCH_CFG_LOCK_FREE is 0 or 1.
// says: HUTCH_CFG_LOCK_FREE must be 0 or 1
#ifdef WRONG
#    define HUTCH_CFG_LOCK_FREE 2
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
