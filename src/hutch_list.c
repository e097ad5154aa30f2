// SPDX-License-Identifier: MIT
// hutch_list.c - the list of a program's pools: a table in the program, or a linker section.

#define UNFOLDED_INLINE
#include "hutch_unfolded.h"

#include "hutch/report.h"

#if HUTCH_CFG_REGISTER

// GNU ld and lld define these for every section with a C identifier as its name. Weak, because a program may
// have no pools.
extern const struct hutch_pool *const __start_hutch_pools[] HUTCH_WEAK;
extern const struct hutch_pool *const __stop_hutch_pools[] HUTCH_WEAK;

const struct hutch_pool *hutch_listed_pool(unsigned number)
{
    const uintptr_t bytes = (uintptr_t)__stop_hutch_pools - (uintptr_t)__start_hutch_pools;
    return number < bytes / sizeof(__start_hutch_pools[0]) ? __start_hutch_pools[number] : NULL;
}

#else

// Weak references, because a program that lists no pools defines neither. Where there are none (SDCC),
// hutch_list_default.c defines both.
#    if HUTCH_GNU
extern const struct hutch_pool *const *const hutch_pool_list HUTCH_WEAK;
extern const unsigned hutch_pool_list_length HUTCH_WEAK;
#        define HAS_LIST (&hutch_pool_list_length != NULL)
#    else
#        define HAS_LIST true
#    endif

const struct hutch_pool *hutch_listed_pool(unsigned number)
{
    return HAS_LIST && number < hutch_pool_list_length ? hutch_pool_list[number] : NULL;
}

#endif
