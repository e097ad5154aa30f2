// SPDX-License-Identifier: MIT
// oled.h - the 128 x 64 display with one bit a pixel.
#ifndef HUTCH_ARDUBOY_OLED_H
#define HUTCH_ARDUBOY_OLED_H

#include <stdbool.h>

/// Starts the display.
void oled_init(void);

/// Sends the canvas to the display and clears it on the way.
void oled_show(void);

/// Shows what is dark as lit, and the reverse.
void oled_invert(bool is_inverse);

#endif
