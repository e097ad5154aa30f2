// SPDX-License-Identifier: MIT
// sizes.h - how much there is of everything: in HORDE, and in STAMPEDE on boards that have the room.
//
// Both are the same game by the same rules; a build with -DHORDE_STAMPEDE=1 has the larger numbers, and the
// herd of stampede/. README.md gives the reason for each size of a pool.
#ifndef HORDE_SIZES_H
#define HORDE_SIZES_H

#include "board.h"

#ifndef HORDE_STAMPEDE
#    define HORDE_STAMPEDE 0
#endif

// Debug builds where there is no room do not play by themselves, and have no pause.
#ifndef HORDE_HAS_ROOM
#    define HORDE_HAS_ROOM 1
#endif

#if HORDE_STAMPEDE
enum {
    PHONES = 32,
    RABBITS = 96,
    RABBITS_FEW = 64,
    SPARKS = 128,
    SCORES = 12,

    FIELD_PIXELS = 768,
    VIEW_PIXELS = 240, // what rabbits come from outside of; a smaller screen shows the middle of it
    THROW_WAIT_TAPPED = 5,
    THROW_WAIT_HELD = 8,
    THROW_WAIT_THREE = 15,
    FIRST_RABBITS = 8,
    MORE_RABBITS = 6,
    WAVE_RABBITS_MAX = 80,
    LIFE_WAVES_MASK = 1,
};
#else
enum {
    PHONES = 6,
    RABBITS = 12,
    RABBITS_FEW = 8,
    SPARKS = 32,
    SCORES = 4,

    FIELD_PIXELS = 320,
    VIEW_PIXELS = BOARD_WIDTH,
    THROW_WAIT_TAPPED = 7, // frames between two throws
    THROW_WAIT_HELD = 11,
    THROW_WAIT_THREE = 11, // between two of a gift, which are three phones
    FIRST_RABBITS = 6,     // of a wave
    MORE_RABBITS = 5,      // in each that follows
    WAVE_RABBITS_MAX = 60,
    LIFE_WAVES_MASK = 3, // each fourth wave gives a life
};
#endif

#endif
