// SPDX-License-Identifier: MIT
// console.c - as much of a Game Boy Advance's screen as boards/gba and the stage use.
//
// Four backgrounds of 256 x 256 pixels, sprites of 16 colours, one window, one darkening. A line is painted
// from back to front. The golden picture is that of mGBA.
#include "console.h"

#define CONSOLE_BASE shown
static const uint8_t *shown; // the memory
#include "gba/registers.h"

enum {
    WIDTH = CONSOLE_WIDTH,
    BACKGROUNDS = 4,
    SPRITES = 128,
    TALLEST = 128,
    RANKS = 4, // 0 is nearest
    IS_HIDDEN = 0x0200,
    IS_AFFINE = 0x0100,
    IS_DOUBLED = 0x0200, // with IS_AFFINE
    IS_MIRRORED = 0x1000,
    LAYER_SPRITES = 4, // bits of window and blending: backgrounds 0 to 3, sprites, then the backdrop
    LAYER_NOTHING = 5,
    EFFECTS = 0x20,
    DARKEN = 3,
};

static uint16_t *line;
static unsigned line_y;

// What the sprites show in it: a colour's number, 0 for none, and how far back.
static struct {
    uint8_t colour, rank;
} sprites_line[WIDTH];
static unsigned ranks_used; // a bit each

static unsigned sprite_pixel(unsigned tile, unsigned tiles_across, unsigned x, unsigned y)
{
    return VIDEO_32(0x10000u + 32u * (tile + (y >> 3) * tiles_across + (x >> 3)))[y & 7] >> 4 * (x & 7) & 15;
}

CONSOLE_FAST static void draw_sprite(unsigned id)
{
    static const uint8_t sides[3][4][2] = {{{8, 8}, {16, 16}, {32, 32}, {64, 64}},
                                           {{16, 8}, {32, 8}, {32, 16}, {64, 32}},
                                           {{8, 16}, {8, 32}, {16, 32}, {32, 64}}};
    const uint16_t *const words = (const uint16_t *)(uintptr_t)(SPRITES_32 + 2 * id);
    const int16_t *const matrix =
        (const int16_t *)(uintptr_t)SPRITES_32 + 3; // a number in each of four sprites
    const bool is_affine = (words[0] & IS_AFFINE) != 0;
    const uint8_t *const size = sides[words[0] >> 14][words[1] >> 14];
    const unsigned zoom = is_affine && (words[0] & IS_DOUBLED) != 0 ? 1 : 0;
    const int across = size[0] << zoom, down = size[1] << zoom;
    const int row = (int)((line_y - words[0]) & 0xFF);
    const int left = (int)((words[1] & 0x1FFu) ^ 0x100u) - 0x100;
    const uint8_t rank = words[2] >> 10 & 3;

    if ((!is_affine && (words[0] & IS_HIDDEN) != 0) || row >= down) {
        return;
    }
    ranks_used |= 1u << rank;
    for (int column = left < 0 ? -left : 0; column < across && left + column < WIDTH; column++) {
        int x = column, y = row;
        if (is_affine) { // all stretched sprites here have matrix 0
            x = (matrix[0] * (column - across / 2) + matrix[4] * (row - down / 2) + (size[0] << 7)) >> 8;
            y = (matrix[8] * (column - across / 2) + matrix[12] * (row - down / 2) + (size[1] << 7)) >> 8;
        } else if ((words[1] & IS_MIRRORED) != 0) {
            x = across - 1 - column;
        }
        if ((unsigned)x >= size[0] || (unsigned)y >= size[1]) {
            continue;
        }
        const unsigned colour = sprite_pixel(words[2] & 0x3FF, size[0] / 8u, (unsigned)x, (unsigned)y);
        if (colour != 0 &&
            (sprites_line[left + column].colour == 0 || rank < sprites_line[left + column].rank)) {
            sprites_line[left + column].colour = (uint8_t)((words[2] >> 12 & 15u) << 4 | colour);
            sprites_line[left + column].rank = rank;
        }
    }
}

CONSOLE_FAST static void paint_sprites(unsigned rank, unsigned from, unsigned to, unsigned darker)
{
    for (unsigned x = from; x < to; x++) {
        if (sprites_line[x].colour != 0 && sprites_line[x].rank == rank) {
            line[x] = (uint16_t)(256u + sprites_line[x].colour + darker);
        }
    }
}

// A tile's row of eight pixels at a time, or its rest.
CONSOLE_FAST static void paint_background(unsigned number, unsigned from, unsigned to, unsigned darker)
{
    const unsigned control = BG_CONTROL(number), left = BG_ACROSS(number),
                   down = (line_y + BG_DOWN(number)) & 255;
    const volatile uint16_t *const map = VIDEO_16(0x800u * (control >> 8 & 31)) + (down >> 3) * 32;

    for (unsigned x = from, next; x < to; x = next) {
        const unsigned across = (x + left) & 255, entry = map[across >> 3];
        uint32_t row =
            VIDEO_32(0x4000u * (control >> 2 & 3) + 32u * (entry & 0x3FF))[down & 7] >> 4 * (across & 7);
        next = x + 8 - (across & 7);
        for (unsigned at = x; row != 0 && at < to; at++, row >>= 4) {
            if ((row & 15) != 0) {
                line[at] = (uint16_t)((entry >> 12 << 4 | (row & 15)) + darker);
            }
        }
    }
}

static void paint(unsigned from, unsigned to, unsigned layers)
{
    const unsigned darkened =
        (layers & EFFECTS) != 0 && (BLEND_CONTROL >> 6 & 3) == DARKEN ? BLEND_CONTROL : 0;

    for (unsigned x = from; x < to; x++) {
        line[x] = (darkened >> LAYER_NOTHING & 1) * CONSOLE_DARKER;
    }
    for (unsigned rank = RANKS; rank-- > 0;) {
        for (unsigned number = BACKGROUNDS; number-- > 0;) {
            if ((BG_CONTROL(number) & 3u) == rank && (layers >> number & 1) != 0) {
                paint_background(number, from, to, (darkened >> number & 1) * CONSOLE_DARKER);
            }
        }
        if ((ranks_used >> rank & 1) != 0 && (layers >> LAYER_SPRITES & 1) != 0) {
            paint_sprites(rank, from, to, (darkened >> LAYER_SPRITES & 1) * CONSOLE_DARKER);
        }
    }
}

void console_line(const uint8_t *memory, unsigned y, uint16_t pixels[CONSOLE_WIDTH])
{
    shown = memory;
    line = pixels;
    line_y = y;
    ranks_used = 0;
    for (unsigned x = 0; x < WIDTH; x++) {
        sprites_line[x].colour = 0;
    }
    for (unsigned id = 0; id < SPRITES; id++) {
        if (((y - SPRITES_32[2 * id]) & 0xFF) < TALLEST) {
            draw_sprite(id);
        }
    }
    const unsigned layers = DISPLAY_CONTROL >> 8 | EFFECTS, left = WINDOW_ACROSS >> 8,
                   right = WINDOW_ACROSS & 0xFFu;
    if ((DISPLAY_CONTROL & DISPLAY_WINDOW) == 0) {
        paint(0, WIDTH, layers);
    } else if (y < WINDOW_DOWN >> 8 || y >= (WINDOW_DOWN & 0xFFu)) {
        paint(0, WIDTH, layers & WINDOW_OUTSIDE);
    } else {
        paint(0, left, layers & WINDOW_OUTSIDE);
        paint(left, right, layers & WINDOW_INSIDE);
        paint(right, WIDTH, layers & WINDOW_OUTSIDE);
    }
}
