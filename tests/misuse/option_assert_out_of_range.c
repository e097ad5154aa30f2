// SPDX-License-Identifier: MIT
// option_assert_out_of_range.c - an option is checked against its range.
// says: HUTCH_CFG_ASSERT must be 0 or 1
#ifdef WRONG
#    define HUTCH_CFG_ASSERT 2
#else
#    define HUTCH_CFG_ASSERT 0
#endif
#include "hutch/hutch.h"
