// SPDX-License-Identifier: MIT
// capacity_zero.c - a pool has at least one slot.
// languages: c c++ avr sdcc
// says: hutch_pool_things_needs_a_capacity_of_at_least_1
#include "hutch/hutch.h"
#ifdef WRONG
HUTCH_POOL(things, int, 0);
#else
HUTCH_POOL(things, int, 1);
#endif
