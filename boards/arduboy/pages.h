// SPDX-License-Identifier: MIT
// pages.h - the frame buffer in the pages of an SSD1306, and board_fill and board_draw on it.
//
//   byte (y / 8) * 128 + x        bit 0 = the top pixel of the eight, bit 7 = the lowest
#ifndef HUTCH_ARDUBOY_PAGES_H
#define HUTCH_ARDUBOY_PAGES_H

#include "board.h"

enum { PAGES = BOARD_HEIGHT / 8, CANVAS_BYTES = BOARD_WIDTH * PAGES };

/// What was drawn. oled_show sends and clears it.
extern uint8_t canvas[CANVAS_BYTES];

#endif
