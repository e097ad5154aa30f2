// SPDX-License-Identifier: MIT
// backdrop.c - dusk: a sky with the sun in it, hills with masts, and the ground, of tiles made once.
#include "stage.h"
#include "state.h"

enum {
    MAP_GROUND = 29,
    MAP_HILLS,
    MAP_SKY,
    GROUND_BLOCK = 1,
    HORIZON = 128,
    GRASS_Y = 124,
    GRASS_TALL = 8,
    SKY_BANDS = 11,
    SUN_X = 176,
    SUN_Y = 92,
    SUN_RADIUS = 25,
    COLOUR_GLOW = 13,
    COLOUR_SUN = 14,
    COLOUR_SUN_LOW = 15,
    HILLS_SHIFT = 7,
    SKY_SHIFT = 9,
};

typedef unsigned colour_at(int x, int y);

static const uint8_t bayer[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

static int triangle(int x, int period, int height)
{
    const int at = x & (period - 1);
    const int up = at < period / 2 ? at : period - at;

    return up * 2 * height / period;
}

static unsigned hash(unsigned x)
{
    x = (x ^ 0x9Eu) * 0x45D9F3Bu;
    x ^= x >> 13;
    x *= 0x2C1B3C6Du;
    return x >> 16;
}

// -------------------------------------------------------------------------------------- sky

static bool is_cloud(int x, int y)
{
    static const struct {
        int16_t x, y, half;
    } clouds[] = {{40, 34, 34},  {70, 39, 26}, {206, 52, 30}, {182, 57, 40},
                  {110, 70, 44}, {60, 75, 22}, {232, 82, 36}, {140, 24, 18}};

    for (unsigned i = 0; i < sizeof clouds / sizeof clouds[0]; i++) {
        const int across = x - clouds[i].x;
        const int down = y - clouds[i].y;
        const int half = clouds[i].half;
        if (down < -2 || down > 2) {
            continue;
        }
        if (across * across * 5 + down * down * half * half < half * half * 5 && across > -half) {
            return true;
        }
    }
    return false;
}

static unsigned sky(int x, int y)
{
    const int across = x - SUN_X;
    const int down = y - SUN_Y;
    const int far = across * across + down * down;
    const int level = y * SKY_BANDS * 16 / HORIZON;
    unsigned band = (unsigned)((level + bayer[y & 3][x & 3]) >> 4) + 1;

    if (far < SUN_RADIUS * SUN_RADIUS) { // cut by bars of haze, wider the lower
        const bool is_bar = down > 0 && (down % 7) < 1 + down / 9;
        if (!is_bar) {
            return down < 4 + bayer[y & 3][x & 3] ? COLOUR_SUN : COLOUR_SUN_LOW;
        }
    } else if (far < (SUN_RADIUS + 10) * (SUN_RADIUS + 10) && bayer[y & 3][x & 3] < 6) {
        band++;
    }
    if (is_cloud(x, y)) {
        return is_cloud(x, y + 2) ? (band > 2 ? band - 2 : 1) : COLOUR_GLOW;
    }
    return band > SKY_BANDS + 1 ? SKY_BANDS + 1 : band;
}

// -------------------------------------------------------------------------------------- hills

static int8_t far_ridges[256], near_ridges[256], woods[256]; // by column

static int far_ridge(int x)
{
    return 98 - triangle(x + 30, 128, 22) - triangle(x, 64, 9) + triangle(x + 7, 16, 3);
}

static int near_ridge(int x)
{
    return 116 - triangle(x + 90, 256, 14) - triangle(x + 20, 64, 7);
}

// Pines on the nearer ridge.
static int trees(int x)
{
    const unsigned cell = (unsigned)(x & 255) >> 3;
    const int tall = (int)(hash(cell) % 11);
    const int across = (x & 7) - 4;

    return tall < 3 ? 0 : tall - (across < 0 ? -across : across) * 3;
}

static void shape_hills(void)
{
    for (int x = 0; x < 256; x++) {
        far_ridges[x] = (int8_t)far_ridge(x);
        near_ridges[x] = (int8_t)near_ridge(x);
        woods[x] = (int8_t)trees(x);
    }
}

static bool is_mast(int x, int y)
{
    static const uint8_t masts[] = {38, 120, 211};

    for (unsigned i = 0; i < sizeof masts; i++) {
        const int across = x - masts[i];
        if (across < -5 || across > 5) {
            continue;
        }
        const int foot = near_ridges[masts[i]] + 2;
        const int down = foot - y;
        const int half = 5 - down / 8;
        if (down < 0 || down > 40) {
            continue;
        }
        if (down > 34 && across == 0) {
            return true;
        }
        if (down <= 34 &&
            (across == half || across == -half || (down % 8 == 0 && across > -half && across < half) ||
             ((down & 7) == across + 4 && across > -half && across < half))) {
            return true;
        }
        if ((down == 31 || down == 26) && (across > -5 && across < 5)) {
            return true;
        }
    }
    return false;
}

static unsigned hills(int x, int y)
{
    const int far = far_ridges[x];
    const int near = near_ridges[x];
    const int wood = woods[x];

    if (y >= near - (wood > 0 ? wood : 0)) {
        return y < near + 3 && wood <= 0 ? 5 : y > 120 + bayer[y & 3][x & 3] / 4 ? 7 : 6;
    }
    if (is_mast(x, y)) {
        return 6;
    }
    if (y >= far) {
        const int slope = far_ridges[(x + 2) & 255] - far; // the sun is to the right
        const int depth = y - far;
        if (slope > 0 && depth < 2) {
            return 1;
        }
        if (slope > 0 && depth * 2 < 26 - bayer[y & 3][x & 3]) {
            return 2;
        }
        return y > 102 + bayer[y & 3][x & 3] ? 4 : 3;
    }
    return 0;
}

// -------------------------------------------------------------------------------------- ground

static unsigned ground(int x, int y)
{
    if (y < GRASS_Y - GRASS_TALL) {
        return 0;
    }
    const int blade = (int)(hash((unsigned)(x & 255)) % 5);
    const int tuft = (hash((unsigned)(x & 255) >> 4) & 3) == 0 ? 3 : 0;
    const int top = GRASS_Y - (blade + tuft * ((x & 1) != 0)) + 2;
    const int depth = y - GRASS_Y;

    if (y < top) {
        return 0;
    }
    if (y < top + 1) {
        return 1;
    }
    if (depth < 3) {
        return (hash((unsigned)(x * 3 + y)) & 3) == 0 ? 2 : 3;
    }
    if (hash((unsigned)(((x & 255) >> 2) * 41 + (y >> 1) * 97)) % 37 == 0) {
        return depth < 14 ? 2 : 4; // stones and dry stalks
    }
    const int shade = (depth * 4 + bayer[y & 3][x & 3]) >> 5;
    return 3 + (unsigned)(shade < 4 ? shade : 4);
}

// -------------------------------------------------------------------------------------- tiles

static unsigned find_or_add(unsigned block, unsigned first, unsigned *count, const uint32_t rows[8])
{
    for (unsigned tile = first; tile < *count; tile++) {
        unsigned row = 0;
        while (row < 8 && STAGE_TILE(block, tile)[row] == rows[row]) {
            row++;
        }
        if (row == 8) {
            return tile;
        }
    }
    for (unsigned row = 0; row < 8; row++) {
        STAGE_TILE(block, *count)[row] = rows[row];
    }
    return (*count)++;
}

// The map repeats after 256 pixels, and so does what is in it.
static void lay(colour_at *colour, unsigned block, unsigned map, unsigned palette, unsigned *count)
{
    const unsigned first = *count;

    for (int row = 0; row < 20; row++) {
        for (int column = 0; column < MAP_COLUMNS; column++) {
            uint32_t rows[8];
            for (int y = 0; y < 8; y++) {
                rows[y] = 0;
                for (int x = 7; x >= 0; x--) {
                    rows[y] = rows[y] << 4 | colour(column * 8 + x, row * 8 + y);
                }
            }
            STAGE_MAP(map)
            [row * MAP_COLUMNS + column] = (uint16_t)(find_or_add(block, first, count, rows) | palette << 12);
        }
    }
}

// At dusk, and late in the game by the moon.
static const uint16_t sky_colours[][16] = {
    {RGB(1, 2, 6), RGB(2, 4, 10), RGB(3, 6, 13), RGB(5, 8, 15), RGB(8, 9, 16), RGB(13, 10, 16),
     RGB(18, 11, 15), RGB(23, 13, 13), RGB(27, 15, 11), RGB(29, 18, 10), RGB(31, 22, 11), RGB(31, 25, 14),
     RGB(31, 27, 18), RGB(31, 20, 15), RGB(31, 30, 22), RGB(31, 26, 13)},
    {RGB(0, 0, 2), RGB(0, 1, 4), RGB(0, 2, 6), RGB(1, 3, 8), RGB(1, 4, 9), RGB(2, 5, 11), RGB(3, 6, 12),
     RGB(4, 8, 13), RGB(5, 9, 14), RGB(6, 11, 15), RGB(8, 13, 17), RGB(9, 14, 18), RGB(11, 16, 20),
     RGB(8, 11, 17), RGB(29, 30, 28), RGB(24, 26, 26)},
};
static const uint16_t hill_colours[][8] = {
    {0, RGB(30, 19, 15), RGB(21, 12, 14), RGB(13, 9, 14), RGB(18, 12, 14), RGB(8, 9, 11), RGB(3, 5, 8),
     RGB(5, 7, 9)},
    {0, RGB(13, 17, 21), RGB(7, 10, 15), RGB(3, 6, 11), RGB(6, 9, 14), RGB(4, 7, 10), RGB(1, 2, 5),
     RGB(2, 4, 7)},
};
static const uint16_t ground_colours[][8] = {
    {0, RGB(27, 21, 8), RGB(15, 16, 7), RGB(8, 12, 7), RGB(6, 9, 7), RGB(4, 7, 6), RGB(3, 5, 5),
     RGB(2, 3, 4)},
    {0, RGB(14, 19, 19), RGB(7, 12, 13), RGB(4, 8, 10), RGB(3, 6, 9), RGB(2, 5, 7), RGB(1, 3, 5),
     RGB(1, 2, 4)},
};

static void load_palette(unsigned line, const uint16_t *colours, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        BG_PALETTE(line, i) = colours[i];
    }
}

