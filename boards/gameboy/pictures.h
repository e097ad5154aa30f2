// SPDX-License-Identifier: MIT
// pictures.h - turns pictures as board.h has them into tiles, before the game begins.
#ifndef HUTCH_GAMEBOY_PICTURES_H
#define HUTCH_GAMEBOY_PICTURES_H

#include <stdint.h>

/// How a picture's values 0 to 3 become a tile's colours: 2 bits each, value 0 in the lowest.
enum { COLOURS_AS_THEY_ARE = 0xE4 };

/// A picture in flash.
struct picture {
    const uint8_t *pixels;
    uint8_t row_bytes; // from one row to the next: 4 pixels a byte
    uint8_t height;
    uint8_t skipped; // pixels at the left that are left out, at most 3
    uint8_t colours;
};

/// Writes 8 columns of a picture, the first at pixel 8 * `column`, to tiles that lie one upon the other.
/// @param  place  of the uppermost tile in the video memory
/// @param  above  rows that stay free above the picture
/// @param  rows   of those tiles; what the picture leaves free has its colour 0
void picture_column(const struct picture *picture, uint8_t column, uint16_t place, uint8_t above,
                    uint8_t rows);

#endif
