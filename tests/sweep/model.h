// SPDX-License-Identifier: MIT
// model.h - a pool as an array of booleans, and which outcomes of an operation with an interrupt are legal.
#ifndef SWEEP_MODEL_H
#define SWEEP_MODEL_H

#include "swept.h"

/// The operations that are interrupted. Those that name a slot mean scenario.target.
enum operation {
    ACQUIRE,
    PAIR,
    COUNT, // COUNT_TURNS sections of the caller's own
    RELEASE,
    RELEASE_AT,
    RELEASE_FREE, // a double release
    RELEASE_AT_FREE,
    RELEASE_FOREIGN,
    CLAIM,
    CLAIM_LIVE, // refused
    REFUSED,    // calls that are wrong whatever is live, in a row
    ACQUIRE_RUN,
    RELEASE_RUN,
    CLEAR,
    WALK,
    WALK_RELEASE,
    RELEASE_IF,
    SPAWN, // from here on: pools with hooks and refs
    DESPAWN,
    REF,
    DEREF,
    RELEASE_REF,
    PERSIST,
    ACQUIRE_URGENT, // pools with a policy
    SPAWN_URGENT,
    OPERATIONS
};

/// What the interrupt does. KEEP keeps its slot: an interrupt that puts everything back hides what it broke.
/// URGENT, in pools with a policy, keeps one that is kept back. MOVE, in lock-free pools, first takes one
/// and then gives its own back: the free slot is another one then.
#ifdef SWEEP_POLICY
enum interrupt { KEEP, DROP, CYCLE, SWAP, URGENT, INTERRUPTS, NOTHING = INTERRUPTS };
#elif defined(SWEEP_FREE)
enum interrupt { KEEP, DROP, CYCLE, SWAP, MOVE, INTERRUPTS, NOTHING = INTERRUPTS };
#else
enum interrupt { KEEP, DROP, CYCLE, SWAP, INTERRUPTS, NOTHING = INTERRUPTS };
#endif

enum { SWEEP_PERSISTENT = 0x4000 }; // what a persistent object adds to outcome.generations
enum { RUN_LENGTH = 2, REFUSED_FAULTS = 5, COUNT_TURNS = 2, NO_SLOT = 0xFFFF };
#if defined(SWEEP_POLICY) || defined(SWEEP_SPAWNED)
enum { OUTCOMES_MAX = 96 };
#else
enum { OUTCOMES_MAX = 48 };
#endif

// A lock-free pool of several words looks at one after the other, so which free slot it takes depends on
// when it looked where; and of many words the last is a hint, which may be any.
#ifdef SWEEP_FREE
enum { WORDS_TOLD = HUTCH_LEAF_WORDS(SWEEP_CAPACITY), TAKES_ANY = WORDS_TOLD > 1 };
#else
enum { WORDS_TOLD = HUTCH_BITMAP_WORDS(SWEEP_CAPACITY), TAKES_ANY = 0 };
#endif

/// One case: who does what to which pool.
struct scenario {
    enum operation operation;
    enum interrupt interrupt;
    enum interrupt nested;   // what interrupts the interrupt, or NOTHING
    unsigned target;         // the slot that the operation names
    unsigned dropped;        // the slot that the interrupt releases
    unsigned nested_dropped; // and the nested one
};

/// In every other case the callback of SWEEP_SPILLS names nobody.
static inline bool policy_names_nobody(const struct scenario *scenario)
{
    return (unsigned)scenario->interrupt % 2 == 0;
}

/// Everything that can be seen of one case afterwards.
struct outcome {
    unsigned result;         // of the operation: a slot number or two, 0 or 1, or the visits of a walk
    uint16_t interrupted[2]; // what the interrupt's one or two calls answered
    uint16_t nested[2];
    uint16_t faults;
    uint16_t
        generations;  // the sum of all slots', and how many are visible and persistent: in pools with hooks
    uint16_t notices; // in pools with a policy: calls when room was low, and 256 for each when there was room
    uint16_t order;   // who is oldest, and what the pool that is spilled to holds
    hutch_word_t words[HUTCH_BITMAP_WORDS(SWEEP_CAPACITY)];
};

/// The bitmap, summary levels included, of a pool with these live slots; by definition, not by hutch's code.
void model_words(const bool *live, hutch_word_t *words);

/// Finds every outcome that some order of the atomic steps gives.
/// @return how many `outcomes` now holds; more than OUTCOMES_MAX when they did not fit
unsigned model_outcomes(const struct scenario *scenario, const bool *live, bool is_masked,
                        struct outcome *outcomes);

/// With TAKES_ANY any free slot may be the one: the model then takes what this outcome says, where that is
/// free.
void model_follow(const struct outcome *choices);

bool outcome_equals(const struct outcome *a, const struct outcome *b);

#endif
