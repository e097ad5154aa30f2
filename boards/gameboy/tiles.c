// SPDX-License-Identifier: MIT
// tiles.c - fills rectangles in tiles; copies them to the video memory and shows them.
#include "tiles.h"
#include "fast.h"
#include "registers.h"
#include "board.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SHOWN_A = 0x8000, // one of the two places of 128 tiles
    SHOWN_B = 0x9000,
    BORDER = 0x8800, // tile 128: both ways of counting tiles meet there
    BORDER_TILE = 128,
    MAP = 0x9800,
    MAP_COLUMNS = 32,
    MAP_BYTES = 1024,
    LEFT_TILE = 2, // where the game is on the screen
    TOP_TILE = 5,
    WHITE_IS_3 = 0x1B, // 0 is black
};

uint8_t tiles[TILES_BYTES];

static bool shows_b;

// ------------------------------------------------------------------------------------ the display

static void lcd_off(void)
{
    while (LCD_LINE < LINES) { // at any other time it may damage the display
    }
    LCD_CONTROL = 0;
}

static void fill_video(uint16_t from, uint16_t bytes, uint8_t value)
{
    for (uint16_t i = 0; i < bytes; i++) {
        REGISTER(from + i) = value;
    }
}

static void map_tiles(void)
{
    uint8_t tile = 0;

    fill_video(MAP, MAP_BYTES, BORDER_TILE);
    for (uint8_t column = 0; column < TILE_COLUMNS; column++) {
        for (uint8_t row = 0; row < TILE_ROWS; row++) {
            REGISTER(MAP + (TOP_TILE + row) * MAP_COLUMNS + LEFT_TILE + column) = tile++;
        }
    }
}

void tiles_init(void)
{
    if ((LCD_CONTROL & LCD_ON) != 0) {
        lcd_off();
    }
    sprites_init();
    fill_video(SHOWN_A, TILES_BYTES, 0);
    fill_video(SHOWN_B, TILES_BYTES, 0);
    for (uint8_t i = 0; i < 16; i++) { // dark, with a dot
        REGISTER(BORDER + i) = i == 0 ? 0x80 : 0;
    }
    map_tiles();
    LCD_PALETTE = WHITE_IS_3;
    LCD_CONTROL = LCD_ON | LCD_BACKGROUND | LCD_TILES_AT_8000;
}

void tiles_copy(void)
{
    tiles_copy_to(shows_b ? SHOWN_A : SHOWN_B);
    tiles_clear();
}

void tiles_flip(void)
{
    shows_b = !shows_b;
    LCD_CONTROL = shows_b ? LCD_ON | LCD_BACKGROUND : LCD_ON | LCD_BACKGROUND | LCD_TILES_AT_8000;
}

// ------------------------------------------------------------------------------------ rectangles

static void fill_column(uint8_t *at, uint8_t height, uint8_t mask, uint8_t shade)
{
    const uint8_t kept = (uint8_t)~mask;
    const uint8_t low = (shade & 1) != 0 ? mask : 0;
    const uint8_t high = (shade & 2) != 0 ? mask : 0;

    for (; height > 0; height--) {
        *at = (uint8_t)((*at & kept) | low);
        at++;
        *at = (uint8_t)((*at & kept) | high);
        at++;
    }
}

void board_fill(int x, int y, int width, int height, uint8_t shade)
{
    static const uint8_t from_left[8] = {0xFF, 0x7F, 0x3F, 0x1F, 0x0F, 0x07, 0x03, 0x01};
    uint8_t left, right, column;

    if (x < 0) {
        width += x;
        x = 0;
    }
    if (y < 0) {
        height += y;
        y = 0;
    }
    if (x + width > BOARD_WIDTH) {
        width = BOARD_WIDTH - x;
    }
    if (y + height > BOARD_HEIGHT) {
        height = BOARD_HEIGHT - y;
    }
    if (width <= 0 || height <= 0) {
        return;
    }
    left = (uint8_t)x;
    right = (uint8_t)(left + (uint8_t)width); // behind it
    column = left >> 3;
    shade >>= SHADES_SHIFT;
    uint8_t *at = &tiles[(uint16_t)column * COLUMN_BYTES + 2 * (uint8_t)y];
    uint8_t mask = from_left[left & 7];
    for (; column < right >> 3; column++) {
        fill_column(at, (uint8_t)height, mask, shade);
        at += COLUMN_BYTES;
        mask = 0xFF;
    }
    if ((right & 7) != 0) {
        fill_column(at, (uint8_t)height, mask & (uint8_t)~from_left[right & 7], shade);
    }
}
