// SPDX-License-Identifier: MIT
// horde.h - the game as main.c and tests see it: a dinosaur, its phones, and rabbits without end.
#ifndef HORDE_H
#define HORDE_H

#include <stdint.h>

/// Starts at the title. The same seed and the same buttons give the same game on every board.
void horde_init(uint16_t seed);

/// Plays one frame, a 60th of a second.
/// @param  buttons  the buttons held, as board_buttons gives them
void horde_step(uint8_t buttons);

/// Draws the frame; changes nothing in the game.
void horde_draw(void);

/// Points so far.
uint32_t horde_score(void);

/// A fingerprint of the whole state: every field, which slots are live and what is in them, and the pools'
/// counters.
uint32_t horde_checksum(void);

#endif
