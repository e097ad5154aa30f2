// SPDX-License-Identifier: MIT
// hutch_debug_bytes.c - poison and guards: the bytes of slots that nobody owns. Empty in other builds.
//
// On a host, sanitizers are told as well (see port/host/hutch_annotate.h); where one is at work it traps at
// the very instruction, and the checks here stand back. In fence mode (port/host/hutch_fence.c) the page
// tables do that.

#include "hutch_unfolded.h"

#include "hutch/core.h"

#if HUTCH_CFG_CHECK >= 2

#    include "hutch_debug_bytes.h"

#    ifdef HUTCH_PORT_ANNOTATE
#        include HUTCH_PORT_ANNOTATE
#    else
#        define hutch_annotate_is_active() false
#        define hutch_annotate_prepare(pool) ((void)(pool))
#        define hutch_annotate_open(pool, object) ((void)(object))
#        define hutch_annotate_close(pool, object) ((void)(object))
#    endif

static unsigned char *object_at(const struct hutch_pool *pool, unsigned index)
{
    return (unsigned char *)hutch_slot_address(pool, index);
}

static void fill(unsigned char *bytes, size_t count, unsigned char value)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = value;
    }
}

// Of the bytes of objects, whose type is their own: with link-time optimisation the compiler sees both.
#    if HUTCH_GNU
typedef uintptr_t __attribute__((may_alias)) bytes_word;
#    else
typedef uintptr_t bytes_word;
#    endif

// The first byte that differs, or count.
static size_t first_different(const unsigned char *bytes, size_t count, unsigned char value)
{
    const uintptr_t pattern = (uintptr_t)-1 / 255u * value;
    size_t i = 0;
    if ((uintptr_t)bytes % sizeof(uintptr_t) == 0) {
        const bytes_word *words = (const bytes_word *)(const void *)bytes;
        while (i + sizeof(uintptr_t) <= count && *words == pattern) {
            words++;
            i += sizeof(uintptr_t);
        }
    }
    while (i < count && bytes[i] == value) {
        i++;
    }
    return i;
}

// Fence mode: has each object pages of its own? A pool of runs keeps its slots together.
#    if HUTCH_CFG_FENCE

static bool is_fenced(const struct hutch_pool *pool)
{
    return pool->edge_bytes == 0;
}

static unsigned check_fence(const struct hutch_pool *pool, unsigned index, const void **where)
{
    if (index >= pool->capacity || !hutch_bitmap_is_live(pool->live, index)) {
        return HUTCH_FAULT_NONE;
    }
    unsigned char *const object = object_at(pool, index);
    const size_t before = hutch_fence_bytes_before(pool);
    const size_t good = first_different(object - before, before, HUTCH_GUARD);
    *where = object - before + good;
    fill(object - before, before, HUTCH_GUARD);
    return good == before ? HUTCH_FAULT_NONE : HUTCH_FAULT_UNDERRUN;
}

#    else // none of these is reached

enum { HUTCH_FENCE_FOREIGN, HUTCH_FENCE_STALE };

static bool is_fenced(const struct hutch_pool *pool)
{
    (void)pool;
    return false;
}

static unsigned check_fence(const struct hutch_pool *pool, unsigned index, const void **where)
{
    (void)pool, (void)index, (void)where;
    return HUTCH_FAULT_NONE;
}

static int hutch_fence_find(const struct hutch_pool *pool, const void *address, unsigned *index)
{
    (void)pool, (void)address, (void)index;
    return HUTCH_FENCE_FOREIGN;
}

static void *hutch_fence_open(const struct hutch_pool *pool, unsigned index)
{
    return object_at(pool, index);
}

static void hutch_fence_close(const struct hutch_pool *pool, unsigned index)
{
    (void)pool, (void)index;
}

#    endif

// A slot that was constructed keeps its bytes for its next object: there is no poison in such a pool.
static bool keeps_bytes(const struct hutch_pool *pool)
{
    return pool->options->hooks != NULL && pool->options->hooks->construct != NULL;
}

// The guard after a slot, padding included. Edge 0 is before the first slot: after the slot that is not one.
// The slots of a pool of runs have guards at the two ends only.
static unsigned char *guard_at(const struct hutch_pool *pool, unsigned edge, size_t *bytes)
{
    const size_t between = pool->stride_bytes - pool->object_bytes;
    const bool is_end = edge == 0 || edge == pool->capacity;
    *bytes = is_end && pool->edge_bytes != 0 ? pool->edge_bytes : between;
    return pool->slots + (size_t)edge * pool->stride_bytes - (edge == 0 ? *bytes : between);
}

