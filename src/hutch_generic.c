// SPDX-License-Identifier: MIT
// hutch_generic.c - the public functions over a descriptor: the core, compiled once, for pools known only at
// run time.

#include "hutch_unfolded.h"

#include "hutch/core/core.h"
#include "hutch/core/generic.h"
#include "hutch/core/ref.h"
#include "hutch/core/hooks.h"
#include "hutch/policy.h"
#include "hutch/stats.h"

#if HUTCH_SERVES_ANY
// Most pools that a program passes here are plain: no refs, no policy, and a bitmap without summary. They are
// served here, in fewer instructions than the core needs for a pool that may be anything. Others name the
// functions that they need in their descriptor or policy: those are linked only if there is such a pool.
static unsigned acquire_by_core(const struct hutch_pool *pool, unsigned mode)
{
    return HUTCH_ENGINE(acquire, pool, mode);
}

static bool release_by_core(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    return HUTCH_ENGINE(release, pool, index, is_hidden);
}

static bool hide_by_core(const struct hutch_pool *pool, unsigned index)
{
    return HUTCH_ENGINE(hide, pool, index);
}

const struct hutch_generic_calls hutch_generic_calls = {acquire_by_core, release_by_core, NULL};
const struct hutch_generic_calls hutch_hooked_calls = {acquire_by_core, release_by_core, hide_by_core};

// The verbs of locked.h for plain pools, inside the port's critical section if `is_locked`.
static inline unsigned acquire_masked(const struct hutch_pool *pool, bool is_locked)
{
    const unsigned capacity = pool->capacity;
    hutch_word_t *word = pool->live;
    unsigned index = 0;
    const hutch_port_state_t saved = is_locked ? hutch_port_enter() : (hutch_port_state_t)0;
    hutch_word_t free = (hutch_word_t) ~*word;
    while (free == 0 && index + HUTCH_WORD_BITS < capacity) {
        word++;
        index += HUTCH_WORD_BITS;
        free = (hutch_word_t) ~*word;
    }
    index = free != 0 ? index + hutch_bits_first_set(free) : capacity;
    if (index < capacity) {
        HUTCH_STORE(*word, (hutch_word_t)(*word | (hutch_word_t)(*word + 1u)));
    }
    if (is_locked) {
        hutch_port_exit(saved);
    }
    return index < capacity ? index : HUTCH_NONE;
}

static inline bool release_masked(const struct hutch_pool *pool, unsigned index, bool is_locked)
{
    hutch_word_t *const word = pool->live + index / HUTCH_WORD_BITS;
    const hutch_word_t mask = hutch_bits_mask(index);
    const hutch_port_state_t saved = is_locked ? hutch_port_enter() : (hutch_port_state_t)0;
    const hutch_word_t before = *word;
    HUTCH_STORE(*word, (hutch_word_t)(before & (hutch_word_t)~mask));
    if (is_locked) {
        hutch_port_exit(saved);
    }
    return HUTCH_CFG_CHECK == 0 || (before & mask) != 0;
}

// The same for pools with another lock than HUTCH_LOCK_NONE or HUTCH_LOCK_IRQ. Without HUTCH_CFG_CORES these
// are lock-free.
HUTCH_NOINLINE static unsigned acquire_shared(const struct hutch_pool *pool)
{
#    if HUTCH_HAS_LOCK_FREE
    if (!HUTCH_CFG_CORES || hutch_is_lock_free(pool)) {
        unsigned k = 0;
        const hutch_word_t mask = hutch_lockfree_acquire_from(pool, &k, 1);
        return mask != 0 ? k * HUTCH_WORD_BITS + hutch_bits_number(mask) : HUTCH_NONE;
    }
#    endif
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const unsigned index = acquire_masked(pool, false);
    hutch_locked_exit(pool, saved);
    return index;
}

HUTCH_NOINLINE static bool release_shared(const struct hutch_pool *pool, unsigned index)
{
#    if HUTCH_HAS_LOCK_FREE
    if (!HUTCH_CFG_CORES || hutch_is_lock_free(pool)) {
        const hutch_word_t mask = hutch_bits_mask(index);
        return hutch_lockfree_free(pool, index / HUTCH_WORD_BITS, mask) != 0 || HUTCH_CFG_CHECK == 0;
    }
#    endif
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const bool is_done = release_masked(pool, index, false);
    hutch_locked_exit(pool, saved);
    return is_done;
}

// A constant if there are no other locks, so that the functions above are dropped.
#    define IS_MASKED(lock) (!(HUTCH_HAS_LOCK_FREE || HUTCH_CFG_CORES) || (lock) <= HUTCH_LOCK_IRQ)

// Inlined into the functions below, and called by other files. clang warns as if they had no `extern`.
#    define INLINED_HERE extern inline __attribute__((always_inline))
#    if defined(__clang__)
#        pragma clang diagnostic ignored "-Wstatic-in-inline"
#    endif

INLINED_HERE unsigned hutch_any_acquire(const struct hutch_pool *pool, unsigned mode)
{
    const unsigned lock = pool->options->lock;
    if (pool->calls != NULL) {
        return pool->calls->acquire(pool, mode);
    }
    return IS_MASKED(lock) ? acquire_masked(pool, lock != HUTCH_LOCK_NONE) : acquire_shared(pool);
}

