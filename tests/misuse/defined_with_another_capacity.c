// SPDX-License-Identifier: MIT
// defined_with_another_capacity.c - header and source file agree on the capacity.
// says: hutch_pool_things_is_declared_with_another_capacity
#include "hutch/hutch.h"
HUTCH_POOL_DECLARE(things, int, 8);
#ifdef WRONG
HUTCH_POOL_DEFINE(things, int, 9);
#else
HUTCH_POOL_DEFINE(things, int, 8);
#endif
