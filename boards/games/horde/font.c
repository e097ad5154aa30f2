// SPDX-License-Identifier: MIT
// font.c - the letters, and text and numbers made of them.
#include "font.h"

enum { WIDTH = 3, FIRST = ' ', LAST = '_', DIGITS_MAX = 5, LARGE = 2 };

// Three pixels as a byte of a sprite, each lit in its third shade.
#define ROW(digits) (1##digits / 100 % 10 * 0xC0 | 1##digits / 10 % 10 * 0x30 | 1##digits % 10 * 0x0C)
#define GLYPH(a, b, c, d, e)                   \
    {                                          \
        ROW(a), ROW(b), ROW(c), ROW(d), ROW(e) \
    }

// A line is a letter, but not to the formatter.
// clang-format off
static const uint8_t glyphs[LAST - FIRST + 1][FONT_HEIGHT] BOARD_FLASH = {
    GLYPH(000, 000, 000, 000, 000),
    GLYPH(010, 010, 010, 000, 010), // !
    GLYPH(101, 101, 000, 000, 000), // "
    GLYPH(101, 111, 101, 111, 101), // #
    GLYPH(011, 110, 011, 110, 010), // $
    GLYPH(101, 001, 010, 100, 101), // %
    GLYPH(010, 101, 010, 101, 011), // &
    GLYPH(010, 010, 000, 000, 000), // '
    GLYPH(001, 010, 010, 010, 001), // (
    GLYPH(100, 010, 010, 010, 100), // )
    GLYPH(000, 101, 010, 101, 000), // *
    GLYPH(000, 010, 111, 010, 000), // +
    GLYPH(000, 000, 000, 010, 100), // ,
    GLYPH(000, 000, 111, 000, 000), // -
    GLYPH(000, 000, 000, 000, 010), // .
    GLYPH(001, 001, 010, 100, 100), // /
    GLYPH(111, 101, 101, 101, 111), // 0
    GLYPH(010, 110, 010, 010, 111), // 1
    GLYPH(111, 001, 111, 100, 111), // 2
    GLYPH(111, 001, 011, 001, 111), // 3
    GLYPH(101, 101, 111, 001, 001), // 4
    GLYPH(111, 100, 111, 001, 111), // 5
    GLYPH(111, 100, 111, 101, 111), // 6
    GLYPH(111, 001, 001, 010, 010), // 7
    GLYPH(111, 101, 111, 101, 111), // 8
    GLYPH(111, 101, 111, 001, 111), // 9
    GLYPH(000, 010, 000, 010, 000), // :
    GLYPH(000, 010, 000, 010, 100), // ;
    GLYPH(001, 011, 111, 011, 001), // < left arrow
    GLYPH(000, 111, 000, 111, 000), // =
    GLYPH(100, 110, 111, 110, 100), // > right arrow
    GLYPH(111, 001, 011, 000, 010), // ?
    GLYPH(010, 101, 111, 100, 011), // @
    GLYPH(010, 101, 111, 101, 101), // A
    GLYPH(110, 101, 110, 101, 110), // B
    GLYPH(011, 100, 100, 100, 011), // C
    GLYPH(110, 101, 101, 101, 110), // D
    GLYPH(111, 100, 110, 100, 111), // E
    GLYPH(111, 100, 110, 100, 100), // F
    GLYPH(011, 100, 101, 101, 011), // G
    GLYPH(101, 101, 111, 101, 101), // H
    GLYPH(111, 010, 010, 010, 111), // I
    GLYPH(001, 001, 001, 101, 010), // J
    GLYPH(101, 101, 110, 101, 101), // K
    GLYPH(100, 100, 100, 100, 111), // L
    GLYPH(101, 111, 111, 101, 101), // M
    GLYPH(110, 101, 101, 101, 101), // N
    GLYPH(010, 101, 101, 101, 010), // O
    GLYPH(110, 101, 110, 100, 100), // P
    GLYPH(010, 101, 101, 110, 011), // Q
    GLYPH(110, 101, 110, 101, 101), // R
    GLYPH(011, 100, 010, 001, 110), // S
    GLYPH(111, 010, 010, 010, 010), // T
    GLYPH(101, 101, 101, 101, 111), // U
    GLYPH(101, 101, 101, 010, 010), // V
    GLYPH(101, 101, 111, 111, 101), // W
    GLYPH(101, 101, 010, 101, 101), // X
    GLYPH(101, 101, 010, 010, 010), // Y
    GLYPH(111, 001, 010, 100, 111), // Z
    GLYPH(011, 010, 010, 010, 011), // [
    GLYPH(100, 100, 010, 001, 001), // backslash
    GLYPH(110, 010, 010, 010, 110), // ]
    GLYPH(000, 010, 111, 111, 000), // ^ up arrow
    GLYPH(000, 111, 111, 010, 000), // _ down arrow
};
// clang-format on

