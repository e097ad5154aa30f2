// SPDX-License-Identifier: MIT
// video.c - switches the display on and off, and keeps what is to be written to its memory.
#include "video.h"
#include "registers.h"

enum {
    TILE_BYTES = 16,
    SPRITE_SHADES = 0x1C, // black, light, white
    SPRITE_WHITE = 0x00,
    WINDOW_LEFT = 7,
};

uint8_t video_palette = PALETTE_NIGHT;
uint8_t video_first_line = NO_LINE;
struct video_band video_bands[BANDS];
volatile bool video_is_ready;
uint8_t video_window_y = LINES;

static bool is_on;

// Two rings, which the interrupt of fast.s empties. For maps three pages: where to, low byte, high byte, and
// what. For tiles a page of eight times 32 bytes: where to, low byte first, and what.
#define map_lows ((uint8_t *)0xD200)
#define map_highs ((uint8_t *)0xD300)
#define map_tiles ((uint8_t *)0xD400)
#define tile_ring ((uint8_t *)0xD500)
enum { TILE_STEP = 32 };
volatile uint8_t video_map_first, video_map_end;
volatile uint8_t video_tile_first, video_tile_end;

void video_off(void)
{
    if ((LCD_CONTROL & LCD_ON) != 0) {
        while (LCD_LINE < LINES) { // at any other time it may damage the display
        }
        LCD_CONTROL = 0;
    }
    is_on = false;
}

void video_on(void)
{
    LCD_SPRITE_PALETTE_0 = SPRITE_SHADES;
    LCD_SPRITE_PALETTE_1 = SPRITE_WHITE;
    LCD_WINDOW_X = WINDOW_LEFT;
    LCD_WINDOW_Y = LINES;
    LCD_PALETTE = video_palette;
    LCD_STATUS = LCD_INTERRUPT_AT_LINE;
    LCD_CONTROL =
        LCD_ON | LCD_WINDOW_MAP_AT_9C00 | LCD_WINDOW | LCD_SPRITES_8_16 | LCD_SPRITES | LCD_BACKGROUND;
    is_on = true;
}

void video_fill(uint16_t from, uint16_t bytes, uint8_t value)
{
    for (; bytes > 0; bytes--) {
        REGISTER(from) = value;
        from++;
    }
}

void video_map(uint16_t place, uint8_t tile)
{
    if (!is_on) {
        REGISTER(place) = tile;
        return;
    }
    const uint8_t end = video_map_end;
    map_lows[end] = (uint8_t)place;
    map_highs[end] = (uint8_t)(place >> 8);
    map_tiles[end] = tile;
    video_map_end = (uint8_t)(end + 1);
}

static void copy_tile(uint8_t *to, const uint8_t *rows)
{
    for (uint8_t i = TILE_BYTES; i > 0; i--) {
        *to++ = *rows++;
    }
}

bool video_tile(uint16_t place, const uint8_t *rows)
{
    uint8_t *to;

    if (!is_on) {
        copy_tile((uint8_t *)place, rows);
        return true;
    }
    if ((uint8_t)(video_tile_end + TILE_STEP) == video_tile_first) {
        return false;
    }
    to = &tile_ring[video_tile_end];
    *to++ = (uint8_t)place;
    *to++ = (uint8_t)(place >> 8);
    copy_tile(to, rows);
    video_tile_end = (uint8_t)(video_tile_end + TILE_STEP);
    return true;
}
