// SPDX-License-Identifier: MIT
// hutch_list_default.c - the empty list of a program that lists no pools, for compilers without weak
// references.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/report.h"

#if !HUTCH_GNU && !HUTCH_CFG_REGISTER

const struct hutch_pool *const *const hutch_pool_list = NULL;
const unsigned hutch_pool_list_length = 0;

#else

typedef int hutch_list_default_is_empty_in_this_build;

#endif
