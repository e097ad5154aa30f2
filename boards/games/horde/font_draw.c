// SPDX-License-Identifier: MIT
// font_draw.c - text and numbers made of letters.
#include "font.h"

enum { WIDTH = 3, DIGITS_MAX = 5, LARGE = 2 };

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
