// SPDX-License-Identifier: MIT
// backdrop.c - the world behind: stars, moon, mountains and a town, each moving slower the farther it is.
#include "art.h"
#include "draw.h"
#include "state.h"

enum {
    MOON_X = 110,
    MOON_Y = 4,
    MOUNTAIN_Y = 32,
    MOUNTAIN_SHADE = 3,
    CITY_Y = GROUND_Y - 16,
    CLOUD_Y = 14,
    CLOUD_WAY = 255,    // it comes back after so many pixels, and one: a mask
    MOUNTAIN_SHIFT = 7, // a pixel for so many bits of the camera's way
    CITY_SHIFT = 6,
    RAIN_TALL = 4,
    RAIN_WAY = 31, // a mask
    RAIN_LOWER = 16,
    RAIN_SHADE = 9
};

static const uint8_t stars[][2] BOARD_FLASH = {
    {5, 9},  {17, 3},  {23, 20}, {34, 11}, {46, 5},   {52, 24},  {61, 13},
    {70, 4}, {81, 19}, {88, 8},  {94, 27}, {107, 23}, {118, 12}, {124, 4},
};

// Late in the game it rains from where the stars were.
static void draw_stars(bool it_rains)
{
    for (uint8_t i = 0; i < sizeof stars / sizeof stars[0]; i++) {
        const bool twinkles = ((game.clock >> 4) & 15) == i;
        const uint8_t x = board_flash_byte(&stars[i][0]), y = board_flash_byte(&stars[i][1]);
        if (it_rains) {
            const uint8_t fallen = (uint8_t)(y + game.clock * 2) & RAIN_WAY;
            board_fill(x, fallen + (i & 1) * RAIN_LOWER, 1, RAIN_TALL, RAIN_SHADE);
        } else {
            board_fill(x, y, 1, 1, twinkles ? BOARD_WHITE : (uint8_t)(6 + (i & 3)));
        }
    }
}

static void draw_cloud(int x, int y)
{
    art_draw(art_cloud, 0, x, y, false);
}

static void draw_repeated(const uint8_t *art, int shift, int y)
{
    for (int x = -shift; x < BOARD_WIDTH; x += art_width(art)) {
        art_draw(art, 0, x, y, false);
    }
}

void scenery_draw(void)
{
    const int mountain_foot = MOUNTAIN_Y + art_height(art_mountain);
    const bool it_rains = game.wave >= LATE_FROM_WAVE;

    if (!game.has_overlay) {
        draw_stars(it_rains);
        if (!it_rains) {
            art_draw(art_moon, 0, MOON_X, MOON_Y, false);
        }
    }
    if (BOARD_SHADES < 16) { // the rest would be too dark to be seen, or too much to draw
        return;
    }
    if (!game.has_overlay) {
        draw_cloud((int)(game.clock >> 4 & CLOUD_WAY) - art_width(art_cloud), CLOUD_Y);
    }
    draw_repeated(art_mountain, game.camera >> MOUNTAIN_SHIFT, MOUNTAIN_Y);
    board_fill(0, mountain_foot, BOARD_WIDTH, GROUND_Y - mountain_foot, MOUNTAIN_SHADE);
    draw_repeated(art_city, game.camera >> CITY_SHIFT, CITY_Y);
}
