// SPDX-License-Identifier: MIT
// list.c - the list of a program's pools: the user's table (or list_default.c's), or the linker's section.

#include "hutch/report.h"

#if HUTCH_CFG_REGISTER

// GNU ld and lld define these two for every section whose name is a C identifier. Weak: a program may have no
// pool.
extern const struct hutch_pool *const __start_hutch_pools[] HUTCH_WEAK;
extern const struct hutch_pool *const __stop_hutch_pools[] HUTCH_WEAK;

const struct hutch_pool *hutch_listed_pool(unsigned number)
{
    const uintptr_t bytes = (uintptr_t)__stop_hutch_pools - (uintptr_t)__start_hutch_pools;
    return number < bytes / sizeof(__start_hutch_pools[0]) ? __start_hutch_pools[number] : NULL;
}

#else

const struct hutch_pool *hutch_listed_pool(unsigned number)
{
    return number < hutch_pool_list_length ? hutch_pool_list[number] : NULL;
}

#endif
