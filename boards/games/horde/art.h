// SPDX-License-Identifier: MIT
// art.h - the game's pictures, and how they are drawn.
//
// A picture in flash: width, height, the three shades, then its frames, each as board.h lays out pixels.
#ifndef HORDE_ART_H
#define HORDE_ART_H

#include "board.h"

enum dino_frame { DINO_STANDS, DINO_WALKS, DINO_WALKS_ON, DINO_THROWS, DINO_JUMPS, DINO_IS_BITTEN };
enum rabbit_frame { RABBIT_SITS, RABBIT_LEAPS };
enum { PHONE_FRAMES = 4 };

extern const uint8_t art_dino[];
extern const uint8_t art_rabbit_common[];
extern const uint8_t art_rabbit_runner[];
extern const uint8_t art_rabbit_hopper[];
extern const uint8_t art_rabbit_twin[];
extern const uint8_t art_phone[];
extern const uint8_t art_heart[];

extern const uint8_t art_moon[];
extern const uint8_t art_mountain[];
extern const uint8_t art_city[];
extern const uint8_t art_cloud[];
extern const uint8_t art_tuft[];
extern const uint8_t art_letter_h[];
extern const uint8_t art_letter_o[];
extern const uint8_t art_letter_r[];
extern const uint8_t art_letter_d[];
extern const uint8_t art_letter_e[];

/// The size of a picture in pixels.
uint8_t art_width(const uint8_t *art);
uint8_t art_height(const uint8_t *art);

/// Draws a frame of a picture with its top left corner at x, y.
void art_draw(const uint8_t *art, uint8_t frame, int x, int y, bool mirrored);

/// Draws the outline of what art_draw draws, filled with one shade.
void art_draw_flat(const uint8_t *art, uint8_t frame, int x, int y, bool mirrored, uint8_t shade);

/// Draws what art_draw draws in twice the size; of STAMPEDE only.
void art_draw_twice(const uint8_t *art, uint8_t frame, int x, int y, bool mirrored, bool is_white);

#endif
