// SPDX-License-Identifier: MIT
// layers.h - four see-through canvases of 128 x 64 pixels, one a background of the screen.
//
// The game draws from back to front; sprites and rectangles alternate. The hardware keeps that order when
// each run of rectangles has a layer of its own, with the sprites that follow it just in front:
//
//     layer 0 < sprites 0 < layer 1 < sprites 1 < layer 2 < sprites 2 < layer 3 < sprites 3
//
// A layer is 16 x 8 tiles, 4 bits a pixel, drawn while the other of two sets is shown.
#ifndef HUTCH_GBA_LAYERS_H
#define HUTCH_GBA_LAYERS_H

#include "board.h"

enum {
    LAYERS = 4,
    SCREEN_LEFT =
        56, // where the 128 x 64 pixels are in the console's 240 x 160; both are multiples of a tile
    SCREEN_TOP = 48,
};

/// Starts the backgrounds: palettes, maps, the case around the screen.
void layers_init(void);

/// Clears the set that is not shown, to be drawn next.
void layers_clear(void);

/// Shows the set that was drawn. Call it while nothing is displayed.
void layers_show(void);

/// Fills a rectangle that lies in the screen.
void layer_fill(unsigned layer, int left, int top, int right, int bottom, uint8_t shade);

/// Draws a sprite by software, for those that are too small to be worth a slot of the hardware.
void layer_draw(unsigned layer, const struct board_sprite *sprite, int x, int y);

/// Lights a pixel of a strip in the case below the screen: 128 x 8 pixels, strip 0 or 1.
void strip_put(unsigned strip, unsigned x, unsigned y, bool is_lit);

#endif
