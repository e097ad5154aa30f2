// SPDX-License-Identifier: MIT
// cells.h - what one cell of a terminal shows: a character, its colour, and that of its ground.
#ifndef HUTCH_TERMINAL_CELLS_H
#define HUTCH_TERMINAL_CELLS_H

#include <stdbool.h>

enum {
    CELL_UNKNOWN = -1,    // as a colour: whatever is set
    CELL_SAMPLES_MAX = 8, // 2 a row
    CELL_BYTES_MAX = 64   // cursor, two 24-bit colours and a character of three bytes
};

/// The character is one of ASCII, or the lit quarters or dots, a bit each, rows from the top. Colours are 24
/// bits, or numbers of the terminal's palette.
struct cell {
    int character, foreground, background;
};

/// Of brightnesses from 0 to 15, as characters.
extern const char cells_ramp[];

/// Chooses the characters from the locale and the colours from TERM, COLORTERM and NO_COLOR; is_ascii forces
/// plain ASCII. @return false when the terminal cannot move its cursor
bool cells_choose(bool is_ascii);

/// How many rows of 2 samples a cell takes: 2, or 4.
int cells_sample_rows(void);

/// How bright a colour is, from 0 to 255: as its brightest part.
int cells_brightness(const int colour[3]);

/// The cell that is nearest to these samples: red, green and blue, 0 to 255. Columns count from any even one;
/// around is how bright the cells around it are, if a cell takes 4 rows.
struct cell cells_of(int samples[CELL_SAMPLES_MAX][3], int column, int around);

/// Writes the codes that show a cell after `last`, of which only the colours count; it is set to what is set
/// then.
/// @return the end of the text
char *cells_write(char *text, const struct cell *cell, struct cell *last);

#endif
