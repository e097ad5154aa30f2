// SPDX-License-Identifier: MIT
// hutch_lockfree.c - the count of releases that lock-free pools of several words share. Linked only with such
// a pool.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/core/lockfree.h"

#if HUTCH_HAS_LOCK_FREE
unsigned hutch_lockfree_releases;
#else
typedef int hutch_lockfree_is_empty_in_this_build;
#endif
