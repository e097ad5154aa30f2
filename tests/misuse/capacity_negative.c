// SPDX-License-Identifier: MIT
// capacity_negative.c - a pool has at least one slot, and the message is about that and nothing else.
// languages: c c++ avr sdcc
// says: hutch_pool_things_needs_a_capacity_of_at_least_1
#include "hutch/hutch.h"
#ifdef WRONG
HUTCH_POOL(things, int, -3);
#else
HUTCH_POOL(things, int, 3);
#endif
