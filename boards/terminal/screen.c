// SPDX-License-Identifier: MIT
// screen.c - turns pixels into a terminal's cells: half blocks with greys, more pixels a cell where room is
// short.
#include "screen.h"
#include "tty.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIT_FROM = 8, // as on a board with one bit a pixel
    CELLS_MAX = BOARD_WIDTH * BOARD_HEIGHT / 2,
    BYTES_A_CELL_MAX = 64, // cursor, two 24-bit colours and a character of three bytes
    UNKNOWN = 0xFFFF,
    NO_COLOUR = -1
};

enum style { ASCII, PLAIN, GREYS_256, GREYS_24_BIT };

// How many pixels make a cell.
struct layout {
    int across;
    int down;
};

static const struct layout half_blocks = {1, 2};
static const struct layout quarter_blocks = {2, 2};
static const struct layout braille = {2, 4};

static enum style style;
static uint16_t shown[CELLS_MAX];
static struct layout layout;
static int terminal_columns;
static int terminal_rows;

static char output[CELLS_MAX * BYTES_A_CELL_MAX];
static size_t output_length;
static int foreground;
static int background;

static bool variable_has(const char *name, const char *part)
{
    const char *const value = getenv(name);

    return value != NULL && strstr(value, part) != NULL;
}

void screen_choose(bool is_ascii)
{
    setlocale(LC_CTYPE, "");
    if (is_ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
        style = ASCII;
    } else if (getenv("NO_COLOR") != NULL) {
        style = PLAIN;
    } else if (variable_has("COLORTERM", "truecolor") || variable_has("COLORTERM", "24bit")) {
        style = GREYS_24_BIT;
    } else {
        style = variable_has("TERM", "256color") ? GREYS_256 : PLAIN;
    }
    screen_forget();
}

void screen_forget(void)
{
    terminal_columns = 0;
}

// -------------------------------------------------------------------------------------- characters

static char ascii_of(const struct frame *frame, int x, int y)
{
    static const char ramp[] = "   ..,:-=+oxOX#@";
    int sum = 0;

    for (int i = 0; i < layout.across * layout.down; i++) {
        sum += frame->shades[y + i / layout.across][x + i % layout.across];
    }
    return ramp[sum / (layout.across * layout.down)];
}

// A bit a pixel, rows from the top.
static unsigned lit_of(const struct frame *frame, int x, int y)
{
    unsigned bits = 0;

    for (int i = 0; i < layout.across * layout.down; i++) {
        if (frame->shades[y + i / layout.across][x + i % layout.across] >= LIT_FROM) {
            bits |= 1u << i;
        }
    }
    return bits;
}

static const char *block_of(unsigned bits)
{
    static const char *const halves[4] = {" ", "\u2580", "\u2584", "\u2588"};
    static const char *const quarters[16] = {" ",      "\u2598", "\u259D", "\u2580", "\u2596", "\u258C",
                                             "\u259E", "\u259B", "\u2597", "\u259A", "\u2590", "\u259C",
                                             "\u2584", "\u2599", "\u259F", "\u2588"};
    return layout.across == 1 ? halves[bits] : quarters[bits];
}

// Braille's dots are numbered down the columns, the last row apart: 0 3 / 1 4 / 2 5 / 6 7.
static const char *braille_of(unsigned bits)
{
    static const uint8_t dot_of_pixel[8] = {0, 3, 1, 4, 2, 5, 6, 7};
    static char utf8[4];
    unsigned dots = 0;

    for (int i = 0; i < 8; i++) {
        if ((bits >> i & 1u) != 0) {
            dots |= 1u << dot_of_pixel[i];
        }
    }
    utf8[0] = '\xE2'; // U+2800 to U+28FF
    utf8[1] = (char)(0xA0 | dots >> 6);
    utf8[2] = (char)(0x80 | (dots & 0x3F));
    return utf8;
}

static const char *character_of(unsigned bits)
{
    if (bits == 0) {
        return " ";
    }
    return layout.down == 4 ? braille_of(bits) : block_of(bits);
}

// All that a cell shows, in 16 bits: two shades, an ASCII character or the lit pixels.
static uint16_t cell_of(const struct frame *frame, int x, int y)
{
    if (style == ASCII) {
        return (uint16_t)ascii_of(frame, x, y);
    }
    if (layout.across == 1 && style != PLAIN) {
        return (uint16_t)(frame->shades[y][x] << 4 | frame->shades[y + 1][x]);
    }
    return (uint16_t)lit_of(frame, x, y);
}

// -------------------------------------------------------------------------------------- output

static void add(const char *text)
{
    const size_t length = strlen(text);

    memcpy(&output[output_length], text, length);
    output_length += length;
}

static void add_number(const char *before, int number, const char *after)
{
    output_length += (size_t)sprintf(&output[output_length], "%s%d%s", before, number, after);
}

