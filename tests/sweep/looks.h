// SPDX-License-Identifier: MIT
// looks.h - objects with hooks, the ways in which they come and go, and who looks at them meanwhile.
#ifndef SWEEP_LOOKS_H
#define SWEEP_LOOKS_H

#include "hutch/hutch.h"

/// An object's byte says what its hooks have done: only READY ones may be seen.
enum state { RAW, BUSY, READY };

struct beast {
    volatile uint8_t state;
    uint8_t name;
    uint8_t bytes[2];
};

extern volatile unsigned swept_comings, swept_goings; // of hooks

/// One way in which objects come or go.
struct way {
    void (*prepare)(void); // what is there before; the pools are empty
    void (*go)(void);      // what is interrupted
    uint8_t comings, goings, left;
};
extern const struct way swept_ways[];
extern const unsigned swept_ways_count;

/// What runs between these two is what is interrupted.
void swept_begin(void);
void swept_end_of_it(void);

/// Looks at all pools in all ways.
/// @return how many objects can be seen that may not be
unsigned swept_look(void);

/// Takes a ref of each object that can be seen.
void swept_take_refs(void);

/// Fills the pools, and follows the refs that were taken.
/// @return how many lead to another object than they were taken of
unsigned swept_follow_refs(void);

/// Returns how many objects are live in all pools.
unsigned swept_live(void);

/// Refs to whatever is live, for later looks.
void swept_note_refs(void);

/// Empties all pools.
void swept_empty(void);

#endif
