// SPDX-License-Identifier: MIT
// actors.c - makes sprites of pictures: tiles of 4 bits a pixel, and the colours of dusk.
#include "actors.h"
#include "glyphs.h"
#include "stage.h"
#include "state.h"

#define OBJ_TILE(tile) VIDEO_32(0x10000u + 32u * (unsigned)(tile))

// clang-format off
static const char *const phone_art[4][8] = {
    {   ".11111..",
        ".12221..",
        ".13431..",
        ".13341..",
        ".13331..",
        ".12521..",
        ".11111..",
        "........" },
    {   "....11..",
        "...1321.",
        "..134321",
        ".1343331",
        "1234331.",
        "125331..",
        ".1221...",
        "..11...." },
    {   "........",
        "1111111.",
        "1233321.",
        "1234351.",
        "1233321.",
        "1111111.",
        "........",
        "........" },
    {   "..11....",
        ".1221...",
        "125331..",
        "1234331.",
        ".1343331",
        "..134321",
        "...1321.",
        "....11.." },
};
static const char *const shadow_art[8] = {
        "........",
        "........",
        "........",
        "........",
        "........",
        ".666666.",
        "66666666",
        ".666666."
};
static const char *const spark_art[3][8] = {
    {   "........",
        "...1....",
        "..121...",
        ".12321..",
        "..121...",
        "...1....",
        "........",
        "........" },
    {   "........",
        "........",
        "........",
        "...32...",
        "...21...",
        "........",
        "........",
        "........" },
    {   "........",
        "........",
        "........",
        "....1...",
        "........",
        "........",
        "........",
        "........" },
};
// clang-format on

static const uint16_t dino_colours[] = {0,
                                        RGB(1, 4, 5),
                                        RGB(2, 10, 9),
                                        RGB(5, 17, 11),
                                        RGB(13, 25, 13),
                                        RGB(28, 26, 15),
                                        RGB(21, 18, 10),
                                        RGB(31, 31, 29),
                                        RGB(25, 5, 6),
                                        RGB(31, 15, 4)};
static const uint16_t phone_colours[] = {
    0, RGB(2, 2, 4), RGB(17, 19, 22), RGB(6, 24, 29), RGB(24, 31, 31), RGB(31, 31, 31), RGB(2, 4, 4)};
static const uint16_t spark_colours[] = {0, RGB(31, 16, 3), RGB(31, 26, 8), RGB(31, 31, 24)};
static const uint16_t score_colours[] = {0, RGB(31, 29, 12), RGB(6, 3, 4)};
static const uint16_t white[] = {0, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF};

// Outline, three shades of fur from dark to light, ear and nose, eye, teeth and tail.
static const uint16_t rabbit_colours[RABBIT_KINDS][8] = {
    {0, RGB(5, 2, 4), RGB(14, 9, 8), RGB(22, 16, 12), RGB(29, 24, 18), RGB(29, 15, 15), RGB(31, 6, 4),
     RGB(31, 31, 29)}, // common
    {0, RGB(6, 1, 2), RGB(16, 4, 4), RGB(25, 9, 5), RGB(31, 17, 9), RGB(31, 20, 14), RGB(31, 29, 8),
     RGB(31, 31, 29)}, // runner
    {0, RGB(4, 2, 8), RGB(11, 6, 17), RGB(18, 11, 25), RGB(25, 19, 31), RGB(31, 16, 22), RGB(31, 10, 12),
     RGB(31, 31, 29)}, // hopper
    {0, RGB(2, 5, 2), RGB(7, 14, 5), RGB(13, 22, 8), RGB(22, 30, 13), RGB(30, 20, 16), RGB(31, 6, 16),
     RGB(31, 31, 29)}, // twin
    {0, RGB(2, 2, 5), RGB(7, 8, 13), RGB(12, 14, 20), RGB(20, 22, 27), RGB(20, 12, 14), RGB(31, 22, 4),
     RGB(31, 31, 29)}, // of the herd
    {0, RGB(3, 1, 3), RGB(11, 3, 6), RGB(18, 5, 7), RGB(25, 10, 9), RGB(31, 19, 12), RGB(31, 29, 8),
     RGB(31, 31, 29)}, // giant
};

