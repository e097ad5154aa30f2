// SPDX-License-Identifier: MIT
// capacity_above_the_maximum.c - three levels of words hold so many slots and no more.
// says: hutch_pool_things_has_a_capacity_above_HUTCH_CAPACITY_MAX
#include "hutch/hutch.h"
#ifdef WRONG
HUTCH_POOL(things, char, HUTCH_CAPACITY_MAX + 1);
#else
HUTCH_POOL(things, char, HUTCH_CAPACITY_MAX);
#endif
