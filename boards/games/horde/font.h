// SPDX-License-Identifier: MIT
// font.h - letters of 3 x 5 pixels, 4 pixels apart: capitals, digits, and the four arrows as < > ^ _.
#ifndef HORDE_FONT_H
#define HORDE_FONT_H

#include "board.h"

enum { FONT_ADVANCE = 4, FONT_HEIGHT = 5 };

/// A letter: a byte a row, as a picture has them.
const uint8_t *font_glyph(char letter);

/// Draws text that is in flash.
void font_text(const char *text, int x, int y, uint8_t shade);

/// Draws text that is in memory, small letters as capitals.
void font_name(const char *text, int x, int y, uint8_t shade);

/// Draws text that is in flash around the middle of the screen.
void font_centred(const char *text, int y, uint8_t shade);

/// Draws text that is in flash with each pixel magnified to 2 x 2.
void font_large(const char *text, int x, int y, uint8_t shade);

/// Draws the last `count` digits of a number, noughts in front of it in a shade of their own: BOARD_BLACK
/// draws none.
void font_number(uint16_t value, uint8_t count, int x, int y, uint8_t shade, uint8_t noughts);

/// Draws a number without noughts in front, magnified as font_large does.
void font_large_number(uint16_t value, int x, int y, uint8_t shade);

#endif
