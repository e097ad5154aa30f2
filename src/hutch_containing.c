// SPDX-License-Identifier: MIT
// hutch_containing.c - finds the object whose bytes contain an address; linked only if it is called.

#include "hutch_unfolded.h"

#include "hutch/core/core.h"
#include "hutch/core/generic.h"

#if HUTCH_CFG_CHECK >= 2

#    include "hutch_debug_bytes.h"

// The address may be in a guard or, in fence mode, where an earlier object of the slot was.
static void *object_around(const struct hutch_pool *pool, const void *address)
{
    unsigned index;
    if (!hutch_bytes_is_ours(pool, address)) {
        return NULL;
    }
    (void)hutch_bytes_stale(pool, address, &index);
    void *const object = hutch_slot_address(pool, index);
    return (uintptr_t)address - (uintptr_t)object < pool->object_bytes ? object : NULL;
}

#else

static void *object_around(const struct hutch_pool *pool, const void *address)
{
    const uintptr_t offset = (uintptr_t)address - (uintptr_t)pool->slots;
    size_t inside;
    if (pool->slots == NULL || offset >= pool->capacity * pool->stride_bytes) {
        return NULL;
    }
    return hutch_slot_address(pool, hutch_fault_slot((size_t)offset, pool->stride_bytes, &inside));
}

#endif

static void *hutch_core_containing(const struct hutch_pool *pool, const void *address)
{
    const struct hutch_policy *const policy = pool->options->policy;
    void *const object = object_around(pool, address);
    return object == NULL && HUTCH_SPILLS_(policy) ? object_around(policy->spill, address) : object;
}

// clang-format off
PUBLIC_QUIET(void *, hutch_containing_, containing, (const struct hutch_pool *pool, const void *address), (pool, address))
// clang-format on
