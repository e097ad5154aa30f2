// SPDX-License-Identifier: MIT
// core.h - the dispatcher: every operation of a pool, over its descriptor.
//
// Every way to acquire or release goes through here, in every build: typed or generic, folded or not. So what
// is added to hutch_core_acquire_object or hutch_core_release_slot holds for all of them.
//
// HUTCH_ENGINE selects the engine of a pool; some files in src/ also test hutch_is_lock_free. The engines
// have the same verbs, except that debug.h has no clear_word:
//
//   debug.h           all pools in debug builds: every check, out of line
//   lockfree.h        pools with HUTCH_LOCK_FREE
//   locked.h          all others, also those without a lock
//   small.h           with HUTCH_CFG_SMALL, objects of pools without a policy: functions that all pools share
//   hutch_generic.c   acquire and release of pools known only at run time
//
// In a pool with a policy the functions of policed.h run first; they call the engine by HUTCH_ENGINE_ACQUIRE
// and hutch_core_release_in_engine. What a release adds, from the inside out:
//
//   hutch_core_release_in_engine   clears the bit
//   hutch_core_release_slot        the policy, and a task that waits
//   hutch_core_release_with_hook   the despawn hook: spawn.h
//
// This header includes debug.h and, from the folder above, fault.h, policy.h, stats.h and wait.h, because
// every operation uses them. They do not include it. A policy acquires and releases in src/hutch_policy.c,
// which the pool reaches by a table of functions.
//
// A function hutch_core_verb has the parameters, the result and the faults of hutch_verb; the contracts are
// in generic.h. Typed functions pass a constant descriptor and fold; src/hutch_generic.c passes a pointer.
// Functions out of line receive pool->self, so that a pool has one address in all files.
#ifndef HUTCH_CORE_H
#define HUTCH_CORE_H

#include "debug.h"
#include "../fault.h"
#include "locked.h"
#include "lockfree.h"
#include "../policy.h"
#include "small.h"
#include "../stats.h"
#include "../wait.h"

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

// A pool known only at run time: its acquire and release are in src/hutch_generic.c, once in a program.
#if HUTCH_HAS_PLAIN
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
#else
#    define HUTCH_ENGINE_ACQUIRE(pool, mode) HUTCH_ENGINE(acquire, pool, mode)
#    define HUTCH_ENGINE_RELEASE(pool, index, is_hidden) HUTCH_ENGINE(release, pool, index, is_hidden)
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

/// Returns the slot that starts at an address; HUTCH_NONE if no slot of this pool does. pool.h explains the
/// arithmetic.
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

// ---------------------------------------------------------------------------------------------------- faults

// Bare builds report nothing. Without names, a report is the code and the address.

/// Reports a wrong pointer. @param index its slot; HUTCH_NONE if it is no slot's. @return false
HUTCH_INLINE bool hutch_core_bad_pointer(const struct hutch_pool *pool, unsigned index, const void *object,
                                         unsigned code)
{
    if (HUTCH_CFG_CHECK == 0 || !HUTCH_CFG_NAMES) {
        const uint8_t bare_code = (uint8_t)(index != HUTCH_NONE ? code : (unsigned)HUTCH_FAULT_FOREIGN);
        return HUTCH_CFG_CHECK != 0 && hutch_fault_bare(object, bare_code);
    }
    return HUTCH_CFG_CHECK >= 2 ? hutch_debug_bad_pointer(pool->self, object, code)
                                : hutch_fault_pointer(pool->identity, object, code);
}

/// Reports a wrong slot number. @return false
HUTCH_INLINE bool hutch_core_bad_index(const struct hutch_pool *pool, unsigned index, unsigned code)
{
    if (HUTCH_CFG_CHECK == 0 || !HUTCH_CFG_NAMES) {
        return HUTCH_CFG_CHECK != 0 && hutch_fault_bare(NULL, (uint8_t)code);
    }
    return HUTCH_CFG_CHECK >= 2 ? hutch_debug_bad_index(pool->self, index, code)
                                : hutch_fault_index(pool->identity, index, code);
}

