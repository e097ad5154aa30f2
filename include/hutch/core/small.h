// SPDX-License-Identifier: MIT
// small.h - the small engine: calls that take or return an object, by functions that all pools share, for
// programs short of flash (HUTCH_CFG_SMALL).
//
// The dispatch folds as usual, so the compiler knows what a pool has; but then a typed function is one call
// with four plain arguments, with refs five, which are in registers even on AVR. No descriptor and no
// identity is in the program. `make test-size-linked` links such programs.
//
// A pool with hooks is two bitmaps here: spawn acquires in `live`, calls the hook and shows the object in
// `visible`; despawn hides it there, calls the hook and releases it in `live`.
//
// The bitmap is that of every other pool, so calls of this engine, folded and generic ones may be mixed. As
// in locked.h, the lowest free slot is acquired. Bodies in src/hutch_small.c.
#ifndef HUTCH_SMALL_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_SMALL_H

#include "bitmap.h"
#include "pool.h"

/// True if the small engine serves the pool: no policy, at most 255 slots of at most 255 bytes. Not with
/// HUTCH_PORT_EXIT_ENABLES: release, show and hide enter a critical section even if the pool has no lock. A
/// constant in typed functions.
#define HUTCH_IS_SMALL(pool)                                                                 \
    (HUTCH_CFG_SMALL && HUTCH_CFG_CHECK < 2 && !HUTCH_CFG_STATS && !HUTCH_CFG_WAIT &&        \
     !HUTCH_PORT_EXIT_ENABLES && (pool)->capacity <= 255u && (pool)->stride_bytes <= 255u && \
     (pool)->options->policy == NULL && (pool)->options->lock <= HUTCH_LOCK_IRQ_)

/// The capacity and the stride of a small pool, as one argument.
typedef uint16_t hutch_shape_t;
#define HUTCH_SHAPE(pool) ((hutch_shape_t)((unsigned)(pool)->capacity << 8 | (unsigned)(pool)->stride_bytes))

HUTCH_BEGIN_DECLS

/// Acquire the lowest free slot, of a pool whose bitmap has no summary; `_summed`: of one that has. Return
/// its address; NULL if every slot is live.
void *hutch_small_acquire_unlocked(hutch_word_t *live, unsigned char *slots, hutch_shape_t shape)
    HUTCH_ABI(hutch_small_acquire_unlocked);
void *hutch_small_acquire_locked(hutch_word_t *live, unsigned char *slots, hutch_shape_t shape)
    HUTCH_ABI(hutch_small_acquire_locked);
void *hutch_small_acquire_summed(hutch_word_t *live, unsigned char *slots, hutch_shape_t shape)
    HUTCH_ABI(hutch_small_acquire_summed);
void *hutch_small_acquire_summed_locked(hutch_word_t *live, unsigned char *slots, hutch_shape_t shape)
    HUTCH_ABI(hutch_small_acquire_summed_locked);

/// Release an object, with or without a lock; likewise.
/// Return true; false if it is no live object of the pool, which is reported here if HUTCH_CFG_NAMES is 0.
bool hutch_small_release_scanned(const void *object, unsigned char *slots, hutch_word_t *live,
                                 hutch_shape_t shape) HUTCH_ABI(hutch_small_release_scanned);
bool hutch_small_release_summed(const void *object, unsigned char *slots, hutch_word_t *live,
                                hutch_shape_t shape) HUTCH_ABI(hutch_small_release_summed);

/// The same of a pool with refs, which become stale; with hooks, at the end of a despawn.
bool hutch_small_release_tracked(const void *object, unsigned char *slots, hutch_word_t *live,
                                 hutch_shape_t shape, hutch_ref_t *generations)
    HUTCH_ABI(hutch_small_release_tracked);
bool hutch_small_release_tracked_summed(const void *object, unsigned char *slots, hutch_word_t *live,
                                        hutch_shape_t shape, hutch_ref_t *generations)
    HUTCH_ABI(hutch_small_release_tracked_summed);

/// Returns a ref to an object; 0 if it is no visible object of the pool, likewise reported.
hutch_ref_t hutch_small_ref(const void *object, unsigned char *slots, const hutch_word_t *visible,
                            hutch_shape_t shape, const hutch_ref_t *generations) HUTCH_ABI(hutch_small_ref);

/// Returns the object of a ref; NULL if it was released.
void *hutch_small_deref(hutch_ref_t ref, unsigned char *slots, const hutch_word_t *visible,
                        hutch_shape_t shape, const hutch_ref_t *generations) HUTCH_ABI(hutch_small_deref);

/// Shows an object of a pool with hooks to readers: the end of spawn. Only of slots of the pool.
void hutch_small_show(const void *object, unsigned char *slots, hutch_word_t *visible, hutch_shape_t shape)
    HUTCH_ABI(hutch_small_show);

