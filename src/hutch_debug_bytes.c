// SPDX-License-Identifier: MIT
// hutch_debug_bytes.c - poison and guards: the bytes that belong to no live object. Empty unless
// HUTCH_CFG_CHECK is 2.
//
// On a host, free slots are also annotated for sanitizers (port/host/hutch_annotate.h). If a sanitizer runs,
// it traps at the faulty instruction, and the checks here are skipped. In fence mode
// (port/host/hutch_fence.c) page protection traps instead.

#include "hutch_unfolded.h"

#include "hutch/core/core.h"

#if HUTCH_CFG_CHECK >= 2

#    include "hutch_debug_bytes.h"

#    ifdef HUTCH_PORT_ANNOTATE
#        include HUTCH_PORT_ANNOTATE
#    else
static inline bool hutch_annotate_is_active(void)
{
    return false;
}
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

// May alias objects of any type: link-time optimisation shows the compiler both accesses.
#    if HUTCH_GNU
typedef uintptr_t __attribute__((may_alias)) bytes_word;
#    else
typedef uintptr_t bytes_word;
#    endif

// Returns the offset of the first byte that is not `value`; `count` if there is none.
static size_t first_different(const unsigned char *bytes, size_t count, unsigned char value)
{
    size_t i = 0;
#    if UINTPTR_MAX > 0xFFFFu // elsewhere word by word is hardly faster
    const uintptr_t pattern = (uintptr_t)-1 / 255u * value;
    if ((uintptr_t)bytes % sizeof(uintptr_t) == 0) {
        const bytes_word *words = (const bytes_word *)(const void *)bytes;
        while (i + sizeof(uintptr_t) <= count && *words == pattern) {
            words++;
            i += sizeof(uintptr_t);
        }
    }
#    endif
    while (i < count && bytes[i] == value) {
        i++;
    }
    return i;
}

// Fence mode: true if each object has pages of its own. The slots of a pool of runs must stay adjacent.
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

#    else // constants, for compilers that inline nothing: what follows each is_fenced is dropped

enum { HUTCH_FENCE_FOREIGN, HUTCH_FENCE_STALE };

static inline bool is_fenced(const struct hutch_pool *pool)
{
    (void)pool;
    return false;
}
#        define check_fence(pool, index, where) HUTCH_FAULT_NONE
#        define hutch_fence_find(pool, address, index) ((void)(index), HUTCH_FENCE_FOREIGN)
#        define hutch_fence_open(pool, index) NULL
#        define hutch_fence_close(pool, index) ((void)0)

#    endif

// Returns true if slots keep their bytes from one object to the next, so they are not poisoned: as an option
// asks, or for a construct hook.
static bool keeps_bytes(const struct hutch_pool *pool)
{
    return !HUTCH_CFG_POISON || (pool->options->hooks != NULL && pool->options->hooks->construct != NULL);
}

// Returns the guard at an edge: edge 0 is before slot 0, edge i after slot i - 1, with its padding. A pool of
// runs has guards at its two ends only.
static unsigned char *guard_at(const struct hutch_pool *pool, unsigned edge, size_t *bytes)
{
    const size_t between = pool->stride_bytes - pool->object_bytes;
    const bool is_end = edge == 0 || edge == pool->capacity;
    *bytes = is_end && pool->edge_bytes != 0 ? pool->edge_bytes : between;
    return pool->slots + (size_t)edge * pool->stride_bytes - (edge == 0 ? *bytes : between);
}

void hutch_bytes_prepare(const struct hutch_pool *pool)
{
    if (is_fenced(pool) || pool->slots == NULL) {
        return;
    }
    for (unsigned edge = 0; HUTCH_CFG_GUARD_BYTES != 0 && edge <= pool->capacity; edge++) {
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
        return HUTCH_FAULT_NONE; // writing there traps
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
    if (HUTCH_CFG_GUARD_BYTES == 0 || hutch_annotate_is_active()) {
        return HUTCH_FAULT_NONE;
    }
    size_t size;
    unsigned char *const guard = guard_at(pool, edge, &size);
    const size_t good = first_different(guard, size, HUTCH_GUARD);
    if (good == size) {
        return HUTCH_FAULT_NONE;
    }
    // An overrun of the slot before begins at the start of the guard, an underrun of the slot after at its
    // end: the half that holds the first bad byte decides.
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
    return pool->slots != NULL && (uintptr_t)address - (uintptr_t)pool->slots < pool->identity->span_bytes;
}

bool hutch_bytes_stale(const struct hutch_pool *pool, const void *address, unsigned *index)
{
    if (!is_fenced(pool)) {
        size_t inside;
        *index = hutch_fault_slot((size_t)((uintptr_t)address - (uintptr_t)pool->slots), pool->stride_bytes,
                                  &inside);
        return false;
    }
    return hutch_fence_find(pool, address, index) == HUTCH_FENCE_STALE;
}

#else
typedef int hutch_debug_bytes_is_empty_in_this_build;
#endif