/// Reports a wrong ref. @return false
HUTCH_INLINE bool hutch_core_bad_ref(const struct hutch_pool *pool, hutch_ref_t ref, unsigned code)
{
    return HUTCH_CFG_CHECK >= 2
               ? hutch_debug_bad_ref(pool->self, ref, code)
               : hutch_core_bad_index(pool, HUTCH_NONE, ref == 0 ? (unsigned)HUTCH_FAULT_NULL_REF : code);
}

/// True if hutch_core_clear releases slot by slot: the build keeps more than a bit per slot.
#define HUTCH_CLEARS_BY_SLOT (HUTCH_CFG_CHECK >= 2 || HUTCH_CFG_STATS >= 2)

/// Debug builds: false, and a report, if this context must not use the pool now. Other builds: true.
#define HUTCH_MAY_USE(pool, index) (HUTCH_CFG_CHECK < 2 || hutch_debug_may_use((pool)->self, index))

/// True if this context must not use the pool now; reports nothing. False in all but debug builds.
#define HUTCH_IS_REFUSED(pool) (HUTCH_CFG_CHECK >= 2 && hutch_debug_is_refused((pool)->self))

/// True if a ref has the tag of this pool. If not, debug builds report it; others have no tags.
#define HUTCH_REF_IS_OURS(pool, ref) (HUTCH_CFG_CHECK < 2 || hutch_debug_ref_is_ours((pool)->self, ref))

/// The tag in this pool's refs; 0 in all but debug builds.
#define HUTCH_REF_TAG(pool) (HUTCH_CFG_CHECK >= 2 ? hutch_debug_tag((pool)->self) : 0u)

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

/// Leaves the pool's critical section.
HUTCH_INLINE void hutch_core_unlock(const struct hutch_pool *pool, hutch_port_state_t saved)
{
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_unlocking(pool->self);
    }
    hutch_locked_exit(pool, saved);
}

/// Frees slot `index`, which is in range, without consulting the pool's policy.
/// @param  is_hidden  true at the end of a despawn, which has hidden the slot
/// @return true; false if the slot is free already: nothing changes then
HUTCH_INLINE bool hutch_core_release_in_engine(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    HUTCH_ASSERT(26, index < pool->capacity);
    const bool is_done = HUTCH_ENGINE_RELEASE(pool, index, is_hidden);
    if (HUTCH_CFG_STATS >= 2 && is_done) {
        hutch_stats_note_released(pool->self, index);
    }
    return is_done;
}

// -------------------------------------------------------------------------- pools with a policy: policed.h

/// Calls a function of the pool's policy, outside the critical section. Debug builds report one that causes
/// its own call, before the stack ends.
HUTCH_INLINE void hutch_core_call_back(const struct hutch_pool *pool,
                                       void (*callback)(const struct hutch_pool *pool))
{
    if (HUTCH_CFG_CHECK < 2 || hutch_debug_begin_callback(pool->self)) {
        callback(pool->self);
        if (HUTCH_CFG_CHECK >= 2) {
            hutch_debug_end_callback(pool->self);
        }
    }
}

#include "policed.h"

// --------------------------------------------------------------------------------------------------- acquire

/// Acquires a slot, through the pool's policy if there is one.
/// @param  mode  enum hutch_mode
/// @return its number; HUTCH_NONE if there is none
HUTCH_INLINE unsigned hutch_core_acquire_mode(const struct hutch_pool *pool, unsigned mode)
{
    return pool->options->policy == NULL ? HUTCH_ENGINE_ACQUIRE(pool, mode)
                                         : hutch_policed_acquire(pool, mode);
}

HUTCH_INLINE unsigned hutch_core_acquire_index(const struct hutch_pool *pool)
{
    return hutch_core_acquire_mode(pool, HUTCH_MODE_PLAIN);
}

