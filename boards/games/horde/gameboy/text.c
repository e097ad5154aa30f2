// SPDX-License-Identifier: MIT
// text.c - draws letters into tiles when they change, not in each frame.
#include "text.h"
#include "font.h"
#include "stage.h"

enum { CHANGED_MAX = 128 }; // a ring: a power of 2, more than there are tiles of text

static char lefts[TEXT_END], rights[TEXT_END];
static uint8_t looks[TEXT_END];
static bool has_changed[TEXT_END];
static uint8_t changed[CHANGED_MAX];
static uint8_t changed_first, changed_end;

// A letter's rows: three pixels and a blank one, in both halves of a byte. Five rows are stretched to seven,
// below one that is blank.
static uint8_t halves['_' - ' ' + 1][8];

void text_load(void)
{
    for (char letter = ' '; letter <= '_'; letter++) {
        const uint8_t *glyph = font_glyph(letter);
        uint8_t *to = halves[letter - ' '];
        *to++ = 0;
        for (uint8_t i = 0; i < FONT_HEIGHT; i++) {
            const uint8_t row = *glyph++;
            uint8_t both = 0;
            both |= (row & 0x40) != 0 ? 0x88 : 0;
            both |= (row & 0x10) != 0 ? 0x44 : 0;
            both |= (row & 0x04) != 0 ? 0x22 : 0;
            *to++ = both;
            if (i == 1 || i == 3) {
                *to++ = both;
            }
        }
    }
}

static const uint8_t *halves_of(char letter)
{
    if (letter >= 'a') {
        letter = (char)(letter - 'a' + 'A');
    }
    return halves[letter - ' '];
}

// Two short functions, because SDCC finds registers for two pointers.
static void write_left(uint8_t *rows, const uint8_t *from)
{
    for (uint8_t i = 8; i > 0; i--) {
        *rows++ = *from++ & 0xF0;
    }
}

static void write_right(uint8_t *rows, const uint8_t *from)
{
    for (uint8_t i = 8; i > 0; i--) {
        *rows++ |= *from++ & 0x0F;
    }
}

void text_rows(char left, char right, uint8_t rows[8])
{
    write_left(rows, halves_of(left));
    write_right(rows, halves_of(right));
}

// Each pixel twice across and twice down, which makes 10 lines of two tiles.
static void large_rows(char letter, bool is_top, uint8_t rows[8])
{
    const uint8_t *const glyph = font_glyph(letter);

    for (uint8_t i = 0; i < 8; i++) {
        const uint8_t line = is_top ? (uint8_t)(i - 3) : (uint8_t)(i + 5);
        rows[i] = 0;
        if (line < 2 * FONT_HEIGHT) {
            rows[i] = glyph[line >> 1];
        }
    }
}

// SDCC reaches what is static faster than what is on the stack.
static uint8_t letter_rows[8], tile_rows[16];

static void colour_rows(uint8_t low, uint8_t high)
{
    const uint8_t *from = letter_rows;
    uint8_t *to = tile_rows;

    for (uint8_t i = 8; i > 0; i--) {
        *to++ = *from & low;
        *to++ = *from & high;
        from++;
    }
}

static bool draw(uint8_t tile)
{
    const uint8_t look = looks[tile];

    if ((look & (TEXT_TOP | TEXT_BOTTOM)) != 0) {
        large_rows(lefts[tile], (look & TEXT_TOP) != 0, letter_rows);
    } else {
        text_rows(lefts[tile], rights[tile], letter_rows);
    }
    colour_rows((look & 1) != 0 ? 0xFF : 0, (look & 2) != 0 ? 0xFF : 0);
    if ((look & TEXT_LINE) != 0) {
        tile_rows[1] = 0xFF;
    }
    return video_tile(VIDEO_TILE(tile), tile_rows);
}

void text_put(uint8_t tile, char left, char right, uint8_t look)
{
    if (lefts[tile] == left && rights[tile] == right && looks[tile] == look) {
        return;
    }
    lefts[tile] = left;
    rights[tile] = right;
    looks[tile] = look;
    if (!has_changed[tile]) {
        has_changed[tile] = true;
        changed[changed_end] = tile;
        changed_end = (uint8_t)((changed_end + 1) & (CHANGED_MAX - 1));
    }
}

void text_line(uint8_t tile, uint8_t tiles, const char *text, uint8_t look)
{
    for (; tiles > 0; tiles--) {
        const char left = *text != '\0' ? *text++ : ' ';
        const char right = *text != '\0' ? *text++ : ' ';
        text_put(tile, left, right, look);
        tile++;
    }
}

void text_number(uint8_t tile, uint8_t value, bool is_blank_before, uint8_t look)
{
    char tens = '0';

    while (value >= 10) {
        value = (uint8_t)(value - 10);
        tens++;
    }
    text_put(tile, tens == '0' && is_blank_before ? ' ' : tens, (char)('0' + value), look);
}

void text_large(uint8_t tile, uint8_t letters, const char *text)
{
    for (uint8_t i = 0; i < letters; i++) {
        const char letter = *text != '\0' ? *text++ : ' ';
        text_put(tile, letter, ' ', TEXT_WHITE | TEXT_TOP);
        text_put((uint8_t)(tile + letters), letter, ' ', TEXT_WHITE | TEXT_BOTTOM);
        tile++;
    }
}

void text_map(uint16_t place, uint8_t tile, uint8_t tiles)
{
    for (; tiles > 0; tiles--) {
        video_map(place, tile);
        place++;
        tile++;
    }
}

void text_unmap(uint16_t place, uint8_t tiles)
{
    for (; tiles > 0; tiles--) {
        video_map(place, TILE_BLANK);
        place++;
    }
}

void text_show(uint8_t tiles)
{
    for (; tiles > 0 && changed_first != changed_end && draw(changed[changed_first]); tiles--) {
        has_changed[changed[changed_first]] = false;
        changed_first = (uint8_t)((changed_first + 1) & (CHANGED_MAX - 1));
    }
}
