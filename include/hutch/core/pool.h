// SPDX-License-Identifier: MIT
// pool.h - what a pool is: a constant descriptor over its slots and its bitmap. Types only.
//
//   rabbits_pool (flash, or folded away)      rabbits_slots_ (RAM)           rabbits_live_ (RAM)
//   +----------------+                        +---------+---------+----      +----------------------+
//   | slots          |----------------------->| slot 0  | slot 1  | ...      | ...0 0 0 1 0 1 1 0 1 |
//   | live           |--------------------.   +---------+---------+----      +----------------------+
//   | stride, ...    |                    |     the object's bytes only        ^    bit i = slot i
//   | options        |--> lock, policy    '------------------------------------'
//   | identity       |--> name, for reports
//   +----------------+
#ifndef HUTCH_POOL_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_POOL_H

#include "atomic.h"
#include "bits.h"
#include "stride.h"

/// Which contexts may share the pool: selects the critical section of acquire and release.
enum hutch_lock_kind {
    HUTCH_LOCK_NONE = 0, // one context only; costs nothing
    HUTCH_LOCK_IRQ = 1,  // the port's critical section: main loop and interrupts, or what the port states
#if HUTCH_HAS_LOCK_FREE
    HUTCH_LOCK_FREE = 2, // atomic changes, nothing is masked; hutch_is_lock_free names the pools that take a
                         // lock instead
#endif
#if HUTCH_CFG_CORES
    HUTCH_LOCK_CORES = 3 // as HUTCH_LOCK_IRQ, and excludes the other cores, see cores.h
#endif
};
enum { HUTCH_LOCK_IRQ_ = HUTCH_LOCK_IRQ }; // hutch.h takes the name away from a port that masks nothing
#if !HUTCH_CFG_LOCK_FREE
#    define HUTCH_LOCK_FREE HUTCH_LOCK_FREE_needs_HUTCH_CFG_LOCK_FREE_1
#elif !HUTCH_HAS_LOCK_FREE
#    define HUTCH_LOCK_FREE HUTCH_LOCK_FREE_needs_atomic_instructions_use_HUTCH_LOCK_IRQ
#endif
#if !HUTCH_CFG_CORES
#    define HUTCH_LOCK_CORES HUTCH_LOCK_CORES_needs_HUTCH_CFG_CORES_1
#endif

struct hutch_policy;
struct hutch_waiters;
struct hutch_generic_calls;
struct hutch_stats;
struct hutch_debug;
struct hutch_note;

/// Functions that a pool calls for its objects; constant, in flash. A hook that is not needed is NULL.
struct hutch_hooks {
    void (*construct)(void *object);               // once per slot, before its first spawn
    void (*spawn)(void *object, const void *args); // initialises the object; args: the caller's, may be NULL
    void (*despawn)(void *object);                 // restores the state that the next spawn expects
};

/// The options of a pool declaration, after the type: `64` or `64, .lock = HUTCH_LOCK_IRQ`.
struct hutch_options {
    uint16_t capacity;
    uint8_t lock HUTCH_DEFAULT_ZERO; // enum hutch_lock_kind
    const struct hutch_policy *policy
        HUTCH_DEFAULT_ZERO; // what a full pool does, see policy.h; NULL: acquire fails
    const struct hutch_hooks *hooks HUTCH_DEFAULT_ZERO; // see spawn.h, and counted.h; NULL in other pools
#if HUTCH_CFG_WAIT
    struct hutch_waiters *wait HUTCH_DEFAULT_ZERO; // with HUTCH_LOCK_IRQ, see wait.h
#endif
};

/// What a fault report needs. A struct of its own, so that a program that only acquires and releases keeps
/// these few bytes in flash and not the descriptor. Without HUTCH_CFG_NAMES only lists of pools print it.
struct hutch_identity {
    const char *name;
#if HUTCH_CFG_NAMES
    const unsigned char *slots; // NULL: a pool of numbers
    size_t span_bytes, stride_bytes;
#endif
};

