// SPDX-License-Identifier: MIT
// swept.h - the pool and the operations that interrupts land in.
#ifndef SWEEP_SWEPT_H
#define SWEEP_SWEPT_H

#include "hutch/hutch.h"

struct cell {
    uint8_t bytes[6]; // no power of two: the index needs the multiply
};

#ifdef SWEEP_SPAWNED
HUTCH_POOL_SPAWNED_DECLARE(cells, struct cell, SWEEP_CAPACITY);
#else
HUTCH_POOL_DECLARE(cells, struct cell, SWEEP_CAPACITY);
#endif

/// Two acquires in a row in one function: a compiler that may keep the word in a register between them does.
/// @return both slot numbers, the first in the high byte; 255 = none
unsigned swept_pair(void);

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
