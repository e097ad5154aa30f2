// SPDX-License-Identifier: MIT
// art_draw.c - takes a picture out of flash and hands it to the board.
#include "art.h"

enum { WIDTH, HEIGHT, SHADES, PIXELS = SHADES + 3 }; // where things are in a picture

uint8_t art_width(const uint8_t *art)
{
    return board_flash_byte(&art[WIDTH]);
}

uint8_t art_height(const uint8_t *art)
{
    return board_flash_byte(&art[HEIGHT]);
}

// By address: a function that returns a struct is more than SDCC takes.
static void load_sprite(struct board_sprite *sprite, const uint8_t *art, uint8_t frame, bool mirrored)
{
    sprite->width = art_width(art);
    sprite->height = art_height(art);
    for (uint8_t i = 0; i < sizeof sprite->shades; i++) {
        sprite->shades[i] = board_flash_byte(&art[SHADES + i]);
    }
    sprite->pixels = &art[PIXELS + (unsigned)frame * sprite->height * ((sprite->width + 3u) / 4u)];
    sprite->mirrored = mirrored;
}

void art_draw(const uint8_t *art, uint8_t frame, int x, int y, bool mirrored)
{
    struct board_sprite sprite;

    load_sprite(&sprite, art, frame, mirrored);
    board_draw(&sprite, x, y);
}

void art_draw_flat(const uint8_t *art, uint8_t frame, int x, int y, bool mirrored, uint8_t shade)
{
    struct board_sprite sprite;

    load_sprite(&sprite, art, frame, mirrored);
    for (uint8_t i = 0; i < sizeof sprite.shades; i++) {
        sprite.shades[i] = shade;
    }
    board_draw(&sprite, x, y);
}
