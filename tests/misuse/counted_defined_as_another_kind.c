// SPDX-License-Identifier: MIT
// counted_defined_as_another_kind.c - without the counts of its holders a counted pool is not whole.
// says: things_needs_its_HUTCH_POOL_DECLARE_above_it_of_kind_plain_
#include "hutch/counted.h"
#include "hutch/hutch.h"
HUTCH_POOL_COUNTED_DECLARE(things, int, 8);
#ifdef WRONG
HUTCH_POOL_DEFINE(things);
#else
HUTCH_POOL_COUNTED_DEFINE(things);
#endif
