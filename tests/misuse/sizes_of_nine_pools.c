// SPDX-License-Identifier: MIT
// sizes_of_nine_pools.c - more sizes than the macros expand.
// languages: c c++ avr sdcc
// says: hutch_sizes_json_has_more_than_8_pools
#include "hutch/sizes.h"
HUTCH_POOL_BLOCKS(a, 16, 4);
HUTCH_POOL_BLOCKS(b, 32, 4);
HUTCH_POOL_BLOCKS(c, 48, 4);
HUTCH_POOL_BLOCKS(d, 64, 4);
HUTCH_POOL_BLOCKS(e, 80, 4);
HUTCH_POOL_BLOCKS(f, 96, 4);
HUTCH_POOL_BLOCKS(g, 112, 4);
HUTCH_POOL_BLOCKS(h, 128, 4);
HUTCH_POOL_BLOCKS(i, 144, 4);
#ifdef WRONG
HUTCH_SIZES(json, a, b, c, d, e, f, g, h, i);
#else
HUTCH_SIZES(json, a, b, c, d, e, f, g, h);
#endif
