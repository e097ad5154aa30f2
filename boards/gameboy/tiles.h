// SPDX-License-Identifier: MIT
// tiles.h - the screen of board.h as 16 x 8 tiles, drawn in memory and shown from one of two places.
//
// A tile has 8 rows of two bytes: the low bits of eight pixels, then their high bits. The tiles of a column
// follow one another, so that 64 rows of it are 128 bytes:
//
//   byte 128 * (x / 8) + 2 * y        low bits, the leftmost pixel in bit 7
//   byte 128 * (x / 8) + 2 * y + 1    high bits
#ifndef HUTCH_GAMEBOY_TILES_H
#define HUTCH_GAMEBOY_TILES_H

#include "board.h"

#include <stdint.h>

enum {
    TILE_COLUMNS = BOARD_WIDTH / 8,
    TILE_ROWS = BOARD_HEIGHT / 8,
    COLUMN_BYTES = 2 * BOARD_HEIGHT,
    TILES_BYTES = TILE_COLUMNS * COLUMN_BYTES,
    SHADES_SHIFT = 2, // 16 shades to 4
};

/// What was drawn since the last tiles_copy.
extern uint8_t tiles[TILES_BYTES];

/// Fills the video memory and switches the display on.
void tiles_init(void);

/// Copies what was drawn to the place that is not shown, and clears the memory.
void tiles_copy(void);

/// Shows that place from now on; to be called while no line is displayed.
void tiles_flip(void);

/// Fills the tables by which sprites are drawn.
void sprites_init(void);

#endif
