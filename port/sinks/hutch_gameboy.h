// SPDX-License-Identifier: MIT
// hutch_gameboy.h - the last line of the Game Boy's screen: 40 letters, two in each of 20 tiles.
//
//   __asm__("di");                                    in HUTCH_ON_FAULT, see hutch_line.h
//   hutch_line(fault, hutch_gameboy_put, NULL);
//   for (;;) {}
//
// Switch interrupts off, as above: the game's own would move the window and sprites again, and make writes
// late. The line is the window, which moves there, in tiles 235 to 254 and the map that the background does
// not use; sprites that reach into it are hidden. A Game Boy Color shows it in its palette 0, and has bank 0
// of the video memory selected from then on.
// What the line has no room for is cut. Include it after hutch's own header, in one file of the program.
#ifndef HUTCH_GAMEBOY_H
#define HUTCH_GAMEBOY_H

#include "hutch_line.h"

#define HUTCH_GAMEBOY(address) (*(volatile uint8_t *)(address))
#define HUTCH_GAMEBOY_CONTROL HUTCH_GAMEBOY(0xFF40)
#define HUTCH_GAMEBOY_PALETTE HUTCH_GAMEBOY(0xFF47)
#define HUTCH_GAMEBOY_HAS_COLOURS (HUTCH_GAMEBOY(0xFF4D) != 0xFF)
#define HUTCH_GAMEBOY_BANK HUTCH_GAMEBOY(0xFF4F) // of video memory, with colours

enum {
    HUTCH_GAMEBOY_TILE = 235, // the first; above 127 they are at the same address for every setting
    HUTCH_GAMEBOY_TILES = 20,
    HUTCH_GAMEBOY_TOP = 136, // the line's first row
    HUTCH_GAMEBOY_DOTS = 0xAA
};

// The display locks its memory while it reads it: a write is lost then. Not inline, so that the write comes
// soon enough after the look: there are 20 cycles.
static void hutch_gameboy_write(uint16_t address, uint8_t value)
{
    while ((HUTCH_GAMEBOY(0xFF41) & 2) != 0) {}
    HUTCH_GAMEBOY(address) = value;
}

// While nothing is displayed, which is long enough for all 40: else all seem to be far below.
static void hutch_gameboy_hide_sprites(void)
{
    volatile uint8_t *y = &HUTCH_GAMEBOY(0xFE00);
    while ((HUTCH_GAMEBOY_CONTROL & 0x80) != 0 && HUTCH_GAMEBOY(0xFF44) != 144) {}
    for (uint8_t sprite = 40; sprite != 0; sprite--) {
        if (*y > HUTCH_GAMEBOY_TOP) {
            *y = 0;
        }
        y += 4;
    }
}

// Both bits of each pixel.
static inline void hutch_gameboy_row(uint8_t tile, uint8_t row, uint8_t pixels)
{
    const uint16_t address = (uint16_t)(0x8000 + 16 * (HUTCH_GAMEBOY_TILE + tile) + 2 * row);
    hutch_gameboy_write(address, pixels);
    hutch_gameboy_write((uint16_t)(address + 1), pixels);
}

// An empty line, below dots.
static inline void hutch_gameboy_begin(void)
{
    const uint8_t control = HUTCH_GAMEBOY_CONTROL, palette = HUTCH_GAMEBOY_PALETTE;
    const bool has_colours = HUTCH_GAMEBOY_HAS_COLOURS;
    const uint16_t map = (control & 0x08) != 0 ? 0x9800 : 0x9C00; // the background has the other one
    for (uint8_t tile = 0; tile < HUTCH_GAMEBOY_TILES; tile++) {
        if (has_colours) {
            HUTCH_GAMEBOY_BANK = 1; // that of the palettes: number 0
            hutch_gameboy_write((uint16_t)(map + tile), 0);
            HUTCH_GAMEBOY_BANK = 0;
        }
        hutch_gameboy_write((uint16_t)(map + tile), (uint8_t)(HUTCH_GAMEBOY_TILE + tile));
        for (uint8_t row = 0; row < 8; row++) {
            hutch_gameboy_row(tile, row, row == 0 ? HUTCH_GAMEBOY_DOTS : 0);
        }
    }
    hutch_gameboy_hide_sprites();
    if (((palette >> 6 ^ palette) & 3) == 0) { // letters and ground have the same shade: a fade, perhaps
        HUTCH_GAMEBOY_PALETTE = 0xE4;
    }
    HUTCH_GAMEBOY(0xFF4A) = HUTCH_GAMEBOY_TOP;
    HUTCH_GAMEBOY(0xFF4B) = 7; // the left edge
    HUTCH_GAMEBOY_CONTROL = (uint8_t)((control & 0xBF) | (map == 0x9C00 ? 0x40 : 0) | 0xA1);
}

/// Draws a character; a newline ends the line, and the next one begins where it began.
static inline void hutch_gameboy_put(char c, void *context)
{
    static uint8_t column;
    static char left; // the letter that shares the tile
    const uint8_t tile = column >> 1;
    (void)context;
    if (c == '\n' || tile == HUTCH_GAMEBOY_TILES) {
        column = c == '\n' ? 0 : column;
        return;
    }
    if (column == 0) {
        hutch_gameboy_begin();
    }
    for (uint8_t row = 0; row < HUTCH_LINE_ROWS; row++) {
        const uint8_t pixels = hutch_line_row(c, row);
        hutch_gameboy_row(
            tile, (uint8_t)(row + 2),
            (uint8_t)((column & 1) == 0 ? pixels << 4 : hutch_line_row(left, row) << 4 | pixels));
    }
    left = c;
    column++;
}

#endif
