// SPDX-License-Identifier: MIT
// ids_defined_with_another_capacity.c - header and source file agree on how many numbers there are.
// says: hutch_pool_voices_is_declared_with_another_capacity
#include "hutch/hutch.h"
HUTCH_POOL_IDS_DECLARE(voices, 8);
#ifdef WRONG
HUTCH_POOL_IDS_DEFINE(voices, 9);
#else
HUTCH_POOL_IDS_DEFINE(voices, 8);
#endif