void hutch_bytes_prepare(const struct hutch_pool *pool)
{
    if (is_fenced(pool)) {
        return;
    }
    if (pool->slots == NULL) {
        return;
    }
    for (unsigned edge = 0; edge <= pool->capacity; edge++) {
        size_t bytes;
        unsigned char *const guard = guard_at(pool, edge, &bytes);
        fill(guard, bytes, HUTCH_GUARD);
    }
    if (keeps_bytes(pool)) {
        return;
    }
    for (unsigned index = 0; index < pool->capacity; index++) {
        if (!hutch_bitmap_is_live(pool->live, index)) {
            fill(object_at(pool, index), pool->object_bytes, HUTCH_POISON);
        }
    }
    hutch_annotate_prepare(pool);
}

void hutch_bytes_open(const struct hutch_pool *pool, unsigned index)
{
    if (is_fenced(pool)) {
        fill((unsigned char *)hutch_fence_open(pool, index), pool->object_bytes, HUTCH_POISON);
    } else if (!keeps_bytes(pool)) {
        hutch_annotate_open(pool, object_at(pool, index));
    }
}

void hutch_bytes_close(const struct hutch_pool *pool, unsigned index)
{
    if (is_fenced(pool)) {
        hutch_fence_close(pool, index);
    } else if (!keeps_bytes(pool)) {
        fill(object_at(pool, index), pool->object_bytes, HUTCH_POISON);
        hutch_annotate_close(pool, object_at(pool, index));
    }
}

unsigned hutch_bytes_check_poison(const struct hutch_pool *pool, unsigned index, const void **where)
{
    if (is_fenced(pool)) {
        return HUTCH_FAULT_NONE; // nobody can write there
    }
    if (hutch_annotate_is_active() || keeps_bytes(pool)) {
        return HUTCH_FAULT_NONE;
    }
    unsigned char *const object = object_at(pool, index);
    const size_t good = first_different(object, pool->object_bytes, HUTCH_POISON);
    if (good == pool->object_bytes) {
        return HUTCH_FAULT_NONE;
    }
    *where = object + good;
    fill(object, pool->object_bytes, HUTCH_POISON);
    return HUTCH_FAULT_WRITE_AFTER_RELEASE;
}

unsigned hutch_bytes_check_guard(const struct hutch_pool *pool, unsigned edge, unsigned *victim,
                                 const void **where)
{
    if (is_fenced(pool)) {
        *victim = edge;
        return check_fence(pool, edge, where);
    }
    if (hutch_annotate_is_active()) {
        return HUTCH_FAULT_NONE;
    }
    size_t size;
    unsigned char *const guard = guard_at(pool, edge, &size);
    const size_t good = first_different(guard, size, HUTCH_GUARD);
    if (good == size) {
        return HUTCH_FAULT_NONE;
    }
    // Damage in the nearer half is the nearer object's: an overrun begins at the guard's start, an underrun
    // at its end.
    const bool is_overrun = edge > 0 && (edge == pool->capacity || good < (size + 1) / 2);
    *victim = is_overrun ? edge - 1 : edge;
    *where = guard + good;
    fill(guard, size, HUTCH_GUARD);
    return is_overrun ? HUTCH_FAULT_OVERRUN : HUTCH_FAULT_UNDERRUN;
}

bool hutch_bytes_is_ours(const struct hutch_pool *pool, const void *address)
{
    if (is_fenced(pool)) {
        unsigned index;
        return hutch_fence_find(pool, address, &index) != HUTCH_FENCE_FOREIGN;
    }
    return pool->slots != NULL &&
           (uintptr_t)address - (uintptr_t)pool->slots < (uintptr_t)pool->capacity * pool->stride_bytes;
}

bool hutch_bytes_stale(const struct hutch_pool *pool, const void *address, unsigned *index)
{
    (void)pool, (void)address, (void)index;
    if (!is_fenced(pool)) {
        return false;
    }
    return hutch_fence_find(pool, address, index) == HUTCH_FENCE_STALE;
}

#else
typedef int hutch_debug_bytes_is_empty_in_this_build;
#endif
