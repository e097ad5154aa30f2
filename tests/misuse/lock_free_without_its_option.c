// SPDX-License-Identifier: MIT
// lock_free_without_its_option.c - the lock-free kind needs its option, as its name says then.
// languages: c c++20
// says: HUTCH_LOCK_FREE_needs_HUTCH_CFG_LOCK_FREE_1
#ifndef WRONG
#    define HUTCH_CFG_LOCK_FREE 1
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, .lock = HUTCH_LOCK_FREE);
