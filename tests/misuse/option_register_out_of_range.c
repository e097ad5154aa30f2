// SPDX-License-Identifier: MIT
// option_register_out_of_range.c - an option out of its range is named, with the range.
// says: HUTCH_CFG_REGISTER must be 0 or 1
#ifdef WRONG
#    define HUTCH_CFG_REGISTER 5
#else
#    define HUTCH_CFG_REGISTER 1
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
