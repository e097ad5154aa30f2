// SPDX-License-Identifier: MIT
// hutch_arduboy.h - the last line of the Arduboy's screen: 32 letters, written to the display itself.
//
//   hutch_line(fault, hutch_arduboy_put, NULL);              in HUTCH_ON_FAULT, as hutch_line.h shows it
//   hutch_debug_set_sink(hutch_arduboy_put, NULL);           in setup, of a debug build that shall go on
//
// It needs no buffer and no library. With Arduboy2 it works from begin() on, and the next display() paints
// over the line. A fault in an interrupt, amid a display(), would shift that picture: stand still then. What
// the line has no room for is cut. Include it after hutch's own header, in one file of the program.
#ifndef HUTCH_ARDUBOY_H
#define HUTCH_ARDUBOY_H

#include "hutch_line.h"
#include <avr/io.h>

enum {
    HUTCH_ARDUBOY_IS_DATA = 1 << 4,  // on port D; low: a command
    HUTCH_ARDUBOY_UNSELECT = 1 << 6, // likewise; Arduboy2 leaves it low
    HUTCH_ARDUBOY_WIDTH = 128,
    HUTCH_ARDUBOY_LAST_PAGE = 7 // of eight rows each
};

// Reading SPSR first forgets that the byte before is out; or else this one would seem so at once.
static inline void hutch_arduboy_send(uint8_t byte)
{
    (void)SPSR;
    SPDR = byte;
    while ((SPSR & 1 << SPIF) == 0) {}
}

// The bytes that follow go to these columns of the pages from one to the last, from the first on.
static inline void hutch_arduboy_window(uint8_t column, uint8_t last, uint8_t page)
{
    PORTD &= (uint8_t)~HUTCH_ARDUBOY_IS_DATA;
    hutch_arduboy_send(0x21);
    hutch_arduboy_send(column);
    hutch_arduboy_send(last);
    hutch_arduboy_send(0x22);
    hutch_arduboy_send(page);
    hutch_arduboy_send(HUTCH_ARDUBOY_LAST_PAGE);
    PORTD |= HUTCH_ARDUBOY_IS_DATA;
}

/// Draws a character; a newline ends the line, and the next one begins where it began.
static inline void hutch_arduboy_put(char c, void *context)
{
    static uint8_t column;
    const uint8_t unselected = PORTD & HUTCH_ARDUBOY_UNSELECT;
    (void)context;
    if (c == '\n' || column >= HUTCH_ARDUBOY_WIDTH) {
        column = c == '\n' ? 0 : column;
        return;
    }
    PORTD &= (uint8_t)~HUTCH_ARDUBOY_UNSELECT;
    SPCR = 1 << SPE | 1 << MSTR;
    SPSR = 1 << SPI2X;
    if (column == 0) { // an empty line, below dots
        hutch_arduboy_window(0, HUTCH_ARDUBOY_WIDTH - 1, HUTCH_ARDUBOY_LAST_PAGE);
        for (uint8_t x = 0; x < HUTCH_ARDUBOY_WIDTH; x++) {
            hutch_arduboy_send(x & 1);
        }
    }
    hutch_arduboy_window(column, (uint8_t)(column + 2), HUTCH_ARDUBOY_LAST_PAGE);
    for (uint8_t x = 0; x < 3; x++) {
        uint8_t pixels = x & 1;
        for (uint8_t row = 0; row < HUTCH_LINE_ROWS; row++) {
            pixels |= (uint8_t)((hutch_line_row(c, row) >> (2 - x) & 1) << (row + 2));
        }
        hutch_arduboy_send(pixels);
    }
    column = (uint8_t)(column + HUTCH_LINE_PITCH);
    hutch_arduboy_window(0, HUTCH_ARDUBOY_WIDTH - 1, 0); // as Arduboy2 counts on it
    PORTD |= unselected;
}

#endif
