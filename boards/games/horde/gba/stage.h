// SPDX-License-Identifier: MIT
// stage.h - STAMPEDE's own screen on the Game Boy Advance: 240 x 160, four backgrounds, 128 sprites.
//
//   BG0  words, the pools' window       tiles at 0x8000   map 28
//   BG1  ground and grass, by the camera's way             0x4000       29
//   BG2  hills and masts, an eighth of it                  0x0000       30
//   BG3  sky and sun, hardly at all                        0x0000       31
#ifndef HORDE_GBA_STAGE_H
#define HORDE_GBA_STAGE_H

#include "gba/registers.h"
#include "hutch/hutch.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SCREEN_WIDTH = 240,
    SCREEN_HEIGHT = 160,
    FLOOR_Y = 139,  // feet of the middle lane stand above this line
    LANE_LINES = 5, // from one lane to the next
    LANES = 3,
    MAP_COLUMNS = 32,
    MAP_ROWS = 32,
    WORDS_TILE_BYTES = 32,
};

enum {
    PALETTE_SKY,
    PALETTE_HILLS,
    PALETTE_GROUND,
    PALETTE_WHITE,
    PALETTE_GOLD,
    PALETTE_RED,
    PALETTE_CELLS,
    PALETTE_CELLS_UNUSED
};

#define STAGE_TILE(block, tile) VIDEO_32(0x4000u * (block) + 32u * (unsigned)(tile))
#define STAGE_MAP(map) VIDEO_16(0x800u * (map))

/// The hardware's sprites: the id that the pool gives is the number of the sprite.
HUTCH_POOL_IDS_DECLARE(oam, 128);

/// What a sprite is made of.
struct actor {
    uint16_t tile;
    uint8_t size; // 0: 8 x 8, 1: 16 x 16, 2: 32 x 32
    uint8_t palette;
};

/// Puts a sprite with its top left corner at x, y; in front of those that come later.
/// @return false when all 128 are live
bool stage_put(const struct actor *actor, int x, int y, bool mirrored);

/// Puts a sprite of 32 x 32 pixels stretched, its middle at x, y; there is one such size at a time.
/// @param  across, down  how wide and how tall a pixel becomes, in 1/256
bool stage_put_stretched(const struct actor *actor, int x, int y, unsigned across, unsigned down,
                         bool mirrored);

/// What BG1 to BG3 show.
void backdrop_load(void);

/// Moves the backgrounds to where the camera is.
void backdrop_scroll(int shake);

/// Makes letters and cells.
void words_load(void);

/// Makes the tiles and palettes of the sprites.
void actors_load(void);

/// Puts a text on the screen; `palette` is its colour.
void words_put(const char *text, unsigned column, unsigned row, unsigned palette);

/// Puts a number so that it ends in a column; without noughts in front.
void words_number(unsigned value, unsigned last_column, unsigned row, unsigned palette);

/// Clears so many columns.
void words_clear(unsigned column, unsigned row, unsigned count);

/// Clears whole rows, the last one too.
void words_clear_rows(unsigned first, unsigned last);

/// Darkens all but the words, between two lines of the screen; and no more.
void panel_darken(unsigned top, unsigned bottom);
void panel_lighten(void);

/// Shows or hides the window with the pools.
void panel_draw(void);

/// Silences everything while the game stands still.
void music_mute(bool is_muted);

/// True while Start has stopped the game.
extern bool stage_is_paused;

#endif
