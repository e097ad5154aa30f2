// SPDX-License-Identifier: MIT
// lock_cores_without_its_option.c - a lock that keeps other cores out needs an option, and says which.
// says: HUTCH_LOCK_CORES_needs_HUTCH_CFG_CORES_1
#ifdef WRONG
#    define HUTCH_CFG_CORES 0
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, HUTCH_OPTIONS(HUTCH_LOCK_CORES, NULL, NULL));
