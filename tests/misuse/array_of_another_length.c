// SPDX-License-Identifier: MIT
// array_of_another_length.c - a pool over an array has as many slots as the array has objects.
// says: hutch_pool_things_and_its_array_have_another_number_of_objects
#include "hutch/hutch.h"
static int array[8];
#ifdef WRONG
HUTCH_POOL_OVER(things, int, array, 9);
#else
HUTCH_POOL_OVER(things, int, array, 8);
#endif
