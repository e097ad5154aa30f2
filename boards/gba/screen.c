// SPDX-License-Identifier: MIT
// screen.c - the canvas of 128 x 64 pixels in the middle of the screen, drawn in layers and sprites.
#include "screen.h"
#include "layers.h"
#include "registers.h"
#include "sprites.h"
#include "board.h"

enum { SMALL_PIXELS = 32 }; // a sprite that has no more is drawn by software: letters, tufts of grass

static unsigned layer;   // that rectangles go to now
static bool has_sprites; // in front of that layer, in this frame

void screen_init(void)
{
    layers_init();
    sprites_init();
    WINDOW_ACROSS = SCREEN_LEFT << 8 | (SCREEN_LEFT + BOARD_WIDTH);
    WINDOW_DOWN = SCREEN_TOP << 8 | (SCREEN_TOP + BOARD_HEIGHT);
    WINDOW_INSIDE = 0x1F;  // all four backgrounds and the sprites
    WINDOW_OUTSIDE = 0x08; // the rearmost background: the case
}

void screen_on(void)
{
    sprites_show();
    DISPLAY_CONTROL = DISPLAY_ONE_DIMENSIONAL | DISPLAY_ALL_BACKGROUNDS | DISPLAY_SPRITES | DISPLAY_WINDOW;
}

void screen_show(void)
{
    layers_show();
    sprites_show();
}

void screen_begin(void)
{
    layers_clear();
    sprites_begin();
    layer = 0;
    has_sprites = false;
}

void screen_end(void)
{
    sprites_draw_pools();
}

bool screen_is_paused(unsigned keys)
{
    (void)keys;
    return false;
}

unsigned screen_sprites_peak(void)
{
    return sprites_peak();
}

unsigned screen_tiles_peak(void)
{
    return tiles_peak_live();
}

uint8_t screen_buttons(unsigned keys)
{
    static const struct {
        uint16_t key;
        uint8_t button;
    } map[] = {
        {KEY_LEFT, BOARD_LEFT}, {KEY_RIGHT, BOARD_RIGHT}, {KEY_UP, BOARD_UP}, {KEY_DOWN, BOARD_DOWN},
        {KEY_A, BOARD_A},       {KEY_SELECT, BOARD_DOWN}, {KEY_B, BOARD_A},
    };
    unsigned buttons = 0;

    for (unsigned i = 0; i < sizeof map / sizeof map[0]; i++) {
        buttons |= (keys & map[i].key) != 0 ? map[i].button : 0u;
    }
    return (uint8_t)buttons;
}

// ------------------------------------------------------------------------------------ drawing

// The layer for what is not a sprite: a new one, as long as there is one, once sprites lie on the last.
static unsigned layer_now(void)
{
    if (has_sprites && layer < LAYERS - 1) {
        layer++;
        has_sprites = false;
    }
    return layer;
}

void board_fill(int x, int y, int width, int height, uint8_t shade)
{
    const int left = x < 0 ? 0 : x;
    const int top = y < 0 ? 0 : y;
    const int right = x + width > BOARD_WIDTH ? BOARD_WIDTH : x + width;
    const int bottom = y + height > BOARD_HEIGHT ? BOARD_HEIGHT : y + height;

    if (left < right && top < bottom) {
        layer_fill(layer_now(), left, top, right, bottom, shade);
    }
}

void board_draw(const struct board_sprite *sprite, int x, int y)
{
    if (x >= BOARD_WIDTH || y >= BOARD_HEIGHT || x + sprite->width <= 0 || y + sprite->height <= 0) {
        return;
    }
    if (sprite->width * sprite->height > SMALL_PIXELS && sprite_draw(layer, sprite, x, y)) {
        has_sprites = true;
        return;
    }
    layer_draw(layer_now(), sprite, x, y);
}
