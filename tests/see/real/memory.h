// SPDX-License-Identifier: MIT
// memory.h - the memory of a library: recorded; with TABLE that which hutch-sizes asked for, and a report.
#ifndef MEMORY_H
#define MEMORY_H

#include <stdio.h>
#include <stdlib.h>

#ifdef TABLE
#    include "hutch/all.h"
#    include TABLE
HUTCH_SIZES_AS_MALLOC(mem);
HUTCH_POOL_LIST(TABLE_POOLS);
static inline void put(char c, void *context)
{
    (void)context;
    putchar(c);
}
#    define REPORT() hutch_report(put, NULL)
#else
#    include "hutch_record.h"
#    define mem_malloc hutch_record_malloc
#    define mem_free hutch_record_free
#    define mem_calloc hutch_record_calloc
#    define mem_realloc hutch_record_realloc
#    define mem_bytes hutch_record_bytes
#    define REPORT() (void)0
#endif

static unsigned seed = SEED;

/// A number of four digits.
static inline int value(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)(1000 + (seed >> 8) % 9000);
}

#endif