INLINED_HERE bool hutch_any_release(const struct hutch_pool *pool, unsigned index, bool is_hidden)
{
    const unsigned lock = pool->options->lock;
    if (pool->calls != NULL) {
        return pool->calls->release(pool, index, is_hidden);
    }
    return IS_MASKED(lock) ? release_masked(pool, index, lock != HUTCH_LOCK_NONE)
                           : release_shared(pool, index);
}
#endif

#if HUTCH_SERVES_ANY && !defined(__OPTIMIZE_SIZE__) // what gcc would leave as calls takes 7 to 9 instructions
__attribute__((flatten)) bool hutch_release(const struct hutch_pool *pool, const void *object);
__attribute__((flatten)) bool hutch_release_at_(const struct hutch_pool *pool, unsigned index);
#endif

// clang-format off
PUBLIC_OBJECTS(void *, hutch_acquire, acquire_object, (const struct hutch_pool *pool), (pool, HUTCH_MODE_USUAL))
PUBLIC(unsigned, hutch_acquire_index_, acquire_index, (const struct hutch_pool *pool), (pool))
PUBLIC_OBJECTS(bool, hutch_release, release, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC(bool, hutch_release_at_, release_at, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC_OBJECTS(void *, hutch_acquire_urgent_, acquire_urgent, (const struct hutch_pool *pool), (pool))
PUBLIC(unsigned, hutch_acquire_urgent_index_, acquire_urgent_index, (const struct hutch_pool *pool), (pool))
PUBLIC(bool, hutch_release_if_live, release_if_live, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC_OBJECTS(void *, hutch_claim_, claim, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC(bool, hutch_claim_index_, claim_index, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC(hutch_ref_t, hutch_ref, ref, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC(void *, hutch_deref, deref, (const struct hutch_pool *pool, hutch_ref_t ref), (pool, ref))
PUBLIC(void *, hutch_expect_, expect, (const struct hutch_pool *pool, hutch_ref_t ref), (pool, ref))
PUBLIC(bool, hutch_release_ref, release_ref, (const struct hutch_pool *pool, hutch_ref_t ref), (pool, ref))

// These report and note nothing.
PUBLIC_QUIET(bool, hutch_is_live, is_live, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC_QUIET(unsigned, hutch_index, index, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC_QUIET(void *, hutch_first, first, (const struct hutch_pool *pool), (pool))
PUBLIC_QUIET(void *, hutch_next, next, (const struct hutch_pool *pool, const void *object), (pool, object))
PUBLIC_QUIET(unsigned, hutch_next_index_, next_index, (const struct hutch_pool *pool, unsigned from), (pool, from))
PUBLIC_QUIET(void *, hutch_last_, last, (const struct hutch_pool *pool), (pool))
PUBLIC_QUIET(unsigned, hutch_last_index_, last_index, (const struct hutch_pool *pool), (pool))
PUBLIC_QUIET(unsigned, hutch_live, live, (const struct hutch_pool *pool), (pool))
PUBLIC_QUIET(unsigned, hutch_available, available, (const struct hutch_pool *pool), (pool))
PUBLIC_QUIET(unsigned, hutch_capacity, capacity, (const struct hutch_pool *pool), (pool))
// clang-format on

#if HUTCH_CFG_CHECK >= 2
// HUTCH_NONE is what others return for no slot, and may be asked about.
static void report_past_the_end(const struct hutch_pool *pool, unsigned index)
{
    if (index >= pool->capacity && index != HUTCH_NONE) {
        hutch_core_bad_index(pool, index, HUTCH_FAULT_BAD_INDEX);
    }
}

bool hutch_is_live_at(const struct hutch_pool *pool, unsigned index)
{
    PUBLIC_BEGIN
    report_past_the_end(pool, index);
    PUBLIC_END
    return hutch_core_is_live_at(pool, index);
}

void *hutch_at(const struct hutch_pool *pool, unsigned index)
{
    PUBLIC_BEGIN
    report_past_the_end(pool, index);
    PUBLIC_END
    return hutch_core_at(pool, index);
}
#else
// clang-format off
PUBLIC_QUIET(bool, hutch_is_live_at, is_live_at, (const struct hutch_pool *pool, unsigned index), (pool, index))
PUBLIC_QUIET(void *, hutch_at, at, (const struct hutch_pool *pool, unsigned index), (pool, index))
// clang-format on
#endif

void hutch_clear(const struct hutch_pool *pool)
{
    PUBLIC_BEGIN
    hutch_core_clear(pool);
    PUBLIC_END
}

unsigned hutch_release_if_(const struct hutch_pool *pool,
                           bool (*should_go)(const void *object, void *context), void *context)
{
    unsigned released = 0;
    PUBLIC_BEGIN
    for (void *object = hutch_core_first(pool); object != NULL; object = hutch_core_next(pool, object)) {
        if (should_go(object, context) && hutch_core_release_if_live(pool, hutch_slot_index(pool, object))) {
            released++;
        }
    }
    PUBLIC_END
    return released;
}

hutch_port_state_t hutch_lock(const struct hutch_pool *pool)
{
    return hutch_core_lock(pool);
}

void hutch_unlock(const struct hutch_pool *pool, hutch_port_state_t saved)
{
    hutch_core_unlock(pool, saved);
}

size_t hutch_object_bytes(const struct hutch_pool *pool)
{
#if HUTCH_CFG_CHECK >= 2
    return pool->slots != NULL ? pool->object_bytes : 0; // the stride includes the guard
#else
    return pool->slots != NULL ? pool->stride_bytes : 0;
#endif
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
