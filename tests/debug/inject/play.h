// SPDX-License-Identifier: MIT
// play.h - valid random play on two pools, and what the injections need of it.
#ifndef PLAY_H
#define PLAY_H

#include "unit.h"

#ifndef BIRDS_MAX
#    define BIRDS_MAX 130 // five words of 32 bits, a summary, and bits past the capacity
#endif
enum { birds_max = BIRDS_MAX, fish_max = BIRDS_MAX >= 100 ? 8 : 3 };
struct bird {
    uint8_t bytes[12];
};

HUTCH_POOL_TRACKED_DECLARE(birds, struct bird, birds_max);
HUTCH_POOL_TRACKED_DECLARE(fish, struct bird, fish_max);

/// What the play knows of each slot: whether it is live, and the last ref to it.
struct known {
    bool is_live;
    hutch_ref_t ref;
};
extern struct known birds_known[birds_max];

/// The faults since the last look: how many, and the first one's code.
extern unsigned play_faults, play_first_code;

/// Begins again with empty pools.
void play_begin(uint32_t seed);

/// One valid operation.
/// @return false when it raised a fault or did not answer what it must
bool play_step(void);

/// A random number below `bound`, which is at most 65536.
unsigned play_random(unsigned bound);

/// A random live slot, a random free one; steps until there is one.
unsigned play_live_slot(void);
unsigned play_free_slot(void);

/// Is every slot what the play knows, and the pool sound?
bool play_is_right(void);

#endif
