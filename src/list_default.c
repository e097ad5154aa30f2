// SPDX-License-Identifier: MIT
// list_default.c - the empty list of a program that names no pools.
//
// Apart from list.c, where the compiler would take these constants for the final ones and read no others.

#include "hutch/report.h"

#if !HUTCH_CFG_REGISTER

HUTCH_WEAK const struct hutch_pool *const *const hutch_pool_list = NULL;
HUTCH_WEAK const unsigned hutch_pool_list_length = 0;

#else

typedef int hutch_nothing_here; // C99 wants a declaration in every file

#endif
