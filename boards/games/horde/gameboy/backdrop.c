// SPDX-License-Identifier: MIT
// backdrop.c - the world behind as a map of tiles that is laid once and scrolls: the farther, the slower.
#include "pictures.h"
#include "stage.h"

enum {
    MOUNTAIN_SHIFT = 7, // a pixel for so many bits of the camera's way
    TOWN_SHIFT = 6,
    GROUND_SHIFT = 4,
    COLOURS_MOUNTAIN = 0x94, // 0: the sky, 1 and 2: dark, 3: light
    COLOURS_TOWN = 0x81,     // 0: the mountains' foot, 1 and 2: black, 3: light
    MOON_COLUMN = 16,
    MOON_ROW = 7,
    MOUNTAIN_ROW_BYTES = 9,
    MOUNTAIN_TALL = 12,
    WIDTH_AND_ALL = 5, // bytes in front of a picture's pixels
    RAIN_TALL = 3,
    RAIN_COLUMN = 0x08, // of a tile's eight
};

static uint16_t map_at(uint8_t row, uint8_t column)
{
    return (uint16_t)(MAP_BACKGROUND + row * MAP_COLUMNS + column);
}

static void load(const uint8_t *pixels, uint8_t row_bytes, uint8_t height, uint8_t colours, uint8_t columns,
                 uint8_t rows, uint8_t tile)
{
    struct picture picture;

    picture.pixels = pixels;
    picture.row_bytes = row_bytes;
    picture.height = height;
    picture.skipped = 0;
    picture.colours = colours;
    for (uint8_t i = 0; i < columns; i++) {
        picture_column(&picture, i, VIDEO_TILE(tile), (uint8_t)(rows - height), rows);
        tile = (uint8_t)(tile + (rows >> 3));
    }
}

// 36 pixels are no whole number of tiles, but two mountain ranges are.
static void load_mountains(void)
{
    uint8_t both[2 * MOUNTAIN_ROW_BYTES * MOUNTAIN_TALL];
    const uint8_t *from = &art_mountain[WIDTH_AND_ALL];
    uint8_t *to = both;

    for (uint8_t row = 0; row < MOUNTAIN_TALL; row++) {
        for (uint8_t i = 0; i < MOUNTAIN_ROW_BYTES; i++) {
            to[0] = *from;
            to[MOUNTAIN_ROW_BYTES] = *from;
            to++;
            from++;
        }
        to += MOUNTAIN_ROW_BYTES;
    }
    load(both, 2 * MOUNTAIN_ROW_BYTES, MOUNTAIN_TALL, COLOURS_MOUNTAIN, MOUNTAIN_COLUMNS, 16, TILE_MOUNTAIN);
}

// Ground: black, in the middle its surface; with grass on it, or a stone in it. Earth: two kinds.
static const uint8_t ground_rows[5][16] = {
    {0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0xFF, 0xFF, 0, 0xFF, 0, 0xDD, 0},
    {0, 0, 0, 0x88, 0, 0x52, 0, 0x74, 0x00, 0xFF, 0xFF, 0, 0xFF, 0, 0x77, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0xFF, 0xFF, 0, 0xE7, 0x18, 0x81, 0x7E},
    {0xAA, 0, 0x55, 0, 0x88, 0, 0x22, 0, 0x44, 0, 0x11, 0, 0x00, 0, 0x20, 0},
    {0xAA, 0, 0x55, 0, 0x8A, 0, 0x11, 0, 0x44, 0, 0x10, 0, 0x02, 0, 0x00, 0},
};
static const uint8_t star_rows[2][16] = {
    {0, 0, 0, 0, 0x10, 0x10},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x04},
};

static void load_rows(uint8_t tile, const uint8_t rows[][16], uint8_t tiles)
{
    for (uint8_t i = 0; i < tiles; i++) {
        video_tile(VIDEO_TILE(tile), rows[i]);
        tile++;
    }
}

static void lay_sky(void)
{
    static const uint8_t stars[][2] = {
        {2, 2},  {5, 9},  {3, 17}, {9, 1},  {7, 4}, {11, 11},
        {13, 3}, {10, 6}, {6, 18}, {12, 1}, {8, 8}, {15, 5},
    };

    for (uint8_t i = 0; i < sizeof stars / sizeof stars[0]; i++) {
        const uint8_t row = stars[i][0], column = stars[i][1];
        if (row < MOUNTAIN_Y / 8) {
            video_map(map_at(row, column), (uint8_t)(TILE_STAR + (i & 1)));
        }
    }
}

