// SPDX-License-Identifier: MIT
// two_pools_of_one_name.c - a file has one pool of a name.
// says: there_are_two_pools_of_the_name_things
// languages: c c++ avr sdcc
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
#ifdef WRONG
HUTCH_POOL_IDS(things, 8);
#endif