HUTCH_INLINE unsigned hutch_core_acquire_urgent_index(const struct hutch_pool *pool)
{
    return hutch_core_acquire_mode(pool, HUTCH_MODE_URGENT);
}

/// Acquires an object of this pool, or of the pool that its policy spills to.
HUTCH_INLINE void *hutch_core_acquire_object(const struct hutch_pool *pool, unsigned mode)
{
    if (HUTCH_IS_SMALL(pool) && !pool->has_marks) {
        return hutch_small_acquire(pool);
    }
    const struct hutch_policy *const policy = pool->options->policy;
    if (policy != NULL && !HUTCH_POLICY_FOLDS_(policy)) {
        return (policy->calls->acquire_object)(pool->self, mode);
    }
    unsigned index = HUTCH_NONE;
    const struct hutch_pool *owner = pool;
    if (pool->options->policy == NULL) {
        index = HUTCH_ENGINE_ACQUIRE(pool, mode);
    } else {
        owner = hutch_policed_acquire_any(pool, mode, &index);
    }
    HUTCH_ASSERT(25, index == HUTCH_NONE || index < owner->capacity);
    return index != HUTCH_NONE ? hutch_slot_address(owner, index) : NULL;
}

HUTCH_INLINE void *hutch_core_acquire(const struct hutch_pool *pool)
{
    return hutch_core_acquire_object(pool, HUTCH_MODE_PLAIN);
}

HUTCH_INLINE void *hutch_core_acquire_urgent(const struct hutch_pool *pool)
{
    return hutch_core_acquire_object(pool, HUTCH_MODE_URGENT);
}

/// Acquires slot `index`, which is in range: also from the reserve, and calls nothing.
HUTCH_INLINE bool hutch_core_claim_mode(const struct hutch_pool *pool, unsigned index, unsigned mode)
{
    const struct hutch_policy *const policy = pool->options->policy;
    const hutch_port_state_t saved = policy != NULL ? hutch_locked_enter(pool) : (hutch_port_state_t)0;
    const bool is_done = HUTCH_ENGINE(claim, pool, index, mode);
    if (policy != NULL && is_done) {
        HUTCH_POLICY_STAMP_(policy, index);
    }
    if (policy != NULL) {
        hutch_locked_exit(pool, saved);
    }
    return is_done;
}

HUTCH_INLINE bool hutch_core_claim_index(const struct hutch_pool *pool, unsigned index)
{
    return index < pool->capacity ? hutch_core_claim_mode(pool, index, HUTCH_MODE_PLAIN)
                                  : hutch_core_bad_index(pool, index, HUTCH_FAULT_BAD_INDEX);
}

HUTCH_INLINE void *hutch_core_claim(const struct hutch_pool *pool, unsigned index)
{
    return hutch_core_claim_index(pool, index) ? hutch_slot_address(pool, index) : NULL;
}

// --------------------------------------------------------------------------------------------------- release

/// Frees slot `index`, through the pool's policy if there is one, and wakes a waiting task.
HUTCH_INLINE bool hutch_core_release_slot(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    const bool is_done = pool->options->policy == NULL ? hutch_core_release_in_engine(pool, index, is_hidden)
                                                       : hutch_policed_release(pool, index, is_hidden);
    HUTCH_WAKE(pool, is_done);
    return is_done;
}

HUTCH_INLINE bool hutch_core_release_at(const struct hutch_pool *pool, unsigned index)
{
    if (HUTCH_LIKELY(index < pool->capacity)) {
        return HUTCH_LIKELY(hutch_core_release_slot(pool, index, false)) ||
               hutch_core_bad_index(pool, index, HUTCH_FAULT_DOUBLE_RELEASE);
    }
    return hutch_core_bad_index(pool, index, HUTCH_FAULT_BAD_INDEX);
}

