// SPDX-License-Identifier: MIT
// option_check_above_its_range.c - an option out of its range is named, with the range.
// says: HUTCH_CFG_CHECK must be
#ifdef WRONG
#    define HUTCH_CFG_CHECK 7
#else
#    define HUTCH_CFG_CHECK 0
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
