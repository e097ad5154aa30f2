// SPDX-License-Identifier: MIT
// options.c - an option is checked against its range, and against others.
// each: -DHUTCH_CFG_ASSERT=2 | -DHUTCH_CFG_ASSERT=0 | HUTCH_CFG_ASSERT must be 0 or 1
// each: -DHUTCH_CFG_CHECK=7 | -DHUTCH_CFG_CHECK=0 | HUTCH_CFG_CHECK must be
// each: -DHUTCH_CFG_CHECK=-1 | -DHUTCH_CFG_CHECK=1 | HUTCH_CFG_CHECK must be
// each: -DHUTCH_CFG_FOLD=2 | -DHUTCH_CFG_FOLD=0 | HUTCH_CFG_FOLD must be 0, or 1 with HUTCH_CFG_CHECK below 2
// each: -DHUTCH_CFG_GUARD_BYTES=65 -DHUTCH_CFG_CHECK=2 | -DHUTCH_CFG_GUARD_BYTES=0 -DHUTCH_CFG_CHECK=2 |
//     HUTCH_CFG_GUARD_BYTES must be 0 to 64
// each: -DHUTCH_CFG_LATE_REUSE=1 -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_NOTES=0 |
//     -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_NOTES=0 |
//     HUTCH_CFG_LATE_REUSE must be 0, or 1 with HUTCH_CFG_NOTES 1
// each: -DHUTCH_CFG_LOCK_FREE=2 | | HUTCH_CFG_LOCK_FREE must be 0 or 1
// each: -DHUTCH_CFG_NAMES=2 | | HUTCH_CFG_NAMES must be 1, or 0 with HUTCH_CFG_CHECK below 2
// each: -DHUTCH_CFG_NOTES=0 | -DHUTCH_CFG_NOTES=0 -DHUTCH_CFG_CHECK=2 |
//     HUTCH_CFG_NOTES must be 1, or 0 with HUTCH_CFG_CHECK 2
// each: -DHUTCH_CFG_POISON=2 | | HUTCH_CFG_POISON must be 0 or 1
// each: -DHUTCH_CFG_REGISTER=5 | -DHUTCH_CFG_REGISTER=1 | HUTCH_CFG_REGISTER must be 0 or 1
// each: -DHUTCH_CFG_SMALL=2 | | HUTCH_CFG_SMALL must be 0 or 1
// each: -DHUTCH_CFG_STATS=3 | -DHUTCH_CFG_STATS=2 | HUTCH_CFG_STATS must be 0, 1 or 2
// each: -DHUTCH_CFG_WORD_BITS=12 | -DHUTCH_CFG_WORD_BITS=16 | HUTCH_CFG_WORD_BITS must be 8, 16, 32 or 64
// each: -DHUTCH_CFG_WORD_BITS=128 | -DHUTCH_CFG_WORD_BITS=64 | HUTCH_CFG_WORD_BITS must be 8, 16, 32 or 64
// each: -DHUTCH_CFG_ARM7_LOCK=1 | | options of ports begin with HUTCH_PORT_
#include "hutch/hutch.h"
#include "hutch/runs.h"
HUTCH_POOL(things, int, 8);
HUTCH_POOL_RUNS(tiles, int, 8);
