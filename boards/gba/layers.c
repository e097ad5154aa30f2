// SPDX-License-Identifier: MIT
// layers.c - draws rectangles and small sprites in backgrounds that are made of tiles.
//
//   video memory    0x0000 set 0: 4 layers of 128 tiles   0x4000 case   0x6000 four maps, one a layer
//                   0x8000 set 1                          0xC000 case, as set 1 sees it
#include "layers.h"
#include "colours.h"
#include "registers.h"

#include <stdint.h>

enum {
    TILES_ACROSS = BOARD_WIDTH / 8,
    TILES_DOWN = BOARD_HEIGHT / 8,
    LAYER_TILES = TILES_ACROSS * TILES_DOWN,
    LAYER_WORDS = LAYER_TILES * 8, // a tile is 8 words, a word is a row of 8 pixels with the leftmost lowest
    MAP_ACROSS = 32,               // tiles, of which the console shows 30 x 20
    MAP_DOWN = 32,
    MAPS_FROM = 12, // in units of 2 KiB
    SET_BLOCKS = 2, // from one set to the next, in units of 16 KiB

    CASE_TILES = LAYER_TILES * LAYERS, // numbers of the case's tiles, behind those of the layers
    TILE_CLEAR = CASE_TILES,
    TILE_BODY,
    TILE_RIM,
    TILE_STRIPS, // two strips of TILES_ACROSS tiles
    STRIPS = 2,
    STRIP_TOP = 16, // in tiles
    CASE_PALETTE = LAYERS,
    COLOUR_BODY = 1,
    COLOUR_RIM = 2,
    COLOUR_OFF = 3,
    COLOUR_LIT = 4,
};

#define VIDEO_SET(set) VIDEO_32(0x8000u * (set))
#define VIDEO_MAP(layer) VIDEO_16(0x6000u + 0x800u * (layer))

static const uint32_t every_pixel = 0x11111111; // a colour times this is a row of it

static unsigned drawn_set;
static uint8_t used_layers[2]; // a bit each, by set: only those need to be cleared

// ------------------------------------------------------------------------------------ the case

static uint16_t case_entry(int column, int row)
{
    const int left = SCREEN_LEFT / 8;
    const int top = SCREEN_TOP / 8;
    const unsigned strip = (unsigned)(row - STRIP_TOP) / 2;
    unsigned tile = TILE_BODY;

    if (column >= left && column < left + TILES_ACROSS && row >= STRIP_TOP && strip < STRIPS &&
        (row - STRIP_TOP) % 2 == 0) {
        tile = TILE_STRIPS + strip * TILES_ACROSS + (unsigned)(column - left);
    } else if (column >= left - 1 && column <= left + TILES_ACROSS && row >= top - 1 &&
               row <= top + TILES_DOWN) {
        tile = TILE_RIM;
    }
    return (uint16_t)(tile | CASE_PALETTE << 12);
}

static void map_init(unsigned layer)
{
    for (int row = 0; row < MAP_DOWN; row++) {
        for (int column = 0; column < MAP_ACROSS; column++) {
            const unsigned x = (unsigned)(column - SCREEN_LEFT / 8);
            const unsigned y = (unsigned)(row - SCREEN_TOP / 8);
            unsigned entry = layer == 0 ? case_entry(column, row) : TILE_CLEAR;
            if (x < TILES_ACROSS && y < TILES_DOWN) {
                entry = (layer * LAYER_TILES + y * TILES_ACROSS + x) | layer << 12;
            }
            VIDEO_MAP(layer)[row * MAP_ACROSS + column] = (uint16_t)entry;
        }
    }
}

static void tile_fill(unsigned tile, uint32_t colour)
{
    for (unsigned i = 0; i < 8; i++) {
        VIDEO_SET(0)[tile * 8 + i] = colour * every_pixel;
        VIDEO_SET(1)[tile * 8 + i] = colour * every_pixel;
    }
}

static void case_init(void)
{
    tile_fill(TILE_CLEAR, 0);
    tile_fill(TILE_BODY, COLOUR_BODY);
    tile_fill(TILE_RIM, COLOUR_RIM);
    for (unsigned i = 0; i < STRIPS * TILES_ACROSS; i++) {
        tile_fill(TILE_STRIPS + i, COLOUR_OFF);
    }
    BG_PALETTE(CASE_PALETTE, COLOUR_BODY) = RGB(9, 8, 14);
    BG_PALETTE(CASE_PALETTE, COLOUR_RIM) = RGB(3, 3, 5);
    BG_PALETTE(CASE_PALETTE, COLOUR_OFF) = RGB(5, 5, 8);
    BG_PALETTE(CASE_PALETTE, COLOUR_LIT) = RGB(12, 30, 16);
}

void strip_put(unsigned strip, unsigned x, unsigned y, bool is_lit)
{
    const unsigned word = (TILE_STRIPS + strip * TILES_ACROSS + (x >> 3)) * 8 + y;
    const unsigned shift = (x & 7) * 4;
    const uint32_t row = (VIDEO_SET(0)[word] & ~(UINT32_C(15) << shift)) |
                         (uint32_t)(is_lit ? COLOUR_LIT : COLOUR_OFF) << shift;

    VIDEO_SET(0)[word] = row;
    VIDEO_SET(1)[word] = row;
}