const uint8_t *font_glyph(char letter)
{
    const char capital = (char)(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);

    return glyphs[capital >= FIRST && capital <= LAST ? capital - FIRST : '?' - FIRST];
}

static void draw_letter(char letter, int x, int y, uint8_t shade)
{
    struct board_sprite sprite;

    sprite.width = WIDTH;
    sprite.height = FONT_HEIGHT;
    sprite.shades[0] = shade;
    sprite.shades[1] = shade;
    sprite.shades[2] = shade;
    sprite.pixels = font_glyph(letter);
    sprite.mirrored = false;
    board_draw(&sprite, x, y);
}

static void draw_large_letter(char letter, int x, int y, uint8_t shade)
{
    const uint8_t *const glyph = font_glyph(letter);

    for (uint8_t row = 0; row < FONT_HEIGHT; row++) {
        uint8_t pixels = board_flash_byte(&glyph[row]);
        for (uint8_t column = 0; column < WIDTH; column++) {
            if ((pixels & 0x80) != 0) {
                board_fill(x + column * LARGE, y + row * LARGE, LARGE, LARGE, shade);
            }
            pixels = (uint8_t)(pixels << 2);
        }
    }
}

static char flash_letter(const char *letter)
{
    return (char)board_flash_byte((const uint8_t *)letter);
}

void font_text(const char *text, int x, int y, uint8_t shade)
{
    for (char letter; (letter = flash_letter(text)) != '\0'; text++) {
        draw_letter(letter, x, y, shade);
        x += FONT_ADVANCE;
    }
}

void font_name(const char *text, int x, int y, uint8_t shade)
{
    for (; *text != '\0'; text++) {
        draw_letter(*text, x, y, shade);
        x += FONT_ADVANCE;
    }
}

void font_centred(const char *text, int y, uint8_t shade)
{
    int width = -1;

    for (const char *letter = text; flash_letter(letter) != '\0'; letter++) {
        width += FONT_ADVANCE;
    }
    font_text(text, (BOARD_WIDTH - width) / 2, y, shade);
}

void font_large(const char *text, int x, int y, uint8_t shade)
{
    for (char letter; (letter = flash_letter(text)) != '\0'; text++) {
        draw_large_letter(letter, x, y, shade);
        x += FONT_ADVANCE * LARGE;
    }
}

// By subtraction: a division is a library call on small CPUs.
static uint8_t take_digit(uint16_t *value, uint16_t power)
{
    uint8_t digit = 0;

    while (*value >= power) {
        *value = (uint16_t)(*value - power);
        digit++;
    }
    return digit;
}

static void take_digits(uint16_t value, uint8_t digits[DIGITS_MAX])
{
    digits[0] = take_digit(&value, 10000);
    digits[1] = take_digit(&value, 1000);
    digits[2] = take_digit(&value, 100);
    digits[3] = take_digit(&value, 10);
    digits[4] = (uint8_t)value;
}

void font_number(uint16_t value, uint8_t count, int x, int y, uint8_t shade, uint8_t noughts)
{
    uint8_t digits[DIGITS_MAX];
    bool has_begun = false;

    take_digits(value, digits);
    for (uint8_t i = (uint8_t)(DIGITS_MAX - count); i < DIGITS_MAX; i++) {
        has_begun = has_begun || digits[i] != 0 || i == DIGITS_MAX - 1;
        if (has_begun || noughts != BOARD_BLACK) {
            draw_letter((char)('0' + digits[i]), x, y, has_begun ? shade : noughts);
        }
        x += FONT_ADVANCE;
    }
}

void font_large_number(uint16_t value, int x, int y, uint8_t shade)
{
    uint8_t digits[DIGITS_MAX];
    bool has_begun = false;

    take_digits(value, digits);
    for (uint8_t i = 0; i < DIGITS_MAX; i++) {
        has_begun = has_begun || digits[i] != 0 || i == DIGITS_MAX - 1;
        if (has_begun) {
            draw_large_letter((char)('0' + digits[i]), x, y, shade);
            x += FONT_ADVANCE * LARGE;
        }
    }
}
