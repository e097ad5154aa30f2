// SPDX-License-Identifier: MIT
// giant_draw.c - draws a picture of twice the size with what every board has: rectangles.
#include "art.h"

enum { WIDTH, HEIGHT, SHADES, PIXELS = SHADES + 3 }; // where things are in a picture

void art_draw_twice(const uint8_t *art, uint8_t frame, int x, int y, bool mirrored, bool is_white)
{
    const int width = art_width(art);
    const int row_bytes = (width + 3) / 4;
    const uint8_t *row = &art[PIXELS + frame * art_height(art) * row_bytes];

    for (int down = 0; down < art_height(art); down++, row += row_bytes) {
        for (int across = 0; across < width; across++) {
            const unsigned value = board_flash_byte(&row[across / 4]) >> (6 - across % 4 * 2) & 3;
            const int column = mirrored ? width - 1 - across : across;
            if (value != 0) {
                board_fill(x + 2 * column, y + 2 * down, 2, 2,
                           is_white ? BOARD_WHITE : board_flash_byte(&art[SHADES + value - 1]));
            }
        }
    }
}
