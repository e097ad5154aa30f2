// SPDX-License-Identifier: MIT
// engine.h - the engine of a pool, and what every operation needs: slot and address, the lock.
//
// HUTCH_ENGINE selects the engine. All have the same verbs, but for clear_word, which debug.h lacks:
//
//   debug.h           all pools in debug builds: every check, out of line
//   lockfree.h        pools with HUTCH_LOCK_FREE
//   locked.h          all others, also those without a lock
//   small.h           with HUTCH_CFG_SMALL, objects of pools without a policy: functions that all pools share
//   hutch_generic.c   acquire and release of pools known only at run time
#ifndef HUTCH_ENGINE_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_ENGINE_H

#include "debug.h"
#include "locked.h"
#include "lockfree.h"
#include "small.h"

// HUTCH_ENGINE(verb, pool, ...) calls the verb of the engine that serves the pool.
#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_ENGINE(verb, pool, ...) hutch_debug_##verb((pool)->self, __VA_ARGS__)
#elif HUTCH_HAS_LOCK_FREE
#    define HUTCH_ENGINE(verb, pool, ...)                                    \
        (hutch_is_lock_free(pool) ? hutch_lockfree_##verb(pool, __VA_ARGS__) \
                                  : hutch_locked_##verb(pool, __VA_ARGS__))
#else
#    define HUTCH_ENGINE(verb, pool, ...) hutch_locked_##verb(pool, __VA_ARGS__)
#endif

// HUTCH_ENGINE_ACQUIRE, _RELEASE and _HIDE: the verb of a slot that is in range, without the pool's policy.
// A pool known only at run time: its acquire and release are in src/hutch_generic.c, once in a program. A
// source of hooks defines HUTCH_NEVER_ANY: it links the engine, and not what serves plain pools.
#if HUTCH_SERVES_ANY && !defined(HUTCH_NEVER_ANY)
HUTCH_BEGIN_DECLS
unsigned hutch_any_acquire(const struct hutch_pool *pool, unsigned mode) HUTCH_ABI(hutch_any_acquire);
bool hutch_any_release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
    HUTCH_ABI(hutch_any_release);
HUTCH_END_DECLS
#    define HUTCH_ENGINE_ACQUIRE(pool, mode) \
        (HUTCH_FOLDS((pool)->capacity) ? HUTCH_ENGINE(acquire, pool, mode) : hutch_any_acquire(pool, mode))
#    define HUTCH_ENGINE_RELEASE(pool, index, is_hidden)                               \
        (HUTCH_FOLDS((pool)->capacity) ? HUTCH_ENGINE(release, pool, index, is_hidden) \
                                       : hutch_any_release(pool, index, is_hidden))
#    define HUTCH_ENGINE_HIDE(pool, index) \
        (HUTCH_FOLDS((pool)->capacity) ? HUTCH_ENGINE(hide, pool, index) : ((pool)->calls->hide)(pool, index))
#else
#    define HUTCH_ENGINE_HIDE(pool, index) HUTCH_ENGINE(hide, pool, index)
#    define HUTCH_ENGINE_ACQUIRE(pool, mode) HUTCH_ENGINE(acquire, pool, mode)
#    define HUTCH_ENGINE_RELEASE(pool, index, is_hidden) \
        HUTCH_STATS_RELEASED(pool, index, HUTCH_ENGINE(release, pool, index, is_hidden))
#endif

// ------------------------------------------------------------------------------------------ slot <-> address

/// Returns the address of slot `index`, which must be below the capacity.
HUTCH_INLINE void *hutch_slot_address(const struct hutch_pool *pool, unsigned index)
{
    HUTCH_ASSERT(24, index < pool->capacity);
#if HUTCH_CFG_FENCE
    return hutch_fence_address(pool, index);
#else
    return pool->slots + index * pool->stride_bytes;
#endif
}

/// Returns the slot that starts at an address; HUTCH_NONE if none does. stride.h explains the arithmetic.
HUTCH_INLINE unsigned hutch_slot_index(const struct hutch_pool *pool, const void *address)
{
#if HUTCH_CFG_FENCE
    return hutch_fence_index(pool, address);
#else
    if (HUTCH_FOLDS(pool->capacity) && pool->capacity == 1u) { // where the arithmetic would not fold
        return HUTCH_LIKELY(address == (const void *)pool->slots) ? 0u : HUTCH_NONE;
    }
    uintptr_t inverse = pool->inverse;
#    ifdef HUTCH_PORT_HIDE_INVERSE
    HUTCH_HIDE(inverse); // gcc would turn the multiply into shifts and adds: 8 instructions on a Cortex-M0
#    endif
    const uintptr_t offset = (uintptr_t)address - (uintptr_t)pool->slots;
#    ifdef HUTCH_PORT_DIVIDES // where words or multiplies are dear: see port/cpu/
    if (HUTCH_PORT_DIVIDES(pool)) {
        const unsigned index = HUTCH_PORT_DIVIDE(pool, offset);
        return HUTCH_LIKELY(index < pool->capacity) ? index : HUTCH_NONE;
    }
#    endif
    const uintptr_t product = (uintptr_t)(offset * inverse);
    const unsigned shift = pool->stride_shift; // if 0, `%` avoids a shift by all bits, which is undefined
    const uintptr_t rotated = (uintptr_t)(product >> shift) |
                              (uintptr_t)(product << ((HUTCH_POINTER_BITS - shift) % HUTCH_POINTER_BITS));
    return HUTCH_LIKELY(rotated < pool->capacity) ? (unsigned)rotated : HUTCH_NONE;
#endif
}

// -------------------------------------------------------------------------------------------------- the lock

/// Enters the pool's critical section, and counts the depth in debug builds.
HUTCH_INLINE hutch_port_state_t hutch_core_lock(const struct hutch_pool *pool)
{
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_locked(pool->self);
    }
    return saved;
}

HUTCH_INLINE void hutch_core_unlock(const struct hutch_pool *pool, hutch_port_state_t saved)
{
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_unlocking(pool->self);
    }
    hutch_locked_exit(pool, saved);
}

#endif
