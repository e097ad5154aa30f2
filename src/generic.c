// SPDX-License-Identifier: MIT
// generic.c - the functions over a descriptor: the core, compiled once with a pool known at run time.

// Debug builds note who called: these functions' own caller, not they themselves. Before the first include.
#ifdef __GNUC__
#    define HUTCH_CALLER() __builtin_return_address(0)
#endif

#include "unfolded.h"

#include "hutch/generic.h"
#include "hutch/core.h"
#include "hutch/core_run.h"
#include "hutch/fault.h"
#include "hutch/spawn.h"

#if HUTCH_CFG_CHECK >= 2
#    define BAD_POINTER(pool, object, code) hutch_debug_bad_pointer(pool, object, code, HUTCH_CALLER())
#    define BAD_INDEX(pool, index, code) hutch_debug_bad_index(pool, index, code, HUTCH_CALLER())
#    define BAD_REF(pool, ref, code) hutch_debug_bad_ref(pool, ref, code, HUTCH_CALLER())
#else
#    define BAD_POINTER(pool, object, code) bad_pointer(pool, object, code)
#    define BAD_INDEX(pool, index, code) hutch_fault_index((pool)->name, index, code)
#    define BAD_REF(pool, ref, code)                \
        hutch_fault_index((pool)->name, HUTCH_NONE, \
                          (ref) == 0 ? (unsigned)HUTCH_FAULT_NULL_REF : (unsigned)(code))

HUTCH_COLD static bool bad_pointer(const struct hutch_pool *pool, const void *object, unsigned code)
{
    return hutch_fault_pointer(pool->name, object, pool->slots, (size_t)pool->capacity * pool->stride_bytes,
                               pool->stride_bytes, code);
}
#endif

// Before a public function calls another function that acquires or releases.
#define SAY_CALLER()                         \
    do {                                     \
        if (HUTCH_CFG_CHECK >= 2) {          \
            hutch_debug_say(HUTCH_CALLER()); \
        }                                    \
    } while (0)

void *hutch_acquire(const struct hutch_pool *pool)
{
    return hutch_core_acquire_object(pool, HUTCH_TAKE_PLAIN);
}

unsigned hutch_acquire_index(const struct hutch_pool *pool)
{
    return hutch_core_acquire(pool, HUTCH_TAKE_PLAIN);
}

void *hutch_acquire_urgent(const struct hutch_pool *pool)
{
    return hutch_core_acquire_object(pool, HUTCH_TAKE_URGENT);
}

unsigned hutch_acquire_urgent_index(const struct hutch_pool *pool)
{
    return hutch_core_acquire(pool, HUTCH_TAKE_URGENT);
}

