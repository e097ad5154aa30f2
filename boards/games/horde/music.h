// SPDX-License-Identifier: MIT
// music.h - the tune: music.c has its notes, and a console's instruments.c plays them.
#ifndef HORDE_MUSIC_H
#define HORDE_MUSIC_H

#include "state.h"

// A board that plays the tune builds with -DBOARD_TUNE=1 for the lead alone, 3 for bass and drums, too.
#ifndef BOARD_TUNE
#    define BOARD_TUNE 0
#endif

// Debug builds stand still in their menu, where a tone would go on; and some have no room.
#if HUTCH_CFG_CHECK < 2
#    define MUSIC_PARTS (BOARD_TUNE)
#else
#    define MUSIC_PARTS 0
#endif

enum { MUSIC_REST };

/// Plays the tune for a frame, after the game's sound effects.
void music_step(void);

/// Returns 131072 divided by a pitch's hertz: 2048 less that is the rate of a square of the Game Boy's.
uint16_t music_period(uint8_t pitch);

// By the console; called only while no sound effect has that voice.

/// Returns how many pictures were displayed since the last call: 1 where every frame is in time.
uint8_t music_frames(void);

/// Begins a note of the lead, or its rest.
void music_lead(uint8_t pitch);

/// Begins a note of the bass, or its rest.
void music_bass(uint8_t pitch);

/// Strikes a drum, as the Game Boy's registers have it: its volume and how it fades; how dark its noise is.
void music_drum(uint8_t volume, uint8_t rate);

#endif
