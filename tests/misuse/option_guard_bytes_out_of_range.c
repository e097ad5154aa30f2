// SPDX-License-Identifier: MIT
// option_guard_bytes_out_of_range.c - HUTCH_CFG_GUARD_BYTES is 0 to 64.
// says: HUTCH_CFG_GUARD_BYTES must be 0 to 64
#define HUTCH_CFG_CHECK 2
#ifdef WRONG
#    define HUTCH_CFG_GUARD_BYTES 65
#else
#    define HUTCH_CFG_GUARD_BYTES 0
#endif
#include "hutch/hutch.h"
#include "hutch/runs.h"
HUTCH_POOL(things, int, 8);
HUTCH_POOL_RUNS(tiles, int, 8);
