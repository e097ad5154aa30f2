// SPDX-License-Identifier: MIT
// lock_free_without_atomics.c - where the CPU has no atomic instructions, the kind says what to take instead.
// languages: c c++20
// says: HUTCH_LOCK_FREE_needs_atomic_instructions_use_HUTCH_LOCK_IRQ
#define HUTCH_CFG_LOCK_FREE 1
#ifdef WRONG
#    undef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_4
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, .lock = HUTCH_LOCK_FREE);
