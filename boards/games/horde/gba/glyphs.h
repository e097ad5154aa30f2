// SPDX-License-Identifier: MIT
// glyphs.h - letters of 5 x 7 pixels: capitals, digits, and a few signs.
#ifndef HORDE_GBA_GLYPHS_H
#define HORDE_GBA_GLYPHS_H

#include <stdbool.h>
#include <stdint.h>

/// True where a letter has a pixel; none outside of it.
bool glyph_pixel(char letter, int x, int y);

/// Fills a tile: colour 1 is the letter, 2 its shadow.
void glyph_load(char letter, volatile uint32_t *tile);

#endif
