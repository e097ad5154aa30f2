// SPDX-License-Identifier: MIT
// seeds.h - deliberate bugs, included in front of everything; the sweep has to find each of them.
//
// Each replaces hutch's own take-first and give, or the port's exit, by a wrong one.
#ifndef SWEEP_SEEDS_H
#define SWEEP_SEEDS_H

#define SEED_LATE_MASK 1       // the bitmap is read before interrupts are masked
#define SEED_EARLY_UNMASK 2    // and written after they are unmasked
#define SEED_SUMMARY_OUTSIDE 3 // the leaf is changed inside, the summary outside
#define SEED_LOST_STORE 4      // release does not store
#define SEED_PLAIN_UNMASK 5 // exit opens instead of restoring; SEED_OPEN(saved) is the state that it writes

#include "hutch/tracker.h"

#if SEED == SEED_PLAIN_UNMASK
#    define hutch_port_exit(saved) hutch_port_exit((hutch_port_state_t)((void)(saved), SEED_OPEN(saved)))
#else

HUTCH_INLINE void seed_copy(volatile hutch_word_t *to, const volatile hutch_word_t *from, unsigned first,
                            unsigned end)
{
    for (unsigned k = first; k < end; k++) {
        to[k] = from[k];
    }
}

// Changes a copy of the bitmap with `change`, and copies in and out under as little of a lock as the seed
// says. The pools of a seeded build have no lock of their own.
#    define SEED_WRAP(words, capacity, change)                                                         \
        enum { all = HUTCH_TRACKER_WORDS(SWEEP_CAPACITY), leaves = HUTCH_LEAF_WORDS(SWEEP_CAPACITY) }; \
        hutch_word_t copy[all];                                                                        \
        hutch_port_state_t saved;                                                                      \
        if (SEED == SEED_LATE_MASK) {                                                                  \
            seed_copy(copy, words, 0, all);                                                            \
            saved = hutch_port_enter();                                                                \
        } else {                                                                                       \
            saved = hutch_port_enter();                                                                \
            seed_copy(copy, words, 0, all);                                                            \
        }                                                                                              \
        change;                                                                                        \
        if (SEED == SEED_EARLY_UNMASK) {                                                               \
            hutch_port_exit(saved);                                                                    \
            seed_copy(words, copy, 0, all);                                                            \
        } else if (SEED == SEED_SUMMARY_OUTSIDE) {                                                     \
            seed_copy(words, copy, 0, leaves);                                                         \
            hutch_port_exit(saved);                                                                    \
            seed_copy(words, copy, leaves, all);                                                       \
        } else {                                                                                       \
            seed_copy(words, copy, 0, all);                                                            \
            hutch_port_exit(saved);                                                                    \
        }

HUTCH_INLINE unsigned seed_take_first(hutch_word_t *words, unsigned capacity, hutch_word_t *taken)
{
    unsigned leaf;
    SEED_WRAP(words, capacity, leaf = hutch_tracker_take_first(copy, capacity, taken))
    return leaf;
}

HUTCH_INLINE bool seed_give(hutch_word_t *words, unsigned capacity, unsigned index)
{
    bool was_live;
    if (SEED == SEED_LOST_STORE) {
        return (words[index / HUTCH_WORD_BITS] & hutch_bit(index)) != 0;
    }
    SEED_WRAP(words, capacity, was_live = hutch_tracker_give(copy, capacity, index))
    return was_live;
}

#    define hutch_tracker_take_first seed_take_first
#    define hutch_tracker_give seed_give
#endif

#endif
