// SPDX-License-Identifier: MIT
// seeds.h - deliberate bugs, included in front of everything; the sweep has to find each of them.
//
// Each replaces hutch's own acquire and release, or the port's exit, by a wrong one. SEED is how, known to
// the compiler; of SEED_WRAPPED the linker chooses one, so that they share their code.
#ifndef SWEEP_SEEDS_H
#define SWEEP_SEEDS_H

#define SEED_WRAPPED 1
#define SEED_TORN_SWAP 2   // lock-free: swaps and fetches are plain reads and writes
#define SEED_SHOWN_EARLY 3 // an object can be seen from the moment its slot is taken
#define SEED_HIDDEN_LATE 4 // and until the slot is free

#define SEED_LATE_MASK 1       // the bitmap is read before interrupts are masked
#define SEED_EARLY_UNMASK 2    // and written after they are unmasked
#define SEED_SUMMARY_OUTSIDE 3 // the leaf is changed inside, the summary outside
#define SEED_LOST_STORE 4      // release does not store
#define SEED_PLAIN_UNMASK 5 // exit opens instead of restoring; SEED_OPEN(saved) is the state that it writes

#include "hutch/core/bitmap.h"

#if SEED == SEED_TORN_SWAP
#    undef HUTCH_CAS_WEAK
#    undef HUTCH_CAS_STRONG
#    undef HUTCH_FETCH_AND
#    undef HUTCH_FETCH_OR
// Nothing else happens to the word between the read and the write: so they think.
#    define SEED_TORN(lvalue, change)                               \
        __extension__({                                             \
            volatile __typeof__(lvalue) *const seed_at = &(lvalue); \
            const __typeof__(lvalue) seed_before = *seed_at;        \
            *seed_at = (__typeof__(lvalue))(change);                \
            seed_before;                                            \
        })
#    define HUTCH_FETCH_AND(lvalue, value, order) SEED_TORN(lvalue, seed_before &(value))
#    define HUTCH_FETCH_OR(lvalue, value, order) SEED_TORN(lvalue, seed_before | (value))
#    define HUTCH_CAS_WEAK(lvalue, expected, value, order)                            \
        __extension__({                                                               \
            const __typeof__(lvalue) seed_was =                                       \
                SEED_TORN(lvalue, seed_before == (expected) ? (value) : seed_before); \
            const bool seed_did = seed_was == (expected);                             \
            expected = seed_was;                                                      \
            seed_did;                                                                 \
        })
#    define HUTCH_CAS_STRONG(lvalue, expected, value, order) HUTCH_CAS_WEAK(lvalue, expected, value, order)
#elif SEED == SEED_SHOWN_EARLY
#    include "hutch/core/pool.h"
#    define HUTCH_MODE_HIDDEN HUTCH_MODE_USUAL
#elif SEED == SEED_HIDDEN_LATE
#    include "hutch/core/locked.h"
#    define hutch_locked_hide(pool, index) hutch_bitmap_is_live((pool)->visible, index)
#    define hutch_locked_release(pool, index, is_hidden) \
        (hutch_locked_release)(pool, index, (is_hidden) && false)
#elif SEED == SEED_WRAPPED
#    include "hutch/core/locked.h"
#    include "options.h"
#    ifdef SEED_CORES
#        define seed_enter hutch_cores_enter
#        define seed_exit hutch_cores_exit
#    else
#        define seed_enter hutch_port_enter
#        define seed_exit hutch_port_exit
#    endif
HUTCH_INLINE hutch_port_state_t seed_state(hutch_port_state_t saved)
{
    if (SWEEP_SEED == SEED_PLAIN_UNMASK) {
        return (hutch_port_state_t)SEED_OPEN(saved);
    }
    return saved;
}
#    define hutch_port_exit(saved) hutch_port_exit(seed_state(saved))

HUTCH_INLINE void seed_copy(volatile hutch_word_t *to, const volatile hutch_word_t *from, unsigned first,
                            unsigned end)
{
    for (unsigned k = first; k < end; k++) {
        to[k] = from[k];
    }
}

enum { SEED_ALL = HUTCH_BITMAP_WORDS(SWEEP_CAPACITY), SEED_LEAVES = HUTCH_LEAF_WORDS(SWEEP_CAPACITY) };

// Copies the bitmap out before the change, and in after it, under as little of a lock as the seed says. The
// pools of these builds have no lock of their own.
HUTCH_INLINE hutch_port_state_t seed_before(hutch_word_t *copy, const hutch_word_t *words)
{
    if (SWEEP_SEED == SEED_LATE_MASK) {
        seed_copy(copy, words, 0, SEED_ALL);
        return seed_enter();
    }
    const hutch_port_state_t saved = seed_enter();
    seed_copy(copy, words, 0, SEED_ALL);
    return saved;
}

HUTCH_INLINE void seed_after(hutch_word_t *words, const hutch_word_t *copy, hutch_port_state_t saved)
{
    if (SWEEP_SEED == SEED_EARLY_UNMASK) {
        seed_exit(saved);
        seed_copy(words, copy, 0, SEED_ALL);
    } else if (SWEEP_SEED == SEED_SUMMARY_OUTSIDE) {
        seed_copy(words, copy, 0, SEED_LEAVES);
        seed_exit(saved);
        seed_copy(words, copy, SEED_LEAVES, SEED_ALL);
    } else {
        seed_copy(words, copy, 0, SEED_ALL);
        seed_exit(saved);
    }
}

// Calls hutch's own function on a pool that has the copy for its bitmap; in brackets, so that it is not the
// macro of that name again.
#    define SEED_WRAP(type, function, acquires, pool, ...)                               \
        __extension__({                                                                  \
            hutch_word_t seed_words[SEED_ALL];                                           \
            struct hutch_pool seed_pool = *(pool);                                       \
            const hutch_port_state_t seed_saved = seed_before(seed_words, (pool)->live); \
            seed_pool.live = seed_pool.visible = seed_words;                             \
            const type seed_answer = (function)(&seed_pool, __VA_ARGS__);                \
            if (SWEEP_SEED != SEED_LOST_STORE || (acquires)) {                           \
                seed_after((pool)->live, seed_words, seed_saved);                        \
            } else {                                                                     \
                seed_exit(seed_saved);                                                   \
            }                                                                            \
            seed_answer;                                                                 \
        })

#    define hutch_locked_acquire(pool, mode) SEED_WRAP(unsigned, hutch_locked_acquire, true, pool, mode)
#    define hutch_locked_release(pool, index, is_hidden) \
        SEED_WRAP(bool, hutch_locked_release, false, pool, index, is_hidden)
#endif

#endif