static void load_palettes(bool is_late)
{
    load_palette(PALETTE_SKY, sky_colours[is_late], 16);
    load_palette(PALETTE_HILLS, hill_colours[is_late], 8);
    load_palette(PALETTE_GROUND, ground_colours[is_late], 8);
}

void backdrop_load(void)
{
    unsigned behind = 0, before = 0;

    shape_hills();
    load_palettes(false);
    lay(sky, 0, MAP_SKY, PALETTE_SKY, &behind);
    lay(hills, 0, MAP_HILLS, PALETTE_HILLS, &behind);
    lay(ground, GROUND_BLOCK, MAP_GROUND, PALETTE_GROUND, &before);
    BG_CONTROL(1) = (uint16_t)(2 | GROUND_BLOCK << 2 | MAP_GROUND << 8);
    BG_CONTROL(2) = (uint16_t)(3 | MAP_HILLS << 8);
    BG_CONTROL(3) = (uint16_t)(3 | MAP_SKY << 8);
}

void backdrop_scroll(int shake)
{
    static bool was_late;
    const bool is_late = game.wave >= LATE_FROM_WAVE;
    const int camera = game.camera;

    if (is_late != was_late) {
        was_late = is_late;
        load_palettes(is_late);
    }
    BG_ACROSS(1) = (uint16_t)((camera >> 4) - shake);
    BG_ACROSS(2) = (uint16_t)((camera >> HILLS_SHIFT) - shake / 2);
    BG_ACROSS(3) = (uint16_t)(camera >> SKY_SHIFT);
}
