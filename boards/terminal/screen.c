// SPDX-License-Identifier: MIT
// screen.c - shows a picture in the terminal: how large, and only what has changed.
#include "screen.h"
#include "board.h"
#include "cells.h"
#include "tty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS_MIN = 64,
    ROWS_MIN = 16,
    COLUMNS_MAX = 640,
    ROWS_MAX = 320,
    ONE = 256,           // a pixel, in the units of edges
    SCORE_LINES = 12,    // of the picture, in which a game shows its score: a small terminal shows them in
    SCORE_ROWS = 6,      // their full height, so that it can be read
    HINT_PICTURES = 300, // so long a hint hides the last row of a picture that leaves none free
    FLUSH_BYTES = 1 << 16
};

static const char hint[] = "arrows walk, jump, pools  space throws  p pauses  q leaves";

static struct cell shown[ROWS_MAX][COLUMNS_MAX];
static struct cell last; // the colours that are set
static int terminal_columns, terminal_rows, picture_width, picture_height, pictures_shown;
static int columns, rows; // of the picture
static bool has_score_rows;
static uint8_t means[ROWS_MAX][COLUMNS_MAX];
static int edges_x[2 * COLUMNS_MAX + 1], edges_y[4 * ROWS_MAX + 1]; // of the samples in it

static char output[FLUSH_BYTES + COLUMNS_MAX * CELL_BYTES_MAX];
static char *end = output;

bool screen_choose(bool is_ascii)
{
    const char *const term = getenv("TERM");
    const bool is_right = cells_choose(is_ascii);

    if (!is_right) {
        fprintf(stderr,
                "To play takes a terminal that moves its cursor, such as xterm (TERM is '%s'), of %d x %d "
                "cells or more.\n",
                term == NULL ? "" : term, COLUMNS_MIN, ROWS_MIN);
    }
    screen_forget();
    return is_right;
}

void screen_forget(void)
{
    terminal_columns = 0;
}

// -------------------------------------------------------------------------------------- where

static int least(int a, int b)
{
    return a < b ? a : b;
}

// A cell is twice as high as it is wide. Exact sizes are preferred: a cell for two pixels or fewer, else for
// eight. A terminal too small for that is filled, at the price of proportions.
static void choose_size(void)
{
    const int whole = least(terminal_columns / picture_width, 2 * terminal_rows / picture_height);
    const int eighths = least(8 * terminal_columns / picture_width, 16 * terminal_rows / picture_height);
    const bool is_half = eighths == 5 || (eighths > 5 && cells_sample_rows() == 4); // a dot for a pixel
    const int fit = whole >= 1 ? 8 * whole : is_half ? 4 : eighths;

    columns = fit >= 4 ? fit * picture_width / 8 : least(terminal_columns, picture_width / 2);
    rows = fit >= 4 ? fit * picture_height / 16 : least(terminal_rows, picture_height / 4);
    has_score_rows = fit < 4;
    if (fit == 4 && picture_height > BOARD_HEIGHT && terminal_rows >= rows + SCORE_ROWS / 2) {
        rows += SCORE_ROWS / 2;
        has_score_rows = true;
    }
    columns = least(columns, COLUMNS_MAX);
    rows = least(rows, ROWS_MAX);
}

static void set_edges(void)
{
    const int down = cells_sample_rows();
    const int first_rows = has_score_rows ? SCORE_ROWS : 0, first_lines = has_score_rows ? SCORE_LINES : 0;

    for (int i = 0; i <= 2 * columns; i++) {
        edges_x[i] = i * picture_width * ONE / (2 * columns);
    }
    for (int i = 0; i <= down * rows; i++) {
        const int after = i - down * first_rows;
        edges_y[i] = after < 0 ? i * first_lines * ONE / (down * first_rows)
                               : first_lines * ONE + after * (picture_height - first_lines) * ONE /
                                                         (down * (rows - first_rows));
    }
}

// The mean of a sample's pixels, each by the part of it that is in the sample.
static void take_sample(const uint8_t *rgb, int x, int y, int mean[3])
{
    const int *const across = &edges_x[x], *const down = &edges_y[y];
    long long sums[3] = {0, 0, 0}, all = 0;

    for (int line = down[0] / ONE; line * ONE < down[1]; line++) {
        const int high = least((line + 1) * ONE, down[1]) - (line * ONE > down[0] ? line * ONE : down[0]);
        for (int i = across[0] / ONE; i * ONE < across[1]; i++) {
            const int part =
                high * (least((i + 1) * ONE, across[1]) - (i * ONE > across[0] ? i * ONE : across[0]));
            const uint8_t *const pixel = &rgb[3 * (line * picture_width + i)];
            for (int c = 0; c < 3; c++) {
                sums[c] += (long long)part * pixel[c];
            }
            all += part;
        }
    }
    for (int c = 0; c < 3; c++) {
        mean[c] = (int)((sums[c] + all / 2) / all);
    }
}

