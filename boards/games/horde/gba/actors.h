// SPDX-License-Identifier: MIT
// actors.h - what moves on the Game Boy Advance's stage: its pictures, tiles and palettes.
#ifndef HORDE_GBA_ACTORS_H
#define HORDE_GBA_ACTORS_H

#include <stdint.h>

enum { DINO_ROWS = 32, DINO_FRAMES = 6, RABBIT_ROWS = 16, RABBIT_FRAMES = 8 };

/// Rows of pixels: a digit is a colour, a dot is none. By enum dino_frame; by kind, sitting and leaping.
extern const char *const dino_art[][DINO_ROWS];
extern const char *const rabbit_art[][RABBIT_ROWS];

enum {
    TILE_DINO = 0,
    TILE_RABBITS = TILE_DINO + DINO_FRAMES * 16,
    TILE_PHONE = TILE_RABBITS + RABBIT_FRAMES * 4,
    TILE_SPARKS = TILE_PHONE + 4,
    TILE_DIGITS = TILE_SPARKS + 3,
    TILE_SHADOW = TILE_DIGITS + 10,
    TILE_GIANT = TILE_SHADOW + 1, // sitting, and 16 tiles on leaping
};

/// Palettes of sprites; those of rabbits by enum rabbit_kind.
enum { OBJ_DINO, OBJ_PHONE, OBJ_SPARKS, OBJ_SCORE, OBJ_WHITE, OBJ_COMMON };

/// The first tile of a kind of rabbit: it sits there, and leaps 4 tiles on.
unsigned actor_rabbit_tile(uint8_t kind);

#endif
