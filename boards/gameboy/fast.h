// SPDX-License-Identifier: MIT
// fast.h - what fast.s offers.
#ifndef HUTCH_GAMEBOY_FAST_H
#define HUTCH_GAMEBOY_FAST_H

#include <stdint.h>

/// Draws what the variables row_... of sprites.c say.
void draw_rows(void);

/// Copies the tiles to a place in the video memory.
void tiles_copy_to(uint16_t place);

/// Makes all tiles black.
void tiles_clear(void);

#endif
