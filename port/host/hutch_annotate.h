// SPDX-License-Identifier: MIT
// port/host/hutch_annotate.h - marks free slots for AddressSanitizer and Valgrind, if the program runs under
// one of them.
//
// Both report an access to a released object, or to the guard between two, at the instruction; Valgrind also
// names the acquire and the release. Nothing need be switched on: ASan is detected at compile time, Valgrind
// at run time if its header was found at compile time. Only src/hutch_debug_bytes.c includes this.
#ifndef HUTCH_ANNOTATE_H
#define HUTCH_ANNOTATE_H

#include "hutch/core/pool.h"

#if defined(__SANITIZE_ADDRESS__)
#    define HUTCH_HAS_ASAN 1
#elif defined(__has_feature)
#    if __has_feature(address_sanitizer)
#        define HUTCH_HAS_ASAN 1
#    endif
#endif
#ifndef HUTCH_HAS_ASAN
#    define HUTCH_HAS_ASAN 0
#endif

#if HUTCH_HAS_ASAN
#    include <sanitizer/asan_interface.h>
#endif

#if defined(__has_include)
#    if __has_include(<valgrind/memcheck.h>)
#        include <valgrind/memcheck.h>
#        define HUTCH_HAS_VALGRIND 1
#    endif
#endif
#ifndef HUTCH_HAS_VALGRIND
#    define HUTCH_HAS_VALGRIND 0
#endif

static inline bool hutch_annotate_is_active(void)
{
#if HUTCH_HAS_ASAN
    return true;
#elif HUTCH_HAS_VALGRIND
    return RUNNING_ON_VALGRIND != 0;
#else
    return false;
#endif
}

// Marks the whole storage: guards for good, slots until they are acquired. AddressSanitizer has a granularity
// of 8 bytes: if a slot of an array ends inside one, its last bytes keep the state of their neighbour.
static inline void hutch_annotate_prepare(const struct hutch_pool *pool)
{
    const size_t guard_bytes = pool->stride_bytes - pool->object_bytes;
    const size_t all_bytes = pool->capacity * pool->stride_bytes + guard_bytes + 2 * pool->edge_bytes;
    unsigned char *const begin = pool->slots - guard_bytes - pool->edge_bytes;
#if HUTCH_HAS_ASAN
    ASAN_POISON_MEMORY_REGION(begin, all_bytes);
#endif
#if HUTCH_HAS_VALGRIND
    VALGRIND_MAKE_MEM_NOACCESS(begin, all_bytes);
    VALGRIND_CREATE_MEMPOOL(pool, 0, 0);
#endif
    (void)begin;
    (void)all_bytes;
}

static inline void hutch_annotate_open(const struct hutch_pool *pool, unsigned char *object)
{
#if HUTCH_HAS_ASAN
    ASAN_UNPOISON_MEMORY_REGION(object, pool->object_bytes);
#endif
#if HUTCH_HAS_VALGRIND
    VALGRIND_MEMPOOL_ALLOC(pool, object, pool->object_bytes);
#endif
    (void)pool, (void)object;
}

static inline void hutch_annotate_close(const struct hutch_pool *pool, unsigned char *object)
{
#if HUTCH_HAS_ASAN
    ASAN_POISON_MEMORY_REGION(object, pool->object_bytes);
#endif
#if HUTCH_HAS_VALGRIND
    VALGRIND_MEMPOOL_FREE(pool, object);
#endif
    (void)pool, (void)object;
}

#endif
