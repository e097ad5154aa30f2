// SPDX-License-Identifier: MIT
// defined_as_another_kind.c - header and source file agree on the kind of pool.
// says: things_needs_its_HUTCH_POOL_DECLARE_above_it_of_kind_tracked_
#include "hutch/hutch.h"
HUTCH_POOL_DECLARE(things, int, 8);
#ifdef WRONG
HUTCH_POOL_TRACKED_DEFINE(things);
#else
HUTCH_POOL_DEFINE(things);
#endif