HUTCH_INLINE bool hutch_core_release(const struct hutch_pool *pool, const void *object)
{
    if (HUTCH_IS_SMALL(pool) && !pool->has_marks) { // without names, the engine reports
        return (pool->generations != NULL ? hutch_small_release_with_refs(pool, object)
                                          : hutch_small_release(pool, object)) ||
               (HUTCH_CFG_NAMES &&
                hutch_core_bad_pointer(pool, HUTCH_NONE, object, HUTCH_FAULT_DOUBLE_RELEASE));
    }
    const struct hutch_policy *const policy = pool->options->policy;
    if (policy != NULL && !HUTCH_POLICY_FOLDS_(policy)) {
        return (policy->calls->release_object)(pool->self, object, false);
    }
    const unsigned index = hutch_slot_index(pool, object);
    if (HUTCH_LIKELY(index != HUTCH_NONE) && HUTCH_LIKELY(hutch_core_release_slot(pool, index, false))) {
        return true;
    }
    // Whatever is wrong is passed on as a double release: the report finds out what it is.
    return index == HUTCH_NONE && HUTCH_SPILLS_(policy)
               ? (policy->calls->release_object)(pool->self, object, false)
               : hutch_core_bad_pointer(pool, index, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

// ---------------------------------------------------------------------------------------- tests and look-ups

HUTCH_INLINE unsigned hutch_core_index(const struct hutch_pool *pool, const void *object)
{
    return hutch_slot_index(pool, object);
}

HUTCH_INLINE void *hutch_core_at(const struct hutch_pool *pool, unsigned index)
{
    return index < pool->capacity ? hutch_slot_address(pool, index) : NULL;
}

HUTCH_INLINE bool hutch_core_is_live_at(const struct hutch_pool *pool, unsigned index)
{
    return index < pool->capacity && hutch_bitmap_is_live(pool->visible, index);
}

HUTCH_INLINE bool hutch_core_is_live(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_slot_index(pool, object);
    const struct hutch_policy *const policy = pool->options->policy;
    return index == HUTCH_NONE && HUTCH_SPILLS_(policy)
               ? hutch_core_is_live_at(policy->spill, hutch_slot_index(policy->spill, object))
               : hutch_core_is_live_at(pool, index);
}

HUTCH_INLINE unsigned hutch_core_next_index(const struct hutch_pool *pool, unsigned from)
{
    const unsigned index = hutch_bitmap_next(pool->visible, pool->capacity, from);
    HUTCH_ASSERT(27, index == HUTCH_NONE || (index >= from && index < pool->capacity));
    return index;
}

HUTCH_INLINE void *hutch_core_first(const struct hutch_pool *pool)
{
    return hutch_core_at(pool, hutch_core_next_index(pool, 0));
}

HUTCH_INLINE void *hutch_core_next(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_slot_index(pool, object);
    return index != HUTCH_NONE ? hutch_core_at(pool, hutch_core_next_index(pool, index + 1u)) : NULL;
}

HUTCH_INLINE unsigned hutch_core_last_index(const struct hutch_pool *pool)
{
    return hutch_bitmap_last(pool->visible, pool->capacity);
}

HUTCH_INLINE void *hutch_core_last(const struct hutch_pool *pool)
{
    return hutch_core_at(pool, hutch_core_last_index(pool));
}

HUTCH_INLINE unsigned hutch_core_live(const struct hutch_pool *pool)
{
    const unsigned count = hutch_bitmap_count(pool->live, pool->capacity);
    HUTCH_ASSERT(28, count <= pool->capacity);
    return count;
}

HUTCH_INLINE unsigned hutch_core_available(const struct hutch_pool *pool)
{
    return pool->capacity - hutch_bitmap_count(pool->live, pool->capacity);
}

HUTCH_INLINE unsigned hutch_core_capacity(const struct hutch_pool *pool)
{
    return pool->capacity;
}

#endif
