// SPDX-License-Identifier: MIT
// looks.h - objects with hooks, the ways in which they come and go, and who looks at them meanwhile.
#ifndef SWEEP_LOOKS_H
#define SWEEP_LOOKS_H

#include "hutch/hutch.h"
#include "hutch/prefab.h"
#include "hutch/scene.h"

/// An object's byte says what its hooks have done: only READY ones may be seen.
enum state { RAW, BUSY, READY };

struct beast {
    volatile uint8_t state;
    uint8_t bytes[4];
};

enum { BEASTS = 3, GHOSTS = 2, ORCS = 4 };

extern const struct hutch_hooks beast_hooks;
HUTCH_POLICY_DECLARE(fade);
// Hooks; hooks, and the oldest is evicted; components and families.
HUTCH_POOL_SPAWNED_DECLARE(beasts, struct beast, BEASTS, .lock = SWEEP_LOCK, .hooks = &beast_hooks);
HUTCH_POOL_SPAWNED_DECLARE(ghosts, struct beast, GHOSTS, .lock = SWEEP_LOCK, .policy = &fade, .hooks = &beast_hooks);
HUTCH_POOL_PREFABS_DECLARE(orcs, struct beast, ORCS, .lock = SWEEP_LOCK);

extern const struct hutch_prefab *const swept_orc;
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

/// Refs to whatever is live, for later looks.
void swept_note_refs(void);

/// Empties all pools.
void swept_empty(void);

#endif
