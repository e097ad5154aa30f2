// SPDX-License-Identifier: MIT
// cells.c - finds the character and the two colours that come nearest to a few samples of a picture.
#include "cells.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WHITE_FROM = 224 // of 255: such a dot is always there
};

// What the terminal can show, from the least on.
static enum style { ASCII, DOTS, DOTS_16, QUARTERS_256, QUARTERS } style;

const char cells_ramp[] = "   ..,:-=+oxOX#@";

static bool variable_has(const char *name, const char *part)
{
    const char *const value = getenv(name);

    return value != NULL && strstr(value, part) != NULL;
}

static bool variable_is_set(const char *name)
{
    return variable_has(name, "") && *getenv(name) != '\0';
}

// Most terminals take UTF-8: no variable that says so means yes.
static bool has_utf8(void)
{
    const char *const name = variable_is_set("LC_ALL")     ? "LC_ALL"
                             : variable_is_set("LC_CTYPE") ? "LC_CTYPE"
                                                           : "LANG";

    return !variable_is_set(name) || variable_has(name, "UTF") || variable_has(name, "utf");
}

bool cells_choose(bool is_ascii)
{
    if (is_ascii || !has_utf8()) {
        style = ASCII;
    } else if (variable_is_set("NO_COLOR")) {
        style = DOTS;
    } else if (variable_has("COLORTERM", "truecolor") || variable_has("COLORTERM", "24bit")) {
        style = QUARTERS;
    } else {
        style = variable_has("TERM", "256color") ? QUARTERS_256 : DOTS_16;
    }
    return variable_is_set("TERM") && strcmp(getenv("TERM"), "dumb") != 0;
}

int cells_sample_rows(void)
{
    return style == DOTS || style == DOTS_16 ? 4 : 2;
}

// -------------------------------------------------------------------------------------- colours

static int distance(const int colour[3], int red, int green, int blue)
{
    return (colour[0] - red) * (colour[0] - red) + (colour[1] - green) * (colour[1] - green) +
           (colour[2] - blue) * (colour[2] - blue);
}

// Of the palette of 256: 16 to 231 are a cube of 6 levels each of red, green and blue, then come 24 greys. A
// grey for what is coloured looks further away than it is.
static int nearest_of_256(const int colour[3])
{
    static const int levels[6] = {0, 95, 135, 175, 215, 255};
    const int mean = (colour[0] + colour[1] + colour[2]) / 3;
    const bool is_coloured = distance(colour, mean, mean, mean) > 300;
    int best = 0, least = -1;

    for (int number = 16; number < 256; number++) {
        const int cube = number - 16, grey = 8 + 10 * (number - 232);
        const int level[3] = {number < 232 ? levels[cube / 36] : grey,
                              number < 232 ? levels[cube / 6 % 6] : grey,
                              number < 232 ? levels[cube % 6] : grey};
        const bool is_faded = level[0] == level[1] && level[1] == level[2] && is_coloured;
        const int error = distance(colour, level[0], level[1], level[2]) * (is_faded ? 3 : 1);
        if (least < 0 || error < least) {
            least = error;
            best = number;
        }
    }
    return best;
}

// Of the usual 16, the bright ones: bit 0 red, 1 green, 2 blue.
static int nearest_of_16(const int colour[3])
{
    int brightest = 1, number = 0;

    for (int c = 0; c < 3; c++) {
        brightest = colour[c] > brightest ? colour[c] : brightest;
    }
    for (int c = 0; c < 3; c++) {
        number |= 3 * colour[c] > 2 * brightest ? 1 << c : 0;
    }
    return number;
}

static int colour_of(const int sums[3], int count)
{
    const int mean[3] = {sums[0] / count, sums[1] / count, sums[2] / count};

    return style == QUARTERS       ? mean[0] << 16 | mean[1] << 8 | mean[2]
           : style == QUARTERS_256 ? nearest_of_256(mean)
           : style == DOTS_16      ? nearest_of_16(mean)
                                   : CELL_UNKNOWN;
}

int cells_brightness(const int colour[3])
{
    const int more = colour[0] > colour[1] ? colour[0] : colour[1];

    return more > colour[2] ? more : colour[2];
}

// -------------------------------------------------------------------------------------- characters

// Of the 8 ways to give four quarters two colours, the one that is nearest to theirs: where the squares of
// the two means, each as often as it is there, are the most.
static struct cell quarters_of(int samples[CELL_SAMPLES_MAX][3])
{
    int best = -1, mask = 0, sums[2][3], count = 0;

