// SPDX-License-Identifier: MIT
// kinds.h - what kinds.c, kinds_calls.c and kinds_pools.c share: pools of every kind, and the one in use.
#ifndef KINDS_H
#define KINDS_H

#include "unit.h"

#include "hutch/core/over.h"
#include "hutch/prefab.h"

struct thing {
    uint8_t bytes[3];
};

/// A pool; with prefabs if it has a herd.
struct kind {
    const struct hutch_pool *pool;
    const struct hutch_herd *herd;
    const struct hutch_prefab *prefabs[2];
};

extern const struct kind kinds[];
extern const unsigned kinds_length;
extern uint32_t kinds_dice;

/// Rows of the table: a pool; one with its two prefabs.
#define ONE(name)           \
    {                       \
        &name##_pool, NULL, \
        {                   \
            NULL, NULL      \
        }                   \
    }
#define PREFABS(name)                  \
    {                                  \
        &name##_pool, &name##_herd,    \
        {                              \
            &name##_full, &name##_bare \
        }                              \
    }

/// The pools' hooks: all, the last, the spawn hook alone.
void kinds_born(void *object, const void *args);
void kinds_dies(void *object);
extern const struct hutch_hooks kinds_hooks, kinds_half, kinds_births;

/// Lays out the pools that get their memory at run time.
void kinds_init(void);

/// The pool in use, a ref of it, and the slot that the call is about.
extern const struct kind *kind;
extern const struct hutch_pool *pool;
extern hutch_ref_t kept;
extern unsigned aimed;

/// How many interrupts came since the call began.
extern volatile unsigned interrupts;

unsigned kinds_random(unsigned below);

/// Calls a function, with the object of slot `aimed` or another one, and checks the number of live objects.
/// @param  roll  below 100: which group of functions
void kinds_call(unsigned roll, void *object);

/// Chooses a victim; now and then one that is none, or that it has released itself.
unsigned kinds_odd_victim(const struct hutch_pool *pool);

#endif
