// SPDX-License-Identifier: MIT
// sprite_tiles.c - makes the tiles of what moves, once, of the game's own pictures.
#include "pictures.h"
#include "stage.h"

// By enum rabbit_kind. Of those that are 17 or 18 pixels wide the outline is left out, for two sprites each.
static const uint8_t *const rabbit_pictures[RABBIT_KINDS] = {art_rabbit_common, art_rabbit_runner,
                                                             art_rabbit_hopper, art_rabbit_twin};

enum { WIDTH, HEIGHT, SHADES, PIXELS = SHADES + 3 }; // where things are in a picture

static void load(const uint8_t *art, uint8_t frame, uint8_t skipped, uint8_t columns, uint8_t rows,
                 uint8_t tile)
{
    struct picture picture;

    picture.row_bytes = (uint8_t)(art[WIDTH] + 3) >> 2;
    picture.height = art[HEIGHT];
    picture.pixels = &art[PIXELS + (uint16_t)frame * (uint8_t)(picture.row_bytes * picture.height)];
    picture.skipped = skipped;
    picture.colours = COLOURS_AS_THEY_ARE;
    for (uint8_t i = 0; i < columns; i++) {
        picture_column(&picture, i, VIDEO_SPRITE_TILE(tile), 0, rows);
        tile = (uint8_t)(tile + (rows >> 3));
    }
}

static void load_text(char left, char right, uint8_t tile)
{
    uint8_t rows[8], both[16];

    text_rows(left, right, rows);
    for (uint8_t i = 0; i < 8; i++) {
        both[2 * i] = rows[i];
        both[2 * i + 1] = rows[i];
    }
    video_tile(VIDEO_SPRITE_TILE(tile), both);
}

// A spark is a square in the corner of its sprite.
static void load_sparks(void)
{
    uint8_t rows[16];

    for (uint8_t i = 0; i < 16; i++) {
        rows[i] = i < 2 ? 0x80 : 0;
    }
    video_tile(VIDEO_SPRITE_TILE(SPRITE_SPARK), rows);
    for (uint8_t i = 0; i < 4; i++) {
        rows[i] = 0xC0;
    }
    video_tile(VIDEO_SPRITE_TILE(SPRITE_SPARK + 2), rows);
}

// All numbers that points can be, in tens: those of one digit with the nought, of two, and a nought.
static const uint8_t long_scores[] = {10, 12, 15, 20, 25};

static void load_scores(void)
{
    uint8_t tile = SPRITE_SCORE;

    for (char digit = '1'; digit <= '9'; digit++) {
        load_text(digit, '0', tile);
        tile += 2;
    }
    for (uint8_t i = 0; i < sizeof long_scores; i++) {
        load_text(long_scores[i] < 20 ? '1' : '2', (char)('0' + long_scores[i] % 10), tile);
        tile += 2;
    }
    load_text('0', ' ', tile);
}

void actors_load(void)
{
    for (uint8_t frame = 0; frame < 6; frame++) {
        load(art_dino, frame, 0, 3, 32, (uint8_t)(SPRITE_DINO + frame * DINO_TILES));
    }
    for (uint8_t i = 0; i < 2 * RABBIT_KINDS; i++) {
        const uint8_t kind = i >> 1, frame = i & 1;
        const bool is_wide = kind == RABBIT_TWIN || (kind == RABBIT_RUNNER && frame == RABBIT_LEAPS);
        load(rabbit_pictures[kind], frame, is_wide, 2, 16, (uint8_t)(SPRITE_RABBIT + i * RABBIT_TILES));
    }
    for (uint8_t i = 0; i < PHONE_FRAMES; i++) {
        load(art_phone, i, 0, 1, 16, (uint8_t)(SPRITE_PHONE + 2 * i));
    }
    load_sparks();
    load_scores();
    load_text('C', 'L', SPRITE_CLICK);
    load_text('I', 'C', SPRITE_CLICK + 2);
    load_text('K', ' ', SPRITE_CLICK + 4);
}

uint8_t score_tile(uint8_t tens)
{
    uint8_t tile = SPRITE_SCORE + 2 * 9;

    if (tens < 10) {
        return (uint8_t)(SPRITE_SCORE - 2 + 2 * tens);
    }
    for (uint8_t i = 0; i < sizeof long_scores && long_scores[i] != tens; i++) {
        tile += 2;
    }
    return tile;
}
