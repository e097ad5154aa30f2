// SPDX-License-Identifier: MIT
// display.h - a picture memory that a window shows.
#ifndef HUTCH_RV32_DISPLAY_H
#define HUTCH_RV32_DISPLAY_H

#include <stdint.h>

/// Finds and starts the display; without one nothing is shown.
void display_init(void);

/// Shows a canvas of canvas.h.
void display_show(const uint8_t *picture);

#endif
