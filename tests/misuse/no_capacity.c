// SPDX-License-Identifier: MIT
// no_capacity.c - a pool has a capacity.
// says: hutch_pool_things_needs_a_capacity_of_at_least_1
// languages: c c++ avr sdcc
#include "hutch/hutch.h"
#ifdef WRONG
HUTCH_POOL(things, int, );
#else
HUTCH_POOL(things, int, 8);
#endif
