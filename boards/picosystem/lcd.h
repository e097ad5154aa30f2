// SPDX-License-Identifier: MIT
// lcd.h - the PicoSystem's display, an ST7789 on SPI 0.
#ifndef HUTCH_PICOSYSTEM_LCD_H
#define HUTCH_PICOSYSTEM_LCD_H

#include "rp2040/rp2040.h"

enum { LCD_SIDE = 240 };

/// Clears it and switches its light on. Takes half a second.
void lcd_init(void);

/// Begins a picture of whole lines; each pixel of them follows by lcd_put.
void lcd_begin(unsigned first_line, unsigned last_line);

/// Sends a pixel: 5 bits of red, 6 of green, 5 of blue.
static inline void lcd_put(unsigned pixel)
{
    enum { DATA = 0x08, STATUS = 0x0C, HAS_ROOM = 2 };
    while ((SPI0(STATUS) & HAS_ROOM) == 0) {}
    SPI0(DATA) = pixel;
}

#endif
