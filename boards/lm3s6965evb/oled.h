// SPDX-License-Identifier: MIT
// oled.h - the 128 x 64 display with 16 greys.
#ifndef HUTCH_LM3S6965_OLED_H
#define HUTCH_LM3S6965_OLED_H

#include <stdint.h>

enum {
    OLED_ROWS = 64,
    OLED_ROW_BYTES = 64, // two pixels a byte, the left one in the high nibble
};

/// Starts the display, all black.
void oled_init(void);

/// Shows a picture of OLED_ROWS rows. Sends only the rows that differ from what is shown.
void oled_show(const uint8_t *picture);

#endif
