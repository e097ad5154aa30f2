// SPDX-License-Identifier: MIT
// sizes_that_do_not_ascend.c - the first pool with blocks large enough would not be the smallest.
// languages: c c++ avr sdcc
// says: hutch_sizes_json_must_ascend_but_large_has_no_larger_blocks_than_medium
#include "hutch/sizes.h"
#ifdef WRONG
HUTCH_POOL_BLOCKS(medium, 128, 4);
#else
HUTCH_POOL_BLOCKS(medium, 96, 4);
#endif
HUTCH_POOL_BLOCKS(small, 16, 4);
HUTCH_POOL_BLOCKS(large, 128, 4);
HUTCH_SIZES(json, small, medium, large);