/// The marks of a slot in addition to its live bit: all in a pool made for hooks; VISIBLE also in a pool with
/// queues, and in one with refs that may be lock-free.
enum hutch_mark {
    HUTCH_MARK_VISIBLE = 0, // walks, is_live and refs find the object
    HUTCH_MARK_CONSTRUCTED = 1,
    HUTCH_MARK_PERSISTENT = 2,
    HUTCH_MARKS = 3
};

#define HUTCH_HAS_HOOKS(pool) ((pool)->has_marks > HUTCH_MARK_PERSISTENT)
#define HUTCH_HAS_QUEUES(pool) ((pool)->has_marks == 2)                                // see queue.h
#define HUTCH_KEEPS_MORE(pool) ((pool)->generations != NULL || HUTCH_HAS_QUEUES(pool)) // than the bitmap

/// The leaf words of one mark.
#define HUTCH_MARK_WORDS(pool, mark) \
    ((pool)->visible + (size_t)(mark)*HUTCH_LEAF_WORDS((unsigned)(pool)->capacity))

/// How a slot is acquired: bit flags, combined by |.
enum hutch_mode {
    HUTCH_MODE_USUAL = 0,
    HUTCH_MODE_HIDDEN = 1,   // invisible until the end of spawn; for pools with hooks
    HUTCH_MODE_URGENT = 2,   // may use the slots that the pool's policy reserves
    HUTCH_MODE_UNCOUNTED = 4 // a refusal is not counted: the caller tries again, or counts it
};

/// A pool. Made by the HUTCH_POOL macros only.
struct hutch_pool {
    HUTCH_PORT_FIELDS
    const struct hutch_pool
        *self; // the descriptor that all files share; a file may fold a private copy of it
    const struct hutch_options *options;
    const struct hutch_identity *identity;
    unsigned char *slots;  // NULL: a pool of numbers
    hutch_word_t *live;    // all levels of the bitmap
    hutch_word_t *visible; // leaf words: what walks, is_live and refs read; `live` if the pool has no marks,
                           // else each mark's in turn, see enum hutch_mark
    hutch_ref_t *generations; // NULL: no refs, see ref.h
#if HUTCH_SERVES_ANY
    const struct hutch_generic_calls *calls; // see generic.h; NULL: a plain pool
#endif
#if HUTCH_CFG_STATS
    struct hutch_stats *stats;
#endif
#if HUTCH_CFG_STATS >= 2
    unsigned long *idle_since; // per slot: the tick of its last acquire or release; 0: never used
#endif
    HUTCH_IF_NOTES(struct hutch_note *notes; hutch_word_t * mirror;) // see debug.h
    HUTCH_IF_DEBUG(struct hutch_debug *debug; size_t object_bytes;
                   size_t edge_bytes;) // the guard at each end of runs, else 0
    size_t stride_bytes;
    uintptr_t inverse;    // of the odd part of the stride, see stride.h
    uint8_t stride_shift; // the even part of the stride is 1 << stride_shift
    uint8_t index_bits;   // bits of the index in a ref
    uint8_t ref_low_bits; // bits of index and tag in a ref
    uint16_t has_marks; // marks of a slot: 0; 1, visible; 2, the same in a pool with queues; HUTCH_MARKS, in
                        // one made for hooks. Not a byte: Thumb-1 loads one this far away in two steps
    uint16_t capacity;
};

/// The state of a HUTCH_FOREACH that folds. The compiler keeps only the fields that the pool needs, in
/// registers; walk.h explains them.
struct hutch_walk {
    bool is_between_bodies;   // false while the body runs, so that `break` ends both loops
    hutch_word_t bit;         // locked pools: the slot's bit; 0 after the last of a word
    const hutch_word_t *word; // the slot's leaf word
    unsigned char *at;        // the slot's address
    unsigned char *slots;     // locked pools: the address of the word's first slot
    hutch_word_t rest;        // unlocked pools: the word, shifted so that the slot is bit 0, see walk.h
    hutch_word_t seen;        // unlocked pools: the word as it was before the body
};

#endif