    for (int m = 0; m < 8; m++) {
        int parts[2][3] = {{0, 0, 0}, {0, 0, 0}}, counts[2] = {0, 0}, quality = 0;
        for (int i = 0; i < 4; i++) {
            const int side = m >> i & 1;
            counts[side]++;
            for (int c = 0; c < 3; c++) {
                parts[side][c] += samples[i][c];
            }
        }
        for (int i = 0; i < 6; i++) {
            quality +=
                counts[i / 3] == 0 ? 0 : 12 / counts[i / 3] * parts[i / 3][i % 3] * parts[i / 3][i % 3];
        }
        if (quality > best) {
            best = quality;
            mask = m;
            count = counts[1];
            memcpy(sums, parts, sizeof sums);
        }
    }
    struct cell cell = {mask, CELL_UNKNOWN, colour_of(sums[0], 4 - count)};
    if (mask != 0) {
        cell.foreground = colour_of(sums[1], count);
    }
    if (cell.foreground == cell.background) {
        cell.character = 0;
        cell.foreground = CELL_UNKNOWN;
    }
    return cell;
}

// Ordered dither. Dots are few: what counts is how a sample differs from those around it.
static struct cell dots_of(int samples[CELL_SAMPLES_MAX][3], int column, int around)
{
    static const int order[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    struct cell cell = {0, CELL_UNKNOWN, CELL_UNKNOWN};
    int sums[3] = {0, 0, 0}, count = 0;

    for (int i = 0; i < 8; i++) {
        const int bright = cells_brightness(samples[i]);
        if (bright >= WHITE_FROM ||
            bright / 3 + 3 * (bright - around) >= 16 * order[i / 2][2 * (column & 1) + i % 2] + 8) {
            cell.character |= 1 << i;
            count++;
            for (int c = 0; c < 3; c++) {
                sums[c] += samples[i][c];
            }
        }
    }
    if (count > 0) {
        cell.foreground = colour_of(sums, count);
    }
    return cell;
}

struct cell cells_of(int samples[CELL_SAMPLES_MAX][3], int column, int around)
{
    int sum = 0;

    if (style != ASCII) {
        return cells_sample_rows() == 4 ? dots_of(samples, column, around) : quarters_of(samples);
    }
    for (int i = 0; i < 4; i++) {
        sum += cells_brightness(samples[i]);
    }
    return (struct cell){cells_ramp[sum / 64], CELL_UNKNOWN, CELL_UNKNOWN};
}

// -------------------------------------------------------------------------------------- codes

// kind: 3 before the colour of a character, 4 before that of its ground
static char *write_colour(char *text, int kind, int colour, int *is_set)
{
    if (colour == CELL_UNKNOWN || colour == *is_set) {
        return text;
    }
    *is_set = colour;
    if (style == QUARTERS) {
        return text +
               sprintf(text, "\x1b[%d8;2;%d;%d;%dm", kind, colour >> 16, colour >> 8 & 255, colour & 255);
    }
    return text + (style == DOTS_16 ? sprintf(text, "\x1b[9%dm", colour)
                                    : sprintf(text, "\x1b[%d8;5;%dm", kind, colour));
}

// Dots are numbered down the columns of a cell, the last row apart: 0 3 / 1 4 / 2 5 / 6 7.
static int dots_character(unsigned bits)
{
    static const uint8_t number[8] = {0, 3, 1, 4, 2, 5, 6, 7};
    unsigned dots = 0;

    for (int i = 0; i < 8; i++) {
        dots |= (bits >> i & 1u) << number[i];
    }
    return 0x2800 + (int)dots;
}

char *cells_write(char *text, const struct cell *cell, struct cell *last)
{
    static const int quarters[8] = {' ', 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B};
    const int code = cell->character == 0       ? ' '
                     : style == ASCII           ? cell->character
                     : cells_sample_rows() == 4 ? dots_character((unsigned)cell->character)
                                                : quarters[cell->character];

    text = write_colour(text, 4, cell->background, &last->background);
    text = write_colour(text, 3, cell->foreground, &last->foreground);
    if (code > 0x7F) { // U+2500 to U+28FF
        *text++ = (char)(0xE0 | code >> 12);
        *text++ = (char)(0x80 | (code >> 6 & 0x3F));
        *text++ = (char)(0x80 | (code & 0x3F));
    } else {
        *text++ = (char)code;
    }
    return text;
}
