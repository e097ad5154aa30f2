// SPDX-License-Identifier: MIT
// option_walk_asm_out_of_range.c - HUTCH_CFG_WALK_ASM is 0 or 1.
// says: HUTCH_CFG_WALK_ASM must be 0 or 1
#ifdef WRONG
#    define HUTCH_CFG_WALK_ASM 2
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