static void move_to(int column, int row)
{
    add_number("\x1b[", row + 1, ";");
    add_number("", column + 1, "H");
}

static void set_colour(const char *kind, int shade)
{
    if (style == GREYS_24_BIT) {
        const int grey = shade * 17;
        add_number(kind, 2, ";");
        add_number("", grey, ";");
        add_number("", grey, ";");
        add_number("", grey, "m");
    } else { // 232 to 255 are greys, 16 is black, 231 white
        const int grey = shade == BOARD_BLACK ? 16 : shade == BOARD_WHITE ? 231 : 232 + shade * 23 / 15;
        add_number(kind, 5, ";");
        add_number("", grey, "m");
    }
}

static void add_cell(uint16_t cell)
{
    if (style == ASCII) {
        const char text[2] = {(char)cell, '\0'};
        add(text);
        return;
    }
    if (layout.across != 1 || style == PLAIN) {
        add(character_of(cell));
        return;
    }
    const int top = cell >> 4;
    const int bottom = cell & 0x0F;
    if (bottom != background) {
        set_colour("\x1b[48;", bottom);
        background = bottom;
    }
    if (top != bottom && top != foreground) {
        set_colour("\x1b[38;", top);
        foreground = top;
    }
    add(top == bottom ? " " : "\u2580");
}

static bool choose_layout(void)
{
    const struct layout *const layouts[] = {&half_blocks, &quarter_blocks, &braille};
    const int count = style == ASCII ? 2 : 3;

    for (int i = 0; i < count; i++) {
        layout = *layouts[i];
        if (terminal_columns >= BOARD_WIDTH / layout.across && terminal_rows >= BOARD_HEIGHT / layout.down) {
            return true;
        }
    }
    return false;
}

static void add_line(int row, const char *text)
{
    const int length = (int)strlen(text);

    move_to(length < terminal_columns ? (terminal_columns - length) / 2 : 0, row);
    output_length += (size_t)sprintf(&output[output_length], "%.*s", terminal_columns, text);
}

static void start_anew(bool is_large_enough)
{
    static const char keys[] = "arrows walk and jump - space throws - down shows the pools - q leaves";
    const int last_row = terminal_rows - 1;

    add("\x1b[0m\x1b[2J");
    if (!is_large_enough) {
        add_line(last_row / 2, "Needs 128 x 33 cells, or at least");
        add_line(last_row / 2 + 1,
                 style == ASCII ? "64 x 32. Enlarge, or q to leave." : "64 x 16. Enlarge, or q to leave.");
    } else if (terminal_rows > BOARD_HEIGHT / layout.down) {
        add_line(last_row,
                 layout.across == 1 ? keys : "shades and a larger picture from 128 x 33 on - q leaves");
    }
    for (int i = 0; i < CELLS_MAX; i++) {
        shown[i] = UNKNOWN;
    }
    foreground = NO_COLOUR;
    background = NO_COLOUR;
}

bool screen_show(const struct frame *frame)
{
    int columns;
    int rows;
    bool is_large_enough;

    output_length = 0;
    tty_size(&columns, &rows);
    const bool is_new = columns != terminal_columns || rows != terminal_rows;
    terminal_columns = columns;
    terminal_rows = rows;
    is_large_enough = choose_layout();
    if (is_new) {
        start_anew(is_large_enough);
    }
    const int width = BOARD_WIDTH / layout.across;
    const int height = BOARD_HEIGHT / layout.down;
    const int left = (columns - width) / 2;
    const int top = (rows - height) / 2;
    for (int row = 0; is_large_enough && row < height; row++) {
        bool is_cursor_here = false;
        for (int column = 0; column < width; column++) {
            const uint16_t cell = cell_of(frame, column * layout.across, row * layout.down);
            uint16_t *const old = &shown[row * width + column];
            if (cell == *old) {
                is_cursor_here = false;
                continue;
            }
            if (!is_cursor_here) {
                move_to(left + column, top + row);
                is_cursor_here = true;
            }
            add_cell(cell);
            *old = cell;
        }
    }
    tty_write(output, output_length);
    return is_large_enough;
}

void screen_print(FILE *file, const struct frame *frame, bool is_ascii)
{
    layout = half_blocks;
    for (int y = 0; y < BOARD_HEIGHT; y += layout.down) {
        int spaces = 0;
        for (int x = 0; x < BOARD_WIDTH; x++) {
            char ascii[2] = {ascii_of(frame, x, y), '\0'};
            const char *const text = is_ascii ? ascii : character_of(lit_of(frame, x, y));
            if (strcmp(text, " ") == 0) {
                spaces++;
                continue;
            }
            fprintf(file, "%*s%s", spaces, "", text); // no line ends in spaces
            spaces = 0;
        }
        fputc('\n', file);
    }
}
