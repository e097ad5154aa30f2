// SPDX-License-Identifier: MIT
// ids_capacity_above_the_maximum.c - a pool of numbers has the same maximum.
// says: hutch_pool_voices_has_a_capacity_above_HUTCH_CAPACITY_MAX
#include "hutch/hutch.h"
#ifdef WRONG
HUTCH_POOL_IDS(voices, 40000);
#else
HUTCH_POOL_IDS(voices, 30000);
#endif
