// SPDX-License-Identifier: MIT
// lock_free_switched_off.c - where there is no lock-free kind, its name says what to take instead.
// languages: c c++20
// says: HUTCH_LOCK_FREE_needs_atomic_instructions_use_HUTCH_LOCK_IRQ
#ifdef WRONG
#    define HUTCH_CFG_LOCK_FREE 0
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, .lock = HUTCH_LOCK_FREE);
