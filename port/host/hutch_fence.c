// SPDX-License-Identifier: MIT
// port/host/hutch_fence.c - fence mode: every acquire gets new pages, which trap for good after the release.
//
//   arena   ... [trap][  guard bytes  object][trap][  guard bytes  object][trap] ...   boxes: pages
//
// The object ends where the next page traps, so an overrun traps at the instruction; the pages of a released
// object trap too, and no address is used twice, so a use after release traps however late it is. The arena
// is address space only: a page takes memory while its object is live.
//
// The slots of a pool of runs must be adjacent, so they stay in its array.
#ifndef _GNU_SOURCE
#    define _GNU_SOURCE
#endif

#include "hutch/core/debug.h"
#include "hutch/core/pool.h"

#if HUTCH_CFG_FENCE

#    include <stdio.h>
#    include <stdlib.h>
#    include <sys/mman.h>
#    include <unistd.h>

#    ifndef HUTCH_FENCE_PAGES_LOG2 // a test defines fewer, to use them up
#        define HUTCH_FENCE_PAGES_LOG2 26
#    endif
enum { arena_pages_log2 = HUTCH_FENCE_PAGES_LOG2 }; // 64 Mi pages: 256 GiB, 32 million acquires

// One for each page of the arena: the slot that it was given to.
struct page {
    const struct hutch_pool *pool;
    uint16_t index;
};

static unsigned char *arena;
static struct page *pages;
static size_t page_bytes, pages_used;

static void die(const char *what)
{
    perror(what);
    abort();
}

static size_t pages_of(const struct hutch_pool *pool)
{
    return (pool->object_bytes + page_bytes - 1) / page_bytes;
}

static void *reserve(size_t bytes, int protection)
{
    void *const at = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
        die("hutch fence: mmap");
    }
    return at;
}

// Returns the offset of the object in its pages, so that it ends at a page's end. It is aligned: the sizes of
// object and page are multiples of the alignment.
static size_t offset_of(const struct hutch_pool *pool)
{
    return pages_of(pool) * page_bytes - pool->object_bytes;
}

size_t hutch_fence_bytes_before(const struct hutch_pool *pool)
{
    return offset_of(pool);
}

void *hutch_fence_address(const struct hutch_pool *pool, unsigned index)
{
    if (pool->edge_bytes != 0) {
        return pool->slots + (size_t)index * pool->stride_bytes;
    }
    return pool->debug->fence_objects != NULL ? pool->debug->fence_objects[index] : NULL;
}

void *hutch_fence_open(const struct hutch_pool *pool, unsigned index)
{
    if (arena == NULL) {
        page_bytes = (size_t)sysconf(_SC_PAGESIZE);
        arena = (unsigned char *)reserve(page_bytes << arena_pages_log2, PROT_NONE);
        pages = (struct page *)reserve(sizeof(struct page) << arena_pages_log2, PROT_READ | PROT_WRITE);
    }
    if (pool->debug->fence_objects == NULL) {
        pool->debug->fence_objects =
            (void **)reserve(pool->capacity * sizeof(void *), PROT_READ | PROT_WRITE);
    }
    const size_t first = pages_used, count = pages_of(pool);
    if (first + count + 1 > (size_t)1 << arena_pages_log2) {
        die("hutch fence: the address space for acquires is used up");
    }
    pages_used += count + 1;
    unsigned char *const at = arena + first * page_bytes;
    if (mprotect(at, count * page_bytes, PROT_READ | PROT_WRITE) != 0) {
        die("hutch fence: mprotect");
    }
    for (size_t i = 0; i < count; i++) {
        pages[first + i].pool = pool;
        pages[first + i].index = (uint16_t)index;
    }
    for (size_t i = 0; i < offset_of(pool); i++) {
        at[i] = HUTCH_GUARD;
    }
    pool->debug->fence_objects[index] = at + offset_of(pool);
    return pool->debug->fence_objects[index];
}

void hutch_fence_close(const struct hutch_pool *pool, unsigned index)
{
    unsigned char *const at = (unsigned char *)hutch_fence_address(pool, index) - offset_of(pool);
    const size_t bytes = pages_of(pool) * page_bytes;
    if (madvise(at, bytes, MADV_DONTNEED) != 0 || mprotect(at, bytes, PROT_NONE) != 0) {
        die("hutch fence: mprotect");
    }
}

enum hutch_fence_found hutch_fence_find(const struct hutch_pool *pool, const void *address, unsigned *index)
{
    const uintptr_t offset = (uintptr_t)address - (uintptr_t)arena;
    if (arena == NULL || offset >= pages_used * page_bytes || pages[offset / page_bytes].pool != pool) {
        return HUTCH_FENCE_FOREIGN;
    }
    *index = pages[offset / page_bytes].index;
    unsigned char *const object = (unsigned char *)pool->debug->fence_objects[*index];
    const bool is_present =
        (uintptr_t)address - (uintptr_t)(object - offset_of(pool)) < pages_of(pool) * page_bytes;
    if (is_present) {
        return address == (const void *)object ? HUTCH_FENCE_OBJECT : HUTCH_FENCE_INTERIOR;
    }
    return offset % page_bytes == offset_of(pool) % page_bytes ? HUTCH_FENCE_STALE : HUTCH_FENCE_INTERIOR;
}

unsigned hutch_fence_index(const struct hutch_pool *pool, const void *address)
{
    unsigned index;
    if (pool->edge_bytes != 0) {
        const uintptr_t offset = (uintptr_t)address - (uintptr_t)pool->slots;
        const uintptr_t quotient = offset / pool->stride_bytes;
        return quotient < pool->capacity && offset % pool->stride_bytes == 0 ? (unsigned)quotient
                                                                             : HUTCH_NONE;
    }
    return hutch_fence_find(pool, address, &index) == HUTCH_FENCE_OBJECT ? index : HUTCH_NONE;
}

#else
typedef int fence_is_empty_in_this_build;
#endif
