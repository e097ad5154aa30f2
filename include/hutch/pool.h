// SPDX-License-Identifier: MIT
// pool.h - what a pool is: a constant descriptor over its slots and its bitmap, and the lock it chose.
//
//   rabbits_pool (flash, or folded away)      rabbits_slots_ (RAM)           rabbits_live_ (RAM)
//   +----------------+                        +---------+---------+----      +----------------------+
//   | slots          |----------------------->| slot 0  | slot 1  | ...      | ...0 0 0 1 0 1 1 0 1 |
//   | live           |--------------------.   +---------+---------+----      +----------------------+
//   | stride, lock,  |                    |      the user's bytes only         ^    bit i = slot i
//   | capacity, name |                    '------------------------------------'
//   +----------------+
#ifndef HUTCH_POOL_H
#define HUTCH_POOL_H

#include "atomic.h"
#include "compiler.h"
#include "config.h"
#include "cores.h"
#include "debug.h"
#include "tracker.h"
#include "wait.h"

/// Who else uses the pool: what acquire and release do around their change of the bitmap.
enum hutch_lock_kind {
    HUTCH_LOCK_NONE = 0, // one context only; costs nothing
    HUTCH_LOCK_IRQ = 1,  // the port's critical section: main loop and interrupts, or what the port says
#if HUTCH_HAS_LOCK_FREE
    HUTCH_LOCK_FREE = 2, // atomic steps, nothing is masked: see tracker_free.h. Debug builds take LOCK_IRQ
#endif
#if HUTCH_CFG_CORES
    HUTCH_LOCK_CORES = 3 // the same as IRQ, and the other cores are kept out: see cores.h
#endif
};
#if !HUTCH_HAS_LOCK_FREE
#    define HUTCH_LOCK_FREE HUTCH_LOCK_FREE_needs_atomic_instructions_use_HUTCH_LOCK_IRQ
#endif
#if !HUTCH_CFG_CORES
#    define HUTCH_LOCK_CORES HUTCH_LOCK_CORES_needs_HUTCH_CFG_CORES_1
#endif

/// What is watched to tell a better capacity; there with HUTCH_CFG_STATS 2, see sizing.h.
struct hutch_sizing {
    uint16_t live, peak;
    uint16_t missed, shortage; // refused since the last release; the most of that
    unsigned long first;       // tick of the first acquire, 0 before
    unsigned long peak_since, at_peak, longest_idle;
};

#if HUTCH_HAS_LOCK_FREE && !HUTCH_SWAPS_16
typedef unsigned hutch_stat_t;
#else
typedef uint16_t hutch_stat_t;
#endif

/// Counters of one pool; there with HUTCH_CFG_STATS.
struct hutch_stats {
    hutch_stat_t top;  // an acquire at or above this slot may be a new peak; 0 makes every acquire count.
                       // Lock-free: how many are live
    hutch_stat_t peak; // most ever live
    unsigned refused;  // acquires that found no room; stays at the largest unsigned when that is reached
#if HUTCH_CFG_STATS >= 2
    struct hutch_sizing sizing;
#endif
};

/// A weak handle to an object: its slot and its generation, see ref.h. 0 is never one.
#if HUTCH_CFG_REF_BITS == 16
typedef uint16_t hutch_ref_t;
#else
typedef uint32_t hutch_ref_t;
#endif

struct hutch_hooks;
struct hutch_policy;

/// What a slot of a pool with hooks is marked with, besides live. Whoever clears VISIBLE frees the slot.
enum hutch_mark {
    HUTCH_MARK_VISIBLE = 0,
    HUTCH_MARK_CONSTRUCTED = 1,
    HUTCH_MARK_PERSISTENT = 2,
    HUTCH_MARKS = 3
};

/// How a slot is taken.
enum hutch_take {
    HUTCH_TAKE_PLAIN = 0,
    HUTCH_TAKE_HIDDEN = 1, // nobody sees it before it is marked visible; for pools with hooks
    HUTCH_TAKE_URGENT = 2, // also one that is kept back for urgent callers
    HUTCH_TAKE_HIDDEN_URGENT = 3
};

