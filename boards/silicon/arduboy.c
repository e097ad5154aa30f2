// SPDX-License-Identifier: MIT
// arduboy.c - Arduboy, besides avr.c: the line is on the display.
#include "arduboy/oled.h"
#include "arduboy/pages.h"
#include "silicon.h"
#include "hutch/hutch.h"
#include "../../port/sinks/hutch_line.h"

static void draw(char letter, unsigned column, unsigned row)
{
    uint8_t *const cells = canvas + row * BOARD_WIDTH + column * HUTCH_LINE_PITCH;
    for (uint8_t y = 0; y < HUTCH_LINE_ROWS; y++) {
        const uint8_t lit = hutch_line_row(letter, y);
        for (uint8_t x = 0; x < 3; x++) {
            cells[x] = (uint8_t)(cells[x] | (lit >> (2 - x) & 1) << y);
        }
    }
}

void silicon_show(const char *line)
{
    silicon_letters(line, BOARD_WIDTH / HUTCH_LINE_PITCH, draw);
    oled_show();
}
