// SPDX-License-Identifier: MIT
// video.h - the picture as the hardware makes it: two maps of tiles, bands of lines that scroll, palettes.
//
//   video memory   0x8000  tiles 0-127 of sprites
//                  0x8800  tiles 128-255 of sprites, and of the maps
//                  0x9000  tiles 0-127 of the maps
//                  0x9800  map of the background, 32 x 32     0x9C00  map of the window
//
// The CPU reaches that memory while nothing is displayed only. So a change waits in a queue, and an interrupt
// makes as many of them as there is time for: the game need not wait for it.
#ifndef HUTCH_GAMEBOY_VIDEO_H
#define HUTCH_GAMEBOY_VIDEO_H

#include <stdbool.h>
#include <stdint.h>

enum {
    VIDEO_MEMORY = 0x8000,
    VIDEO_BYTES = 0x2000,
    MAP_BACKGROUND = 0x9800,
    MAP_WINDOW = 0x9C00,
    MAP_COLUMNS = 32,
    SCREEN_COLUMNS = 20,
    BANDS = 4,
};

/// The address of a map's tile, and of a sprite's.
#define VIDEO_TILE(tile) ((uint16_t)((tile) < 128 ? 0x9000 + 16 * (tile) : 0x8000 + 16 * (tile)))
#define VIDEO_SPRITE_TILE(tile) ((uint16_t)(0x8000 + 16 * (tile)))

/// How the lines from one on are scrolled; above the first band is the line of text, which never scrolls.
struct video_band {
    uint8_t x;
    uint8_t y;
    uint8_t next_line; // one before the next band's first line; NO_LINE: there is none
};
enum { NO_LINE = 0xFF };

/// The bands of the next picture; one before the first one's first line; and the window's topmost line.
extern struct video_band video_bands[BANDS];
extern uint8_t video_first_line;
extern uint8_t video_window_y;

/// Set when they are all as they shall be.
extern volatile bool video_is_ready;

/// The background's palette, 2 bits a colour of a tile; and as it is when nothing flashes.
extern uint8_t video_palette;
enum { PALETTE_NIGHT = 0x1B, PALETTE_FLASH = 0x1A };

/// Switches the display off: from now on the memory may be written to.
void video_off(void);

/// Switches it on.
void video_on(void);

/// Fills a part of the video memory; the display is off.
void video_fill(uint16_t from, uint16_t bytes, uint8_t value);

/// Puts a tile into a map, now or as soon as there is time.
void video_map(uint16_t place, uint8_t tile);

/// Has a tile's 16 bytes copied. False: no room, or no time; try again in the next frame.
bool video_tile(uint16_t place, const uint8_t *rows);

#endif
