// SPDX-License-Identifier: MIT
// swept.h - the pool and the operations that interrupts land in.
#ifndef SWEEP_SWEPT_H
#define SWEEP_SWEPT_H

#include "hutch/hutch.h"
#include "hutch/policy.h"
#include "hutch/runs.h"
#include "hutch/spawn.h"

struct cell {
    uint8_t bytes[6]; // no power of two: the index needs the multiply
};

// The pool, as its descriptor only: swept.c has its line, and alone knows its lock. So its typed functions
// fold there, in the code that is swept, and nowhere else.
extern const struct hutch_pool cells_pool HUTCH_SHARED_ABI_(cells_pool);

#ifdef SWEEP_POLICY
HUTCH_POLICY_DECLARE(swept_policy);

// What the pool does when it is full: see swept.c.
#    define SWEEP_KEEPS 1  // keeps some back, says when room is low and when it is there again
#    define SWEEP_OLDEST 2 // evicts the oldest
#    define SWEEP_LOWEST 3 // evicts the one with the lowest value, keeps one back, says when room is low
#    define SWEEP_SPILLS 4 // evicts whom a callback names, then spills; says when there is room again

enum {
    SWEEP_RESERVE = SWEEP_POLICY == SWEEP_KEEPS || SWEEP_POLICY == SWEEP_LOWEST ? 1 : 0,
    SWEEP_LOW = SWEEP_POLICY == SWEEP_LOWEST ? 1 : 2,
    SWEEP_SPARES = 2,
    SWEEP_SPARE_SLOT = 0x100, // the first slot of the other pool, as a result
    SWEEP_NAMED = 1           // whom the callback names
};

extern const struct hutch_pool spares_pool HUTCH_SHARED_ABI_(spares_pool); // that it spills to

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

// The pool's typed functions, each in a function of its own.
struct cell *swept_acquire(void);
struct cell *swept_acquire_urgent(void);
bool swept_release(const struct cell *cell);
bool swept_release_at(unsigned index);
struct cell *swept_claim(unsigned index);
struct cell *swept_acquire_run(unsigned length);
bool swept_release_run(const struct cell *cell, unsigned length);
void swept_clear(void);

// Those of a pool with hooks.
struct cell *swept_spawn(const uint8_t *args);
struct cell *swept_spawn_urgent(const uint8_t *args);
bool swept_despawn(const struct cell *cell);
hutch_ref_t swept_ref(const struct cell *cell);
struct cell *swept_deref(hutch_ref_t ref);
bool swept_release_ref(hutch_ref_t ref);
bool swept_persist(const struct cell *cell);

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