bool hutch_release(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_core_index(pool, object);
    if (index < pool->capacity && hutch_core_release(pool, index)) {
        return true;
    }
    const struct hutch_pool *const spill = hutch_core_spilled(pool, index, object);
    if (spill != NULL) {
        SAY_CALLER();
        return hutch_release(spill, object);
    }
    return BAD_POINTER(pool, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

bool hutch_release_at(const struct hutch_pool *pool, unsigned index)
{
    if (index >= pool->capacity) {
        return BAD_INDEX(pool, index, HUTCH_FAULT_BAD_INDEX);
    }
    return hutch_core_release(pool, index) || BAD_INDEX(pool, index, HUTCH_FAULT_DOUBLE_RELEASE);
}

bool hutch_is_live(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_core_index(pool, object);
    const struct hutch_pool *const spill = hutch_core_spilled(pool, index, object);
    return spill != NULL ? hutch_is_live(spill, object) : hutch_core_is_live_at(pool, index);
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
    if (index >= pool->capacity) {
        BAD_INDEX(pool, index, HUTCH_FAULT_BAD_INDEX);
        return NULL;
    }
    return hutch_core_claim(pool, index) ? hutch_core_address(pool, index) : NULL;
}

bool hutch_claim_index(const struct hutch_pool *pool, unsigned index)
{
    if (index >= pool->capacity) {
        return BAD_INDEX(pool, index, HUTCH_FAULT_BAD_INDEX);
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
    if (index >= pool->capacity) {
        return BAD_POINTER(pool, object, HUTCH_FAULT_DOUBLE_RELEASE);
    }
    return hutch_core_release_run(pool, index, length) || BAD_INDEX(pool, index, HUTCH_FAULT_BAD_RUN);
}

bool hutch_release_run_at(const struct hutch_pool *pool, unsigned index, unsigned length)
{
    return hutch_core_release_run(pool, index, length) || BAD_INDEX(pool, index, HUTCH_FAULT_BAD_RUN);
}

hutch_ref_t hutch_ref(const struct hutch_pool *pool, const void *object)
{
    const hutch_ref_t ref =
        pool->generations != NULL ? hutch_core_ref(pool, hutch_core_index(pool, object)) : 0;
    if (ref == 0) {
        BAD_POINTER(pool, object, HUTCH_FAULT_USE_AFTER_RELEASE);
    }
    return ref;
}

void *hutch_deref(const struct hutch_pool *pool, hutch_ref_t ref)
{
    return pool->generations != NULL ? hutch_core_at(pool, hutch_core_find(pool, ref)) : NULL;
}

void *hutch_expect(const struct hutch_pool *pool, hutch_ref_t ref)
{
    const unsigned index = pool->generations != NULL ? hutch_core_find(pool, ref) : HUTCH_NONE;
    if (index == HUTCH_NONE) {
        BAD_REF(pool, ref, HUTCH_FAULT_STALE_USE);
    }
    return hutch_core_at(pool, index);
}

bool hutch_release_ref(const struct hutch_pool *pool, hutch_ref_t ref)
{
    return (pool->generations != NULL && hutch_core_release_ref(pool, ref)) ||
           BAD_REF(pool, ref, HUTCH_FAULT_STALE_RELEASE);
}

static void *spawn(const struct hutch_pool *pool, const void *args, enum hutch_take how)
{
    return pool->marks != NULL ? hutch_core_spawn(pool, args, how) : hutch_core_acquire_object(pool, how);
}

void *hutch_spawn(const struct hutch_pool *pool, const void *args)
{
    SAY_CALLER();
    return spawn(pool, args, HUTCH_TAKE_HIDDEN);
}

void *hutch_spawn_urgent(const struct hutch_pool *pool, const void *args)
{
    SAY_CALLER();
    return spawn(pool, args, HUTCH_TAKE_HIDDEN_URGENT);
}

bool hutch_despawn(const struct hutch_pool *pool, const void *object)
{
    const unsigned index = hutch_core_index(pool, object);
    if (index < pool->capacity && hutch_core_let_go(pool, index)) {
        return true;
    }
    const struct hutch_pool *const spill = hutch_core_spilled(pool, index, object);
    if (spill != NULL) {
        SAY_CALLER();
        return hutch_despawn(spill, object);
    }
    return BAD_POINTER(pool, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

bool hutch_prespawn(const struct hutch_pool *pool, unsigned count)
{
    if (count > pool->capacity) {
        return BAD_INDEX(pool, count, HUTCH_FAULT_PRESPAWN);
    }
    if (HUTCH_CFG_CHECK >= 2 && !hutch_debug_may_use(pool, HUTCH_NONE, HUTCH_CALLER())) {
        return false;
    }
    for (unsigned index = 0; !HUTCH_CFG_FENCE && pool->marks != NULL && index < count; index++) {
        hutch_core_construct(pool, index);
    }
    return true;
}

bool hutch_persist(const struct hutch_pool *pool, const void *object, bool persistent)
{
    const unsigned index = hutch_core_index(pool, object);
    if (pool->marks == NULL || !hutch_core_is_live_at(pool, index)) {
        return BAD_POINTER(pool, object, HUTCH_FAULT_USE_AFTER_RELEASE);
    }
    if (HUTCH_CFG_CHECK >= 2 && !hutch_debug_may_use(pool, index, HUTCH_CALLER())) {
        return false;
    }
    hutch_core_set_mark(pool, HUTCH_MARK_PERSISTENT, index, persistent);
    return true;
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
    return hutch_core_available(pool);
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
        if (should_go(object, context) && hutch_core_let_go_if_live(pool, object)) {
            released++;
        }
    }
    return released;
}

void hutch_clear(const struct hutch_pool *pool)
{
    hutch_core_empty(pool);
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
