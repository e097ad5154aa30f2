// SPDX-License-Identifier: MIT
// option_fold_out_of_range.c - an option is checked against its range.
// says: HUTCH_CFG_FOLD must be 0, or 1 with HUTCH_CFG_CHECK below 2
#ifdef WRONG
#    define HUTCH_CFG_FOLD 2
#else
#    define HUTCH_CFG_FOLD 0
#endif
#include "hutch/hutch.h"