/// Hides an object of a pool with queues: before its release, or to put it into one. Returns its number + 1;
/// 0 if it is no visible object of the pool, likewise reported.
uint8_t hutch_small_withdraw(const void *object, unsigned char *slots, hutch_word_t *visible,
                             hutch_shape_t shape) HUTCH_ABI(hutch_small_withdraw);

/// Hides it: the beginning of despawn. It is not persistent any more.
/// Return true; false if it is no visible object of the pool, likewise reported.
bool hutch_small_hide(const void *object, unsigned char *slots, hutch_word_t *visible, hutch_shape_t shape)
    HUTCH_ABI(hutch_small_hide);

HUTCH_END_DECLS

/// Acquires the lowest free slot; in a pool with hooks the object is hidden.
/// @return its address; NULL if every slot is live
HUTCH_INLINE void *hutch_small_acquire(const struct hutch_pool *pool)
{
    const bool is_locked = pool->options->lock != HUTCH_LOCK_NONE;
    if (HUTCH_TOP_WORDS((unsigned)pool->capacity)) {
        return is_locked ? hutch_small_acquire_summed_locked(pool->live, pool->slots, HUTCH_SHAPE(pool))
                         : hutch_small_acquire_summed(pool->live, pool->slots, HUTCH_SHAPE(pool));
    }
    return is_locked ? hutch_small_acquire_locked(pool->live, pool->slots, HUTCH_SHAPE(pool))
                     : hutch_small_acquire_unlocked(pool->live, pool->slots, HUTCH_SHAPE(pool));
}

/// True in typed functions of a small pool with queues. Functions over a descriptor use the usual engine.
#define HUTCH_IS_SMALL_QUEUED(pool) (HUTCH_IN_PROGRAM && HUTCH_HAS_QUEUES(pool) && HUTCH_IS_SMALL(pool))

/// True if this engine serves acquire and release of the pool: it does not those of one made for hooks.
#define HUTCH_IS_SMALL_HERE(pool) \
    ((HUTCH_IS_SMALL(pool) && !(pool)->has_marks) || HUTCH_IS_SMALL_QUEUED(pool))

/// What the report of a wrong release knows of the slot: its number, in a pool with queues.
#define HUTCH_SMALL_INDEX(pool, object) \
    (HUTCH_IS_SMALL_QUEUED(pool) ? hutch_slot_index(pool, object) : HUTCH_NONE)

/// The same, and shows the object in a pool with queues.
HUTCH_INLINE void *hutch_small_acquire_shown(const struct hutch_pool *pool)
{
    void *const object = hutch_small_acquire(pool);
    if (HUTCH_IS_SMALL_QUEUED(pool) && object != NULL) {
        hutch_small_show(object, pool->slots, pool->visible, HUTCH_SHAPE(pool));
    }
    return object;
}

/// Releases an object. @return true; false if it is no live object of the pool
HUTCH_INLINE bool hutch_small_release(const struct hutch_pool *pool, const void *object)
{
    return HUTCH_TOP_WORDS((unsigned)pool->capacity) != 0
               ? hutch_small_release_summed(object, pool->slots, pool->live, HUTCH_SHAPE(pool))
               : hutch_small_release_scanned(object, pool->slots, pool->live, HUTCH_SHAPE(pool));
}

/// The same of a pool with queues, if the object is in none of them.
HUTCH_INLINE bool hutch_small_release_shown(const struct hutch_pool *pool, const void *object)
{
    return hutch_small_withdraw(object, pool->slots, pool->visible, HUTCH_SHAPE(pool)) != 0 &&
           hutch_small_release(pool, object);
}

/// The same of a pool with refs; with hooks, of a hidden object.
HUTCH_INLINE bool hutch_small_release_with_refs(const struct hutch_pool *pool, const void *object)
{
    return HUTCH_TOP_WORDS((unsigned)pool->capacity) != 0
               ? hutch_small_release_tracked_summed(object, pool->slots, pool->live, HUTCH_SHAPE(pool),
                                                    pool->generations)
               : hutch_small_release_tracked(object, pool->slots, pool->live, HUTCH_SHAPE(pool),
                                             pool->generations);
}

/// Releases an object of a pool with hooks, after its despawn hook; likewise.
HUTCH_INLINE bool hutch_small_despawn(const struct hutch_pool *pool, const void *object)
{
    const struct hutch_hooks *const hooks = pool->options->hooks;
    if (!hutch_small_hide(object, pool->slots, pool->visible, HUTCH_SHAPE(pool))) {
        return false;
    }
    if (hooks != NULL && hooks->despawn != NULL) {
        (hooks->despawn)(pool->slots + ((uintptr_t)object - (uintptr_t)pool->slots)); // it is no constant
    }
    return hutch_small_release_with_refs(pool, object);
}

#endif
