// SPDX-License-Identifier: MIT
// generic.c - the functions over a descriptor: the core, compiled once with a pool known at run time.

#include "hutch/generic.h"
#include "hutch/core.h"
#include "hutch/fault.h"

HUTCH_COLD static bool bad_pointer(const struct hutch_pool *pool, const void *object)
{
    return hutch_fault_release(pool->name, object, pool->slots, (size_t)pool->capacity * pool->stride_bytes,
                               pool->stride_bytes);
}

void *hutch_acquire(const struct hutch_pool *pool)
{
    return hutch_core_acquire_object(pool);
}

unsigned hutch_acquire_index(const struct hutch_pool *pool)
{
    return hutch_core_acquire(pool);
}

bool hutch_release(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_core_index(pool, object);
    if (index < pool->capacity && hutch_core_release(pool, index)) {
        return true;
    }
    return bad_pointer(pool, object);
}

bool hutch_release_at(const struct hutch_pool *pool, unsigned index)
{
    if (index >= pool->capacity) {
        return hutch_fault_index(pool->name, index, HUTCH_FAULT_BAD_INDEX);
    }
    return hutch_core_release(pool, index) ||
           hutch_fault_index(pool->name, index, HUTCH_FAULT_DOUBLE_RELEASE);
}

bool hutch_is_live(const struct hutch_pool *pool, const void *object)
{
    return hutch_core_is_live_at(pool, hutch_core_index(pool, object));
}

bool hutch_is_live_at(const struct hutch_pool *pool, unsigned index)
{
    return hutch_core_is_live_at(pool, index);
}

unsigned hutch_index(const struct hutch_pool *pool, const void *object)
{
    return hutch_core_index(pool, object);
}

void *hutch_at(const struct hutch_pool *pool, unsigned index)
{
    return hutch_core_at(pool, index);
}

void *hutch_claim(const struct hutch_pool *pool, unsigned index)
{
    return hutch_claim_index(pool, index) ? hutch_core_address(pool, index) : NULL;
}

bool hutch_claim_index(const struct hutch_pool *pool, unsigned index)
{
    if (index >= pool->capacity) {
        return hutch_fault_index(pool->name, index, HUTCH_FAULT_BAD_INDEX);
    }
    return hutch_core_claim(pool, index);
}

void *hutch_acquire_run(const struct hutch_pool *pool, unsigned length)
{
    return hutch_core_at(pool, hutch_core_acquire_run(pool, length));
}

unsigned hutch_acquire_run_index(const struct hutch_pool *pool, unsigned length)
{
    return hutch_core_acquire_run(pool, length);
}

bool hutch_release_run(const struct hutch_pool *pool, const void *object, unsigned length)
{
    const unsigned index = hutch_core_index(pool, object);
    return index < pool->capacity ? hutch_release_run_at(pool, index, length) : bad_pointer(pool, object);
}

bool hutch_release_run_at(const struct hutch_pool *pool, unsigned index, unsigned length)
{
    return hutch_core_release_run(pool, index, length) ||
           hutch_fault_index(pool->name, index, HUTCH_FAULT_BAD_RUN);
}

void *hutch_first(const struct hutch_pool *pool)
{
    return hutch_core_at(pool, hutch_core_next(pool, 0));
}

void *hutch_next(const struct hutch_pool *pool, const void *object)
{
    return hutch_core_next_object(pool, object);
}

unsigned hutch_next_index(const struct hutch_pool *pool, unsigned from)
{
    return hutch_core_next(pool, from);
}

unsigned hutch_live(const struct hutch_pool *pool)
{
    return hutch_core_live(pool);
}

unsigned hutch_available(const struct hutch_pool *pool)
{
    return pool->capacity - hutch_core_live(pool);
}

unsigned hutch_capacity(const struct hutch_pool *pool)
{
    return pool->capacity;
}

unsigned hutch_release_if(const struct hutch_pool *pool, bool (*should_go)(const void *object, void *context),
                          void *context)
{
    unsigned released = 0;
    for (void *object = hutch_first(pool); object != NULL; object = hutch_next(pool, object)) {
        if (should_go(object, context) && hutch_core_release_if_live(pool, object)) {
            released++;
        }
    }
    return released;
}

void hutch_clear(const struct hutch_pool *pool)
{
    hutch_core_clear(pool);
}

#if HUTCH_CFG_STATS
unsigned hutch_peak(const struct hutch_pool *pool)
{
    return pool->stats->peak;
}

unsigned hutch_refused(const struct hutch_pool *pool)
{
    return pool->stats->refused;
}
#endif