// Before any cell of 4 rows can be chosen: how bright each is.
static void set_means(const uint8_t *rgb)
{
    for (int i = 0; cells_sample_rows() == 4 && i < rows * columns; i++) {
        int sum = 0;
        for (int s = 0; s < 8; s++) {
            int sample[3];
            take_sample(rgb, i % columns * 2 + s % 2, i / columns * 4 + s / 2, sample);
            sum += cells_brightness(sample);
        }
        means[i / columns][i % columns] = (uint8_t)(sum / 8);
    }
}

static int mean_around(int column, int row)
{
    int sum = 0, count = 0;

    for (int y = row - 1; y <= row + 1; y++) {
        for (int x = column - 3; x <= column + 3; x++) {
            if (y >= 0 && y < rows && x >= 0 && x < columns) {
                sum += means[y][x];
                count++;
            }
        }
    }
    return sum / count;
}

static struct cell cell_of(const uint8_t *rgb, int column, int row)
{
    const int down = cells_sample_rows();
    int samples[CELL_SAMPLES_MAX][3];

    for (int i = 0; i < 2 * down; i++) {
        take_sample(rgb, 2 * column + i % 2, down * row + i / 2, samples[i]);
    }
    return cells_of(samples, column, down == 4 ? mean_around(column, row) : 0);
}

// -------------------------------------------------------------------------------------- output

static void flush(void)
{
    tty_write(output, (size_t)(end - output));
    end = output;
}

static void add_line(int row, const char *text)
{
    const int length = least((int)strlen(text), terminal_columns);

    end += sprintf(end, "\x1b[%d;%dH%.*s", row + 1, (terminal_columns - length) / 2 + 1, length, text);
}

static bool is_large_enough(void)
{
    return terminal_columns >= COLUMNS_MIN && terminal_rows >= ROWS_MIN;
}

static void start_anew(void)
{
    char text[100];

    end += sprintf(end, "\x1b[0m\x1b[2J");
    if (is_large_enough()) {
        choose_size();
        set_edges();
        add_line(terminal_rows - 1, hint);
    } else {
        sprintf(text, "Needs %d x %d cells; here are %d x %d.", COLUMNS_MIN, ROWS_MIN, terminal_columns,
                terminal_rows);
        add_line(terminal_rows / 2 - 1, text);
        add_line(terminal_rows / 2, "Enlarge, or q to leave.");
    }
    memset(shown, 0xFF, sizeof shown); // CELL_UNKNOWN
    memset(&last, 0xFF, sizeof last);
    pictures_shown = 0;
}

static void show_row(const uint8_t *rgb, int row, int left, int top)
{
    bool is_cursor_here = false;

    if (end - output > FLUSH_BYTES) {
        flush();
    }
    for (int column = 0; column < columns; column++) {
        const struct cell cell = cell_of(rgb, column, row);
        struct cell *const old = &shown[row][column];
        if (memcmp(&cell, old, sizeof cell) == 0) {
            is_cursor_here = false;
            continue;
        }
        if (!is_cursor_here) {
            end += sprintf(end, "\x1b[%d;%dH", top + row + 1, left + column + 1);
            is_cursor_here = true;
        }
        end = cells_write(end, &cell, &last);
        *old = cell;
    }
}

bool screen_show(int width, int height, const uint8_t *rgb)
{
    int now_columns, now_rows;

    tty_size(&now_columns, &now_rows);
    if (now_columns != terminal_columns || now_rows != terminal_rows || width != picture_width ||
        height != picture_height) {
        terminal_columns = now_columns;
        terminal_rows = now_rows;
        picture_width = width;
        picture_height = height;
        start_anew();
    }
    if (is_large_enough()) {
        const int top = (terminal_rows - rows) / 2;
        const bool is_last_hidden = pictures_shown < HINT_PICTURES && top + rows == terminal_rows;
        set_means(rgb);
        for (int row = 0; row < rows - is_last_hidden; row++) {
            show_row(rgb, row, (terminal_columns - columns) / 2, top);
        }
        pictures_shown++;
    }
    flush();
    return is_large_enough();
}