// ------------------------------------------------------------------------------------ the layers

void layers_init(void)
{
    for (unsigned layer = 0; layer < LAYERS; layer++) {
        map_init(layer);
        for (unsigned shade = 0; shade <= BOARD_WHITE; shade++) {
            BG_PALETTE(layer, shade) = colour_of_layer(layer, (uint8_t)shade);
        }
    }
    case_init();
    used_layers[0] = (1 << LAYERS) - 1;
    used_layers[1] = (1 << LAYERS) - 1;
    layers_clear();
    layers_show();
    layers_clear();
}

void layers_clear(void)
{
    static const volatile uint32_t nothing
        __attribute__((section(".iwram.data"))); // DMA reads a cartridge always onwards

    for (unsigned layer = 0; layer < LAYERS; layer++) {
        if ((used_layers[drawn_set] >> layer & 1) != 0) {
            dma3_move(DMA3_FILL_WORDS, &nothing, VIDEO_SET(drawn_set) + layer * LAYER_WORDS, LAYER_WORDS);
        }
    }
    used_layers[drawn_set] = 0;
}

// Layer 0 is the rearmost: background 3, with the least priority, which is the highest number.
void layers_show(void)
{
    for (unsigned layer = 0; layer < LAYERS; layer++) {
        const unsigned rank = LAYERS - 1 - layer;
        BG_CONTROL(rank) =
            (uint16_t)(rank | drawn_set * SET_BLOCKS << 2 | (unsigned)(MAPS_FROM + (int)layer) << 8);
    }
    drawn_set ^= 1;
}

// Black is not see-through: in front of something it is the darkest shade that is not.
static uint32_t colour_of_shade(uint8_t shade)
{
    return shade == BOARD_BLACK ? 1 : shade;
}

GBA_FAST static void fill(volatile uint32_t *words, int left, int top, int right, int bottom, uint32_t row)
{
    const int first = left >> 3;
    const int last = (right - 1) >> 3;

    for (int column = first; column <= last; column++) {
        uint32_t mask = UINT32_MAX;
        if (column == first) {
            mask &= UINT32_MAX << (left & 7) * 4;
        }
        if (column == last) {
            mask &= UINT32_MAX >> (7 - ((right - 1) & 7)) * 4;
        }
        for (int y = top; y < bottom; y++) {
            volatile uint32_t *const word = &words[((y >> 3) * TILES_ACROSS + column) * 8 + (y & 7)];
            *word = (*word & ~mask) | (row & mask);
        }
    }
}

void layer_fill(unsigned layer, int left, int top, int right, int bottom, uint8_t shade)
{
    used_layers[drawn_set] |= (uint8_t)(1u << layer);
    fill(VIDEO_SET(drawn_set) + layer * LAYER_WORDS, left, top, right, bottom,
         colour_of_shade(shade) * every_pixel);
}

// Puts four pixels, or as many as are not see-through to their end, from `to` on.
static inline void draw_pixels(volatile uint32_t *row, unsigned pixels, int to, int step,
                               const uint32_t colours[4])
{
    for (; pixels != 0; pixels = pixels << 2 & 0xFF, to += step) {
        if (pixels >> 6 != 0 && (unsigned)to < BOARD_WIDTH) {
            volatile uint32_t *const word = &row[(to >> 3) * 8];
            const unsigned shift = (unsigned)(to & 7) * 4;
            *word = (*word & ~(UINT32_C(15) << shift)) | colours[pixels >> 6] << shift;
        }
    }
}

GBA_FAST static void draw(volatile uint32_t *words, const struct board_sprite *sprite, int x, int y,
                          const uint32_t colours[4])
{
    const int step = sprite->mirrored ? -1 : 1;
    const int first = sprite->mirrored ? x + sprite->width - 1 : x;
    const int bytes = (sprite->width + 3) / 4;
    const uint8_t *source = sprite->pixels;

    for (int line = y; line < y + sprite->height; line++) {
        volatile uint32_t *const row = &words[(line >> 3) * TILES_ACROSS * 8 + (line & 7)];
        for (int i = 0; i < bytes; i++, source++) {
            if ((unsigned)line < BOARD_HEIGHT) {
                draw_pixels(row, *source, first + i * 4 * step, step, colours);
            }
        }
    }
}

void layer_draw(unsigned layer, const struct board_sprite *sprite, int x, int y)
{
    used_layers[drawn_set] |= (uint8_t)(1u << layer);
    const uint32_t colours[4] = {0, colour_of_shade(sprite->shades[0]), colour_of_shade(sprite->shades[1]),
                                 colour_of_shade(sprite->shades[2])};
    draw(VIDEO_SET(drawn_set) + layer * LAYER_WORDS, sprite, x, y, colours);
}
