// SPDX-License-Identifier: MIT
// canvas.h - the screen of board.h as a frame buffer, with board_fill and board_draw.
//
// 4 bits a pixel, in the order an SSD0323 takes them:
//
//   byte y * 64 + x / 2
//   +--------+--------+
//   | x even | x odd  |
//   +--------+--------+
//    7      4 3      0
#ifndef HUTCH_CANVAS_H
#define HUTCH_CANVAS_H

#include "board.h"

enum { CANVAS_ROW_BYTES = BOARD_WIDTH / 2, CANVAS_BYTES = CANVAS_ROW_BYTES * BOARD_HEIGHT };

/// What board_fill and board_draw have drawn.
extern uint8_t canvas[CANVAS_BYTES];

/// Makes every pixel black; a board calls it at the end of board_present.
void canvas_clear(void);

/// The shade of a pixel inside the screen.
uint8_t canvas_shade(int x, int y);

#endif