unsigned actor_rabbit_tile(uint8_t kind)
{
    return TILE_RABBITS + (kind == RABBIT_HERD ? RABBIT_RUNNER : kind) * 8u;
}

static uint32_t pixel_of(char c)
{
    return c >= '1' && c <= '9' ? (uint32_t)(c - '0') : 0;
}

static void load_picture(unsigned tile, const char *const *rows, unsigned side)
{
    for (unsigned y = 0; y < side; y++) {
        for (unsigned column = 0; column < side / 8; column++) {
            uint32_t word = 0;
            for (unsigned x = 8; x-- > 0;) {
                word = word << 4 | pixel_of(rows[y][column * 8 + x]);
            }
            OBJ_TILE(tile + y / 8 * (side / 8) + column)[y & 7] = word;
        }
    }
}

// The giant: a picture of twice the size. A pixel becomes four, and each takes the colour of both its
// neighbours there if they are alike and the two others are not (the rule of Scale2x).
static uint32_t pixel_of_twice(const char *const *rows, unsigned x, unsigned y)
{
    const unsigned column = x / 2, row = y / 2, last = RABBIT_ROWS - 1;
    const char left = rows[row][column > 0 ? column - 1 : 0];
    const char right = rows[row][column < last ? column + 1 : last];
    const char above = rows[row > 0 ? row - 1 : 0][column];
    const char below = rows[row < last ? row + 1 : last][column];
    const char beside = (x & 1) == 0 ? left : right;
    const char over = (y & 1) == 0 ? above : below;

    return pixel_of(beside == over && left != right && above != below ? beside : rows[row][column]);
}

static void load_twice(unsigned tile, const char *const *rows)
{
    for (unsigned y = 0; y < 2 * RABBIT_ROWS; y++) {
        for (unsigned column = 0; column < 4; column++) {
            uint32_t word = 0;
            for (unsigned x = 8; x-- > 0;) {
                word = word << 4 | pixel_of_twice(rows, column * 8 + x, y);
            }
            OBJ_TILE(tile + y / 8 * 4 + column)[y & 7] = word;
        }
    }
}

static void load_colours(unsigned line, const uint16_t *colours, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        OBJ_PALETTE(line, i) = colours[i];
    }
}

#define LOAD_COLOURS(line, colours) load_colours(line, colours, sizeof(colours) / sizeof(colours)[0])

void actors_load(void)
{
    for (unsigned i = 0; i < DINO_FRAMES; i++) {
        load_picture(TILE_DINO + i * 16, dino_art[i], DINO_ROWS);
    }
    for (unsigned i = 0; i < RABBIT_FRAMES; i++) {
        load_picture(TILE_RABBITS + i * 4, rabbit_art[i], RABBIT_ROWS);
    }
    for (unsigned i = 0; i < 4; i++) {
        load_picture(TILE_PHONE + i, phone_art[i], 8);
    }
    for (unsigned i = 0; i < 3; i++) {
        load_picture(TILE_SPARKS + i, spark_art[i], 8);
    }
    load_picture(TILE_SHADOW, shadow_art, 8);
    for (unsigned i = 0; i < 2; i++) {
        load_twice(TILE_GIANT + i * 16, rabbit_art[i]);
    }
    for (unsigned i = 0; i < 10; i++) {
        glyph_load((char)('0' + i), OBJ_TILE(TILE_DIGITS + i));
    }
    LOAD_COLOURS(OBJ_DINO, dino_colours);
    LOAD_COLOURS(OBJ_PHONE, phone_colours);
    LOAD_COLOURS(OBJ_SPARKS, spark_colours);
    LOAD_COLOURS(OBJ_SCORE, score_colours);
    LOAD_COLOURS(OBJ_WHITE, white);
    for (unsigned kind = 0; kind < RABBIT_KINDS; kind++) {
        LOAD_COLOURS(OBJ_COMMON + kind, rabbit_colours[kind]);
    }
}