/// A pool. Made by the HUTCH_POOL macros only; the fields from `lock` on are the options that a pool's line
/// may name.
struct hutch_pool {
    unsigned char *slots; // NULL: a pool of numbers
    hutch_word_t *live;   // all levels of the bitmap, see tracker.h
#if HUTCH_CFG_STATS
    struct hutch_stats *stats;
#endif
#if HUTCH_CFG_STATS >= 2
    unsigned long *idle_since; // per slot, see sizing.h
#endif
    hutch_ref_t *generations; // NULL: not tracked, see ref.h
    hutch_word_t *marks;      // NULL: no hooks, see spawn.h
#if HUTCH_CFG_CHECK >= 2
    struct hutch_debug *debug;
    struct hutch_note *notes;
    hutch_word_t *mirror;
    size_t object_bytes; // the stride without guard and padding
    size_t edge_bytes; // a guard at each end of slots that are one array, see runs.h; 0: as between the slots
#endif
    const char *name;
    size_t stride_bytes;
    uintptr_t inverse;    // of the odd part of the stride, modulo 2 to the bits of a pointer
    uint8_t stride_shift; // the even part of the stride is 1 << stride_shift
    uint8_t index_bits;   // of a ref
    uint8_t ref_low_bits; // index and tag
    uint16_t capacity;
    uint8_t lock HUTCH_DEFAULT_ZERO;                      // option: enum hutch_lock_kind
    const struct hutch_policy *policy HUTCH_DEFAULT_ZERO; // option: see policy.h
    const struct hutch_hooks *hooks HUTCH_DEFAULT_ZERO;   // option, with HUTCH_POOL_SPAWNED: see spawn.h
#if HUTCH_CFG_WAIT
    struct hutch_waiters *wait HUTCH_DEFAULT_ZERO; // option, with HUTCH_LOCK_IRQ: see wait.h
#endif
};

// Dividing an offset by the stride, checking that it is a multiple of it and checking its range are one
// multiply, one rotate and one compare (Granlund, Montgomery 1994, section 9). 3x ^ 2 is the inverse of an
// odd x to 5 bits; each step of Newton's doubles that.
#define HUTCH_POINTER_BITS (sizeof(uintptr_t) * 8u)
#define HUTCH_LOW_BIT(stride) ((uintptr_t)(stride) & (uintptr_t)(~(uintptr_t)(stride) + 1u))
#define HUTCH_ODD_PART(stride) ((uintptr_t)((uintptr_t)(stride) / HUTCH_LOW_BIT(stride)))
#define HUTCH_NEWTON_(odd, x) ((uintptr_t)((x) * (uintptr_t)((uintptr_t)2u - (uintptr_t)((odd) * (x)))))
#define HUTCH_INVERSE_5_(odd) ((uintptr_t)((uintptr_t)((uintptr_t)3u * (odd)) ^ (uintptr_t)2u))
#define HUTCH_INVERSE_10_(odd) HUTCH_NEWTON_(odd, HUTCH_INVERSE_5_(odd))
#define HUTCH_INVERSE_20_(odd) HUTCH_NEWTON_(odd, HUTCH_INVERSE_10_(odd))
#define HUTCH_INVERSE_40_(odd) HUTCH_NEWTON_(odd, HUTCH_INVERSE_20_(odd))
#define HUTCH_INVERSE_80_(odd) HUTCH_NEWTON_(odd, HUTCH_INVERSE_40_(odd))
#if UINTPTR_MAX > 0xFFFFFFFFu
#    define HUTCH_INVERSE(stride) HUTCH_INVERSE_80_(HUTCH_ODD_PART(stride))
#else
#    define HUTCH_INVERSE(stride) HUTCH_INVERSE_40_(HUTCH_ODD_PART(stride))
#endif
#define HUTCH_SHIFT_BIT_(low, mask, value) (((low) & (uintptr_t)(mask)) != 0 ? (value) : 0)
#define HUTCH_SHIFT_(low)                                                            \
    (HUTCH_SHIFT_BIT_(low, 0xAAAAAAAAu, 1) | HUTCH_SHIFT_BIT_(low, 0xCCCCCCCCu, 2) | \
     HUTCH_SHIFT_BIT_(low, 0xF0F0F0F0u, 4) | HUTCH_SHIFT_BIT_(low, 0xFF00FF00u, 8) | \
     HUTCH_SHIFT_BIT_(low, 0xFFFF0000u, 16))