static void lay_moon(bool is_there)
{
    for (uint8_t i = 0; i < 4; i++) {
        video_map(map_at((uint8_t)(MOON_ROW + (i & 1)), (uint8_t)(MOON_COLUMN + (i >> 1))),
                  is_there ? (uint8_t)(TILE_MOON + i) : TILE_BLANK);
    }
}

static void lay_world(void)
{
    static const uint8_t grounds[16] = {0, 0, 1, 0, 0, 2, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0};
    uint8_t mountain = TILE_MOUNTAIN;

    for (uint8_t column = 0; column < MAP_COLUMNS; column++) {
        const uint8_t town = (uint8_t)(TILE_TOWN + 2 * (column & (TOWN_COLUMNS - 1)));
        video_map(map_at(MOUNTAIN_Y / 8, column), mountain);
        video_map(map_at(MOUNTAIN_Y / 8 + 1, column), (uint8_t)(mountain + 1));
        mountain =
            (uint8_t)(mountain == TILE_MOUNTAIN + 2 * (MOUNTAIN_COLUMNS - 1) ? TILE_MOUNTAIN : mountain + 2);
        video_map(map_at(TOWN_Y / 8, column), town);
        video_map(map_at(TOWN_Y / 8 + 1, column), (uint8_t)(town + 1));
        video_map(map_at(GROUND_BAND_Y / 8, column),
                  (uint8_t)(TILE_GROUND + grounds[(column + (column >> 4) * 5) & 15]));
        video_map(map_at(GROUND_BAND_Y / 8 + 1, column), (uint8_t)(TILE_EARTH + (column & 1)));
        video_map(map_at(GROUND_BAND_Y / 8 + 2, column), TILE_BLANK);
    }
}

void backdrop_load(void)
{
    video_fill(MAP_BACKGROUND, MAP_COLUMNS * MAP_COLUMNS, TILE_BLANK);
    load_mountains();
    load(&art_city[WIDTH_AND_ALL], 16, 16, COLOURS_TOWN, TOWN_COLUMNS, 16, TILE_TOWN);
    load(&art_moon[WIDTH_AND_ALL], 4, 15, COLOURS_AS_THEY_ARE, 2, 16, TILE_MOON);
    load(&art_heart[WIDTH_AND_ALL], 2, 6, COLOURS_AS_THEY_ARE, 1, 8, TILE_HEART);
    load_rows(TILE_GROUND, ground_rows, 5);
    load_rows(TILE_STAR, star_rows, 2);
    lay_sky();
    lay_moon(true);
    lay_world();
    video_first_line = SKY_Y - 1;
}

static void scroll(uint8_t band, uint8_t x, uint8_t y, uint8_t next_line)
{
    video_bands[band].x = x;
    video_bands[band].y = y;
    video_bands[band].next_line = next_line;
}

// Late in the game it rains from where the stars were; one of their two tiles a frame.
static void rain(void)
{
    uint8_t rows[16];

    for (uint8_t i = 0; i < 16; i++) {
        rows[i] = (((i >> 1) - (uint8_t)game.clock) & 7) < RAIN_TALL ? RAIN_COLUMN : 0;
    }
    video_tile(VIDEO_TILE(TILE_STAR + (game.clock & 1)), rows);
}

static void change_weather(bool it_rains)
{
    static bool has_rained;

    if (it_rains) {
        rain();
    }
    if (it_rains != has_rained) {
        has_rained = it_rains;
        lay_moon(!it_rains);
        if (!it_rains) {
            load_rows(TILE_STAR, star_rows, 2);
        }
    }
}

void backdrop_scroll(void)
{
    const uint8_t up = (uint8_t)(SLIDE_LINES * slide);
    const uint16_t camera = (uint16_t)game.camera;
    const uint8_t shaken = game.shake == 0 ? 0 : (game.shake & 2) != 0 ? (uint8_t)-2 : 2;

    change_weather(game.wave >= LATE_FROM_WAVE);
    scroll(0, 0, up, (uint8_t)(MOUNTAIN_Y - 1 - up));
    scroll(1, (uint8_t)(camera >> MOUNTAIN_SHIFT), up, (uint8_t)(TOWN_Y - 1 - up));
    scroll(2, (uint8_t)(camera >> TOWN_SHIFT), up, (uint8_t)(GROUND_BAND_Y - 1 - up));
    scroll(3, (uint8_t)((camera >> GROUND_SHIFT) - MARGIN + shaken), up, NO_LINE);
}
