// SPDX-License-Identifier: MIT
// sprites.h - hardware sprites: slots, tiles and palettes, each from a pool.
#ifndef HUTCH_GBA_SPRITES_H
#define HUTCH_GBA_SPRITES_H

#include "board.h"

/// Call it before the others.
void sprites_init(void);

/// Forgets the last frame's sprites; a new frame is drawn.
void sprites_begin(void);

/// Draws a sprite just in front of a layer, behind the next.
/// @return false when it can't: too large, or a pool is full
bool sprite_draw(unsigned layer, const struct board_sprite *sprite, int x, int y);

/// Copies the sprites to the hardware. Call it while nothing is displayed.
void sprites_show(void);

/// Draws in the case how full the pools are: strip 0 the slots, strip 1 the tiles.
void sprites_draw_pools(void);

/// The most slots and tiles that were live at a time.
unsigned sprites_peak(void);
unsigned tiles_peak_live(void);

#endif
