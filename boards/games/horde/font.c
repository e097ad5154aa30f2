// SPDX-License-Identifier: MIT
// font.c - the letters.
#include "font.h"

enum { FIRST = ' ', LAST = '_' };

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
