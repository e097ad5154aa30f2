// SPDX-License-Identifier: MIT
// ids_capacity_zero.c - a pool of numbers has at least one number.
// says: hutch_pool_voices_needs_a_capacity_of_at_least_1
#include "hutch/hutch.h"
#ifdef WRONG
HUTCH_POOL_IDS(voices, 0);
#else
HUTCH_POOL_IDS(voices, 1);
#endif