#define HUTCH_SHIFT(stride) HUTCH_SHIFT_(HUTCH_LOW_BIT(stride))

// Bits that count to capacity - 1, and the bits below the generation in a ref.
#define HUTCH_INDEX_BITS(capacity) \
    ((capacity) > 16384  ? 15      \
     : (capacity) > 8192 ? 14      \
     : (capacity) > 4096 ? 13      \
     : (capacity) > 2048 ? 12      \
     : (capacity) > 1024 ? 11      \
     : (capacity) > 512  ? 10      \
     : (capacity) > 256  ? 9       \
     : (capacity) > 128  ? 8       \
     : (capacity) > 64   ? 7       \
     : (capacity) > 32   ? 6       \
     : (capacity) > 16   ? 5       \
     : (capacity) > 8    ? 4       \
     : (capacity) > 4    ? 3       \
     : (capacity) > 2    ? 2       \
     : (capacity) > 1    ? 1       \
                         : 0)
#define HUTCH_REF_LOW_BITS(capacity)                                           \
    (HUTCH_INDEX_BITS(capacity) + HUTCH_CFG_TAG_BITS + 8 <= HUTCH_CFG_REF_BITS \
         ? HUTCH_INDEX_BITS(capacity) + HUTCH_CFG_TAG_BITS                     \
         : HUTCH_INDEX_BITS(capacity))
#define HUTCH_GENERATION_BITS(capacity) (HUTCH_CFG_REF_BITS - HUTCH_REF_LOW_BITS(capacity))

/// Does the pool do without a lock? Not in debug builds and with HUTCH_CFG_STATS 2, which note more than a
/// word, not with a policy, and not with weak refs that the CPU cannot swap: those pools take a lock.
#if defined(__SDCC)
#    define hutch_is_free(pool) false // a call that SDCC would not fold, nor what hangs on it
#else
HUTCH_INLINE bool hutch_is_free(const struct hutch_pool *pool)
{
#    if HUTCH_HAS_LOCK_FREE
    return HUTCH_CFG_CHECK < 2 && HUTCH_CFG_STATS < 2 && pool->lock == HUTCH_LOCK_FREE &&
           pool->policy == NULL && (HUTCH_HAS_REF_SWAP || pool->generations == NULL);
#    else
    (void)pool;
    return false;
#    endif
}
#endif

/// Does the pool have critical sections?
HUTCH_INLINE bool hutch_is_locking(const struct hutch_pool *pool)
{
    return pool->lock != HUTCH_LOCK_NONE && !hutch_is_free(pool);
}

/// And are they the port's? A lock-free pool that cannot be one takes what keeps out most.
HUTCH_INLINE bool hutch_is_masking(const struct hutch_pool *pool)
{
    return hutch_is_locking(pool) && (!HUTCH_CFG_CORES || pool->lock == HUTCH_LOCK_IRQ);
}

// A compiler that folds nothing spends most of an acquire on questions about a pool that has none of what is
// asked for. Its port has these two, for words of HUTCH_PORT_TAKES bits and at most one summary level:
//   hutch_port_take(words, capacity)          the lowest free slot, or HUTCH_NONE
//   hutch_port_give(words, index, capacity)   false: it is free already
#if defined(HUTCH_PORT_TAKES) && HUTCH_PORT_TAKES == HUTCH_CFG_WORD_BITS
#    define HUTCH_PORT_HAS_PLAIN 1
#else
#    define HUTCH_PORT_HAS_PLAIN 0
#    define hutch_port_take(words, capacity) HUTCH_NONE
#    define hutch_port_give(words, index, capacity) false
#endif

/// Is there nothing to a pool but its slots, its bitmap and its counters?
HUTCH_INLINE bool hutch_is_plain(const struct hutch_pool *pool)
{
    return HUTCH_CFG_STATS < 2 && pool->lock == HUTCH_LOCK_NONE && pool->policy == NULL &&
           pool->generations == NULL && pool->marks == NULL &&
           pool->capacity <= HUTCH_WORD_BITS * HUTCH_WORD_BITS;
}

