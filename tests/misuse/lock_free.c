// SPDX-License-Identifier: MIT
// lock_free.c - the lock-free kind needs its option, and a CPU with atomic instructions.
// languages: c c++20
// each: | -DHUTCH_CFG_LOCK_FREE=1 | HUTCH_LOCK_FREE_needs_HUTCH_CFG_LOCK_FREE_1
// each: -DHUTCH_CFG_LOCK_FREE=1 -U__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 | -DHUTCH_CFG_LOCK_FREE=1 |
//     HUTCH_LOCK_FREE_needs_atomic_instructions_use_HUTCH_LOCK_IRQ
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, .lock = HUTCH_LOCK_FREE);
