// SPDX-License-Identifier: MIT
// swept.h - the pool and the operations that interrupts land in.
#ifndef SWEEP_SWEPT_H
#define SWEEP_SWEPT_H

#include "hutch/hutch.h"

struct cell {
    uint8_t bytes[6]; // no power of two: the index needs the multiply
};

#ifdef SWEEP_POLICY
HUTCH_POLICY_DECLARE(swept_policy);
#    define SWEEP_OPTIONS .lock = SWEEP_LOCK, .policy = &swept_policy
#else
#    define SWEEP_OPTIONS .lock = SWEEP_LOCK
#endif

#ifdef SWEEP_SPAWNED
extern const struct hutch_hooks cell_hooks;
HUTCH_POOL_SPAWNED_DECLARE(cells, struct cell, SWEEP_CAPACITY, SWEEP_OPTIONS, .hooks = &cell_hooks);
#else
HUTCH_POOL_DECLARE(cells, struct cell, SWEEP_CAPACITY, SWEEP_OPTIONS);
#endif

#ifdef SWEEP_POLICY
// What the pool does when it is full: see swept.c.
#    define SWEEP_KEEPS 1  // keeps some back, says when room is low and when it is there again
#    define SWEEP_OLDEST 2 // evicts the oldest
#    define SWEEP_LOWEST 3 // evicts the one with the lowest value, keeps one back
#    define SWEEP_SPILLS 4 // evicts whom a callback names, then spills; says when there is room again

enum {
    SWEEP_RESERVE = SWEEP_POLICY == SWEEP_KEEPS || SWEEP_POLICY == SWEEP_LOWEST ? 1 : 0,
    SWEEP_LOW = 2,
    SWEEP_SPARES = 2,
    SWEEP_SPARE_SLOT = 0x100, // the first slot of the other pool, as a result
    SWEEP_NAMED = 1           // whom the callback names
};

#    ifndef SWEEP_SPARES_LOCK
#        define SWEEP_SPARES_LOCK SWEEP_LOCK
#    endif
HUTCH_POOL_DECLARE(spares, struct cell, SWEEP_SPARES, .lock = SWEEP_SPARES_LOCK);

extern volatile uint16_t swept_notices;
extern volatile bool swept_nobody_goes; // the callback names nobody, and the pool spills

static inline uint8_t swept_value(unsigned index)
{
    return (uint8_t)((index * 5u + 3u) % 7u);
}

// When each slot was taken before a landing: not in the order of the slots.
enum { SWEEP_TURNS_BEFORE = SWEEP_CAPACITY };

static inline unsigned swept_stamp(unsigned index)
{
    return (index + SWEEP_CAPACITY - 2u) % SWEEP_CAPACITY;
}
#endif

/// Two acquires in a row in one function: a compiler that may keep the word in a register between them does.
/// @return both slot numbers, the first in the upper half; all ones = none
unsigned swept_pair(void);
#define PAIR_BITS (sizeof(unsigned) * 4u)
#define PAIR_MASK ((1u << PAIR_BITS) - 1u)

/// Sections of the port in a loop, each around a word that interrupts count in, too: a compiler that may,
/// loads it before the loop and stores it behind.
void swept_count(hutch_word_t *count, unsigned turns);

/// Walks all live objects.
/// @return a number that depends on which were visited, and in which order
unsigned swept_walk(void);

/// Walks all live objects and releases each.
/// @return like swept_walk, and on what each release answered
unsigned swept_walk_release(void);

/// Releases by release_if those that swept_goes names.
unsigned swept_release_if(void);

static inline bool swept_goes(unsigned index)
{
    return index % 2 == 0;
}

/// How a walk's visits are put into one number.
static inline unsigned swept_visit(unsigned visits, unsigned index)
{
    return (uint16_t)(visits * 33u + index + 1u);
}

#endif
