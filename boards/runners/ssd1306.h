// SPDX-License-Identifier: MIT
// ssd1306.h - a display with one bit a pixel, as far as the Arduboy's board uses it.
#ifndef HUTCH_RUNNER_SSD1306_H
#define HUTCH_RUNNER_SSD1306_H

#include "runner.h"

/// Its two lines beside the bus: a byte is a pixel's or a command's; the display does not listen.
extern bool ssd1306_is_data;
extern bool ssd1306_is_unselected;

/// Takes a byte from the bus.
void ssd1306_take(uint8_t byte);

/// What it shows.
const struct picture *ssd1306_picture(void);

#endif
