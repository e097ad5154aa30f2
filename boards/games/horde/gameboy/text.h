// SPDX-License-Identifier: MIT
// text.h - letters in tiles: two narrow ones side by side, or half of a large one.
#ifndef HORDE_GAMEBOY_TEXT_H
#define HORDE_GAMEBOY_TEXT_H

#include <stdbool.h>
#include <stdint.h>

enum text_look {
    TEXT_WHITE = 3,
    TEXT_LIGHT = 2,
    TEXT_DARK = 1,
    TEXT_TOP = 4,
    TEXT_BOTTOM = 8,
    TEXT_LINE = 16
};

/// Makes the letters; first of all.
void text_load(void);

/// Has a tile show two letters, as soon as there is time.
/// @param  look  a colour; and TEXT_TOP or TEXT_BOTTOM of the left letter, magnified; TEXT_LINE: under a line
void text_put(uint8_t tile, char left, char right, uint8_t look);

/// The same for a string that begins in a tile, as far as it goes or the tiles go; behind it comes blank.
void text_line(uint8_t tile, uint8_t tiles, const char *text, uint8_t look);

/// A number's last two digits in one tile; a nought in front of it is blank when that is asked for.
void text_number(uint8_t tile, uint8_t value, bool is_blank_before, uint8_t look);

/// A magnified string: its tops in the tiles from one on, its bottoms in as many behind them.
void text_large(uint8_t tile, uint8_t letters, const char *text);

/// Puts neighbouring tiles into a map, one after the other.
void text_map(uint16_t place, uint8_t tile, uint8_t tiles);

/// Blanks so many tiles of a map.
void text_unmap(uint16_t place, uint8_t tiles);

/// Draws what has changed, at most so many tiles.
void text_show(uint8_t tiles);

/// The rows of two letters: 7 bytes and a blank one in front.
void text_rows(char left, char right, uint8_t rows[8]);

#endif
