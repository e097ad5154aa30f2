// SPDX-License-Identifier: MIT
// canvas.h - the screen of board.h as a frame buffer, with board_fill and board_draw.
//
// A board with shades keeps 4 bits a pixel, in the order an SSD0323 takes them. A board that builds with
// -DBOARD_SHADES=2 gets one bit a pixel, in the pages of an SSD1306; shades of 8 and above are lit.
//
//   shades:  byte y * 64 + x / 2          mono:  byte (y / 8) * 128 + x
//            +--------+--------+                 bit 0 = the top pixel of the eight, y % 8 == 0
//            | x even | x odd  |                 ...
//            +--------+--------+                 bit 7 = the lowest, y % 8 == 7
//             7      4 3      0
#ifndef HUTCH_CANVAS_H
#define HUTCH_CANVAS_H

#include "board.h"

enum {
    CANVAS_IS_MONO = BOARD_SHADES == 2,
    // Of a row of pixels, or of a page of eight rows.
    CANVAS_ROW_BYTES = CANVAS_IS_MONO ? BOARD_WIDTH : BOARD_WIDTH / 2,
    CANVAS_ROWS = CANVAS_IS_MONO ? BOARD_HEIGHT / 8 : BOARD_HEIGHT,
    CANVAS_BYTES = CANVAS_ROW_BYTES * CANVAS_ROWS
};

/// What board_fill and board_draw have drawn.
extern uint8_t canvas[CANVAS_BYTES];

/// Makes every pixel black; a board calls it at the end of board_present.
void canvas_clear(void);

/// The shade of a pixel inside the screen; BOARD_BLACK or BOARD_WHITE on a mono canvas.
uint8_t canvas_shade(int x, int y);

#endif
