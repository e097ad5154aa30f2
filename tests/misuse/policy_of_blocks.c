// SPDX-License-Identifier: MIT
// policy_of_blocks.c - a policy that evicts would take a block that a library uses.
// languages: c c++ avr sdcc
// says: blocks_take_no_policy
#include "hutch/policy.h"
#include "hutch/sizes.h"
HUTCH_POLICY_OLDEST(oldest, 4);
#ifdef WRONG
#    define POLICY &oldest
#else
#    define POLICY NULL
#endif
HUTCH_POOL_BLOCKS(small, 16, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, POLICY, NULL));
HUTCH_SIZES(json, small);