/// Is an address of the pool part of the instructions that use it? Elsewhere it is loaded ahead of a critical
/// section.
#if defined(HUTCH_PORT_FOLDS_ADDRESSES)
HUTCH_INLINE bool hutch_is_folded(const struct hutch_pool *pool)
{
    return __builtin_constant_p(pool->capacity);
}
#else
#    define hutch_is_folded(pool) false // SDCC would make it a call
#endif

/// Enters the pool's critical section. Sections nest; the token goes to hutch_unlock.
HUTCH_INLINE hutch_port_state_t hutch_lock(const struct hutch_pool *pool)
{
    hutch_port_state_t saved = (hutch_port_state_t)0;
    if (hutch_is_masking(pool)) {
        saved = hutch_port_enter();
    }
#if HUTCH_CFG_CORES
    if (hutch_is_locking(pool) && !hutch_is_masking(pool)) {
        saved = hutch_cores_enter();
    }
#endif
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_locked(pool);
    }
    return saved;
}

/// Leaves the pool's critical section.
HUTCH_INLINE void hutch_unlock(const struct hutch_pool *pool, hutch_port_state_t saved)
{
    if (HUTCH_CFG_CHECK >= 2) {
        hutch_debug_unlocking(pool);
    }
#if HUTCH_CFG_CORES
    if (hutch_is_locking(pool) && !hutch_is_masking(pool)) {
        hutch_cores_exit(saved);
    }
#endif
    if (hutch_is_masking(pool)) {
        hutch_port_exit(saved);
    }
}

/// One mark's words; the pool has hooks.
HUTCH_INLINE hutch_word_t *hutch_marks_of(const struct hutch_pool *pool, enum hutch_mark mark)
{
    return pool->marks + (size_t)((unsigned)mark * HUTCH_LEAF_WORDS((unsigned)pool->capacity));
}

#if HUTCH_REACH && defined(HUTCH_CFG_SECTION)
/// Lays a pool's slots before its bitmap, where one address then serves both: gcc lays side by side what is
/// in one section, in the order in which it meets it. Emits nothing.
HUTCH_INLINE void hutch_lay_out(const struct hutch_pool *pool)
{
    if (__builtin_constant_p(pool->capacity) && pool->slots != NULL &&
        (size_t)pool->capacity * pool->stride_bytes < HUTCH_REACH) {
        __asm__("" : : "m"(*pool->slots));
    }
}

HUTCH_INLINE hutch_word_t *hutch_live_of(const struct hutch_pool *pool)
{
    hutch_lay_out(pool);
    return pool->live;
}
#else
#    define hutch_lay_out(pool) ((void)0)
#    define hutch_live_of(pool) ((pool)->live) // SDCC would make it a call
#endif

/// The leaf words of what iteration, is_live and refs see: the live slots, or with hooks those of them that
/// are marked visible.
HUTCH_INLINE hutch_word_t *hutch_visible_of(const struct hutch_pool *pool)
{
    return pool->marks != NULL ? hutch_marks_of(pool, HUTCH_MARK_VISIBLE) : hutch_live_of(pool);
}

/// Is slot `index` one that iteration, is_live and refs see?
HUTCH_INLINE bool hutch_is_visible(const struct hutch_pool *pool, unsigned index)
{
    const hutch_word_t word =
        hutch_tracker_read(&hutch_visible_of(pool)[index / HUTCH_WORD_BITS], hutch_is_free(pool));
    return (word & hutch_bit(index)) != 0;
}

/// Is slot `index` between acquire and the end of its spawn hook, or inside despawn?
HUTCH_INLINE bool hutch_is_hidden(const struct hutch_pool *pool, unsigned index)
{
    return pool->marks != NULL && hutch_tracker_is_live(pool->live, index) && !hutch_is_visible(pool, index);
}

/// The pool's counters, or NULL in a build without them.
HUTCH_INLINE struct hutch_stats *hutch_stats_of(const struct hutch_pool *pool)
{
#if HUTCH_CFG_STATS
    return pool->stats;
#else
    (void)pool;
    return NULL;
#endif
}

#endif
