// SPDX-License-Identifier: MIT
// defined_as_before_0_2.c - type, capacity and options stand in the header, and nowhere else.
// says: write_HUTCH_POOL_DEFINE_of_things_with_the_name_only_and_the_rest_in_HUTCH_POOL_DECLARE
#include "hutch/hutch.h"
HUTCH_POOL_DECLARE(things, int, 8);
#ifdef WRONG
HUTCH_POOL_DEFINE(things, int, 8);
#else
HUTCH_POOL_DEFINE(things);
#endif
