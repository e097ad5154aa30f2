// SPDX-License-Identifier: MIT
// stage.h - where things are on the Game Boy's screen, and which tiles they are.
//
// The background's map, in lines; the screen shows 8 to 143 of it, or 44 to 131 above the pools' window:
//
//     0  status       never scrolls           88  mountains  move by an eighth of the camera's way
//     8  sky, words   does not either        104  town       by a quarter
//                                            120  ground     by all of it; feet are on line FLOOR_Y - 1
#ifndef HORDE_GAMEBOY_STAGE_H
#define HORDE_GAMEBOY_STAGE_H

#include "art.h"
#include "state.h"
#include "text.h"
#include "sprites.h"
#include "video.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SKY_Y = 8,
    MOUNTAIN_Y = 88,
    TOWN_Y = 104,
    GROUND_BAND_Y = 120,
    FLOOR_Y = 124,
    SLIDE_STEPS = 12, // of the window from below to its place
    SLIDE_LINES = 3,  // that the world moves up in each
    WINDOW_LINES = 4, // and the window
    MARGIN = (SCREEN_COLUMNS * 8 - BOARD_WIDTH) / 2,
};

/// Tiles of text, by what they say.
enum {
    TEXT_SCORE = 0,
    TEXT_HI = TEXT_SCORE + 3,
    TEXT_BEST,
    TEXT_WAVE = TEXT_BEST + 3,
    TEXT_WAVE_NUMBER = TEXT_WAVE + 2,
    TEXT_LIVES,
    TEXT_KEYS,
    TEXT_SUBTITLE = TEXT_KEYS + 14,
    TEXT_PRESS = TEXT_SUBTITLE + 13,
    TEXT_LARGE = TEXT_PRESS + 4,
    TEXT_HEAD = TEXT_LARGE + 18,
    TEXT_POOLS = TEXT_HEAD + 12, // POOL_TILES for each
    POOL_TILES = 10,
    TEXT_END = TEXT_POOLS + 5 * POOL_TILES,
};

/// Tiles of pictures.
enum {
    TILE_BLANK = 127,
    TILE_STAR = 124, // two
    TILE_HEART = 126,
    TILE_CELL = 156,                 // free, live
    TILE_CELLS_2 = TILE_CELL + 2,    // by two bits, the first slot's the lowest
    TILE_CELLS_4 = TILE_CELLS_2 + 4, // by four: two above two
    TILE_MOON = TILE_CELLS_4 + 16,
    TILE_MOUNTAIN = TILE_MOON + 4,
    MOUNTAIN_COLUMNS = 9,
    TILE_TOWN = TILE_MOUNTAIN + 2 * MOUNTAIN_COLUMNS,
    TOWN_COLUMNS = 8,
    TILE_GROUND = TILE_TOWN + 2 * TOWN_COLUMNS, // plain, tuft, stone
    TILE_EARTH = TILE_GROUND + 3,               // two
    TILE_LETTERS = TILE_EARTH + 2,
    TILES_END = TILE_LETTERS + 5 * 2 * 3,
};

/// Tiles of sprites.
enum {
    SPRITE_DINO = 0,
    DINO_TILES = 12, // a frame: two rows of three
    SPRITE_RABBIT = SPRITE_DINO + 6 * DINO_TILES,
    RABBIT_TILES = 4, // a frame
    SPRITE_PHONE = SPRITE_RABBIT + RABBIT_KINDS * 2 * RABBIT_TILES,
    SPRITE_SPARK = SPRITE_PHONE + 2 * PHONE_FRAMES, // small, large
    SPRITE_SCORE = SPRITE_SPARK + 4,
    SCORE_NUMBERS = 15,
    SPRITE_CLICK = SPRITE_SCORE + 2 * SCORE_NUMBERS,
    SPRITE_TILES_END = SPRITE_CLICK + 2 * 3,
};

/// How far the window with the pools has come: 0 is hidden.
extern uint8_t slide;

/// Makes the tiles of what moves.
void actors_load(void);

/// The tile of a number of points.
uint8_t score_tile(uint8_t tens);

/// Loads the world's tiles and lays its map.
void backdrop_load(void);

/// Scrolls the world to where the camera is.
void backdrop_scroll(void);

/// Loads and lays what is said on the title and in the line of status.
void words_load(void);

/// Stops the game if Start was pressed, once the dinosaur, which blinks, is not hidden.
void pause_by_start(bool is_hidden);

/// Has PAUSE in the place of the large words, until words_draw is called again.
void words_pause(void);

/// Has two lines in the place of the large words, until words_draw is called again.
/// @param  above  28 letters
/// @param  below  WORDS_LETTERS
void words_say(const char *above, const char *below);
enum { WORDS_LETTERS = 36 };

/// Writes the panel that shows the pools.
void overlay_load(void);

#endif
