// SPDX-License-Identifier: MIT
// pictures.c - turns pictures as board.h has them into tiles: rows of 8 low bits, then 8 high bits.
#include "pictures.h"
#include "fast.h"
#include "registers.h"

uint8_t eight_low, eight_high;

static void put_row(uint16_t place, uint8_t low, uint8_t high, uint8_t colours)
{
    uint8_t new_low = 0, new_high = 0;

    if (colours == COLOURS_AS_THEY_ARE) {
        REGISTER(place) = low;
        REGISTER(place + 1) = high;
        return;
    }
    for (uint8_t value = 0; value < 4; value++) {
        const uint8_t which = (uint8_t)(((value & 1) != 0 ? low : ~low) & ((value & 2) != 0 ? high : ~high));
        new_low |= (colours & 1) != 0 ? which : 0;
        new_high |= (colours & 2) != 0 ? which : 0;
        colours >>= 2;
    }
    REGISTER(place) = new_low;
    REGISTER(place + 1) = new_high;
}

void picture_column(const struct picture *picture, uint8_t column, uint16_t place, uint8_t above,
                    uint8_t rows)
{
    const uint8_t *pixels = &picture->pixels[2 * column];
    const uint8_t there = (uint8_t)(picture->row_bytes - 2 * column);
    uint8_t bytes[3];

    for (uint8_t row = 0; row < rows; row++) {
        bytes[0] = 0;
        bytes[1] = 0;
        bytes[2] = 0;
        if (row >= above && row < (uint8_t)(above + picture->height)) {
            for (uint8_t i = 0; i < 3 && i < there; i++) {
                bytes[i] = pixels[i];
            }
            pixels += picture->row_bytes;
        }
        eight_pixels(bytes, picture->skipped);
        put_row(place, eight_low, eight_high, picture->colours);
        place += 2;
    }
}
