// SPDX-License-Identifier: MIT
// sprites.c - draws sprites into the tiles, four pixels at a time, by tables: the CPU shifts one bit a step.
#include "fast.h"
#include "tiles.h"
#include "board.h"

#include <stdbool.h>
#include <stdint.h>

// A byte of a sprite is four pixels of two bits. Tables, each at the start of a page of 256 bytes, so that an
// address is a page and a byte:
//
//   SEEN     which of the four are not transparent: a nibble
//   MIRROR   the four from right to left
//   SHIFTED  byte 16 * n + nibble: the nibble n pixels into a byte; from 128 on: its rest in the next byte
//   RAMPS    for three shades: the low bits of the four in the lower nibble, their high bits in the upper one
enum { PIXELS_IN_BYTE = 4, NO_KEY = 0xFF, RAMPS = 10, NEXT_TILE = 0x80 };

static uint8_t __at(0xD000) seen_table[256];
static uint8_t __at(0xD100) mirror_table[256];
static uint8_t __at(0xD200) shifted_table[256];
static uint8_t __at(0xD400) ramp_tables[RAMPS][256];

static uint8_t ramp_keys[RAMPS]; // two bits a shade
static uint8_t ramp_oldest;

// What draw_rows of fast.s draws.
const uint8_t *row_source;
uint8_t *row_at;
uint8_t row_count, row_stride, row_shift, row_ramp;
bool row_is_mirrored;

static void fill_ramp(uint8_t *ramp, uint8_t key)
{
    uint8_t pixels = 0;

    do {
        uint8_t value = 0;
        for (uint8_t at = 0; at < 2 * PIXELS_IN_BYTE; at += 2) {
            const uint8_t which = pixels >> at & 3;
            const uint8_t shade = which == 0 ? 0 : key >> (2 * (which - 1)) & 3;
            value |= (uint8_t)((shade & 1) << (at >> 1));
            value |= (uint8_t)((shade >> 1) << ((at >> 1) + 4));
        }
        *ramp++ = value;
    } while (++pixels != 0);
}

void sprites_init(void)
{
    uint8_t pixels = 0;

    do {
        uint8_t seen = 0, mirrored = 0;
        for (uint8_t at = 0; at < PIXELS_IN_BYTE; at++) {
            const uint8_t value = pixels >> (2 * at) & 3;
            seen |= (uint8_t)(value != 0 ? 1 << at : 0);
            mirrored |= (uint8_t)(value << (6 - 2 * at));
        }
        seen_table[pixels] = seen;
        mirror_table[pixels] = mirrored;
    } while (++pixels != 0);
    for (uint8_t i = 0; i < NEXT_TILE; i++) {
        const uint8_t nibble = i & 15, shift = i >> 4;
        shifted_table[i] = (uint8_t)((uint8_t)(nibble << 4) >> shift);
        shifted_table[i + NEXT_TILE] = shift > 4 ? (uint8_t)(nibble << (12 - shift)) : 0;
    }
    for (uint8_t i = 0; i < RAMPS; i++) {
        ramp_keys[i] = NO_KEY;
    }
}

// The page of the table for three shades; the oldest one makes room for a new one.
static uint8_t ramp_page_of(const uint8_t *shades)
{
    const uint8_t key = (uint8_t)(shades[0] >> 2 | (shades[1] >> 2) << 2 | (shades[2] >> 2) << 4);
    uint8_t i = 0;

    while (i < RAMPS && ramp_keys[i] != key) {
        i++;
    }
    if (i == RAMPS) {
        i = ramp_oldest;
        ramp_oldest = i + 1 == RAMPS ? 0 : i + 1;
        ramp_keys[i] = key;
        fill_ramp(ramp_tables[i], key);
    }
    return 0xD4 + i;
}

// Draws the column of a sprite's bytes whose leftmost pixel is at x, which may be left of the screen.
static void draw_strip(const uint8_t *source, uint8_t rows, int16_t x, uint8_t y)
{
    const uint8_t shift = (uint8_t)((uint8_t)x & 7);
    const int8_t column = (int8_t)(x >> 3);

    row_source = source;
    if (column >= 0 && column < TILE_COLUMNS) {
        row_at = &tiles[(uint16_t)column * COLUMN_BYTES + 2 * y];
        row_shift = (uint8_t)(shift << 4);
        row_count = rows;
        draw_rows();
    }
    if (shift > PIXELS_IN_BYTE && column + 1 >= 0 && column + 1 < TILE_COLUMNS) {
        row_at = &tiles[(uint16_t)(uint8_t)(column + 1) * COLUMN_BYTES + 2 * y];
        row_shift = (uint8_t)(shift << 4 | NEXT_TILE);
        row_count = rows;
        draw_rows();
    }
}

void board_draw(const struct board_sprite *sprite, int x, int y)
{
    const uint8_t width = sprite->width;
    const uint8_t *source = sprite->pixels;
    uint8_t rows = sprite->height;

    if (x >= BOARD_WIDTH || x + width <= 0 || y >= BOARD_HEIGHT || y + rows <= 0) {
        return;
    }
    row_stride = (uint8_t)(width + 3) >> 2;
    for (; y < 0; y++) {
        source += row_stride;
        rows--;
    }
    if ((uint8_t)y + rows > BOARD_HEIGHT) {
        rows = (uint8_t)(BOARD_HEIGHT - (uint8_t)y);
    }
    row_ramp = ramp_page_of(sprite->shades);
    row_is_mirrored = sprite->mirrored;
    if (row_is_mirrored) {
        x += width - PIXELS_IN_BYTE;
    }
    for (uint8_t strip = row_stride; strip > 0; strip--) {
        draw_strip(source, rows, (int16_t)x, (uint8_t)y);
        source++;
        x += row_is_mirrored ? -PIXELS_IN_BYTE : PIXELS_IN_BYTE;
    }
}
