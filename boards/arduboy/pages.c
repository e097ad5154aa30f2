// SPDX-License-Identifier: MIT
// pages.c - draws eight rows at a time: what one byte of the display holds.
#include "pages.h"

#include <avr/pgmspace.h>

enum {
    LIT_FROM = 8, // the darkest shade that is lit
    PAGE_ROWS = 8,
    PIXELS_IN_BYTE = 4, // of a sprite
};

uint8_t canvas[CANVAS_BYTES];

// ------------------------------------------------------------------------------------ rectangles

static void fill_page(uint8_t *cell, uint8_t rows, uint8_t count, bool is_lit)
{
    if (rows == 0xFF) {
        const uint8_t value = is_lit ? 0xFF : 0;
        for (; count > 0; count--) {
            *cell++ = value;
        }
    } else if (is_lit) {
        for (; count > 0; count--) {
            *cell++ |= rows;
        }
    } else {
        rows = (uint8_t)~rows;
        for (; count > 0; count--) {
            *cell++ &= rows;
        }
    }
}

void board_fill(int x, int y, int width, int height, uint8_t shade)
{
    if (x < 0) {
        width += x;
        x = 0;
    }
    if (y < 0) {
        height += y;
        y = 0;
    }
    if (x + width > BOARD_WIDTH) {
        width = BOARD_WIDTH - x;
    }
    if (y + height > BOARD_HEIGHT) {
        height = BOARD_HEIGHT - y;
    }
    if (width <= 0 || height <= 0) {
        return;
    }
    uint8_t top = (uint8_t)y & 7;
    uint8_t left_to_do = (uint8_t)height;
    uint8_t *cell = &canvas[((uint8_t)y >> 3) * BOARD_WIDTH + x];
    while (left_to_do > 0) {
        uint8_t rows = (uint8_t)(0xFFu << top);
        const uint8_t here = (uint8_t)(PAGE_ROWS - top);
        if (left_to_do < here) {
            rows = (uint8_t)(rows & 0xFFu >> (here - left_to_do));
            left_to_do = here;
        }
        fill_page(cell, rows, (uint8_t)width, shade >= LIT_FROM);
        left_to_do = (uint8_t)(left_to_do - here);
        cell += BOARD_WIDTH;
        top = 0;
    }
}

// ------------------------------------------------------------------------------------ sprites

// Four columns of eight rows: the high and the low bit of each pixel, the top row in the lowest bit.
//
// Takes a row in from above. The carry moves each bit from the row into its column: two instructions a bit,
// where C needs five.
#define TAKE_ROW(pixels)                                                                                    \
    __asm__("lsl %[p]\n\tror %[h0]\n\tlsl %[p]\n\tror %[l0]\n\t"                                            \
            "lsl %[p]\n\tror %[h1]\n\tlsl %[p]\n\tror %[l1]\n\t"                                            \
            "lsl %[p]\n\tror %[h2]\n\tlsl %[p]\n\tror %[l2]\n\t"                                            \
            "lsl %[p]\n\tror %[h3]\n\tlsl %[p]\n\tror %[l3]\n\t"                                            \
            : [p] "+r"(pixels), [h0] "+r"(high_0), [h1] "+r"(high_1), [h2] "+r"(high_2), [h3] "+r"(high_3), \
              [l0] "+r"(low_0), [l1] "+r"(low_1), [l2] "+r"(low_2), [l3] "+r"(low_3))

// Which pixels are lit, as bits = (low & low_lit) ^ (high & high_lit) ^ (low & high & both_flips).
struct lit {
    uint8_t low_lit;    // all bits when value 1 is lit, else none
    uint8_t high_lit;   // value 2
    uint8_t both_flips; // value 3, when the two above do not come to it
};

// Eight rows of a sprite lie in two pages. A multiplication moves them down by as many rows as they begin
// below the upper page's first.
static inline __attribute__((always_inline)) void
put_column(uint8_t *page, uint8_t x, uint8_t high, uint8_t low, uint8_t factor, const struct lit *lit)
{
    const uint8_t either = high | low;

    if (x >= BOARD_WIDTH || either == 0) { // left of the screen is far right of it, in eight bits
        return;
    }
    const uint8_t bits =
        (uint8_t)((low & lit->low_lit) ^ (high & lit->high_lit) ^ (low & high & lit->both_flips));
    const uint16_t covered = (uint16_t)((uint16_t)either * factor);
    const uint16_t shown = (uint16_t)((uint16_t)bits * factor);
    uint8_t *const cell = page + x;
    cell[0] = (uint8_t)((cell[0] & ~covered) | shown);
    if (covered >> PAGE_ROWS != 0) {
        cell[BOARD_WIDTH] = (uint8_t)((cell[BOARD_WIDTH] & ~(covered >> PAGE_ROWS)) | shown >> PAGE_ROWS);
    }
}

// Up to eight rows of a sprite.
struct band {
    const uint8_t *source;
    uint8_t *page; // that the first row lies in
    uint8_t stride;
    uint8_t rows;
    uint8_t factor; // 1 << how many rows of that page lie above
};

static void draw_band(const struct band *band, uint8_t x, uint8_t step, const struct lit *lit)
{
    const struct lit lit_here = *lit;
    const uint8_t factor = band->factor;
    uint8_t *const page = band->page;

    for (uint8_t byte = 0; byte < band->stride; byte++) {
        const uint8_t *source = band->source + byte;
        uint8_t high_0 = 0, high_1 = 0, high_2 = 0, high_3 = 0;
        uint8_t low_0 = 0, low_1 = 0, low_2 = 0, low_3 = 0;
        for (uint8_t rows = band->rows; rows > 0; rows--) {
            uint8_t pixels = pgm_read_byte(source);
            TAKE_ROW(pixels);
            source += band->stride;
        }
        for (uint8_t rows = band->rows; rows < PAGE_ROWS; rows++) {
            high_0 >>= 1, high_1 >>= 1, high_2 >>= 1, high_3 >>= 1;
            low_0 >>= 1, low_1 >>= 1, low_2 >>= 1, low_3 >>= 1;
        }
        put_column(page, x, high_0, low_0, factor, &lit_here);
        x = (uint8_t)(x + step);
        put_column(page, x, high_1, low_1, factor, &lit_here);
        x = (uint8_t)(x + step);
        put_column(page, x, high_2, low_2, factor, &lit_here);
        x = (uint8_t)(x + step);
        put_column(page, x, high_3, low_3, factor, &lit_here);
        x = (uint8_t)(x + step);
    }
}

static uint8_t lit_mask(uint8_t shade)
{
    return shade >= LIT_FROM ? 0xFF : 0;
}

void board_draw(const struct board_sprite *sprite, int x, int y)
{
    struct band band;
    struct lit lit;
    uint8_t rows_left = sprite->height;

    if (x >= BOARD_WIDTH || x + sprite->width <= 0 || y >= BOARD_HEIGHT || y + rows_left <= 0) {
        return;
    }
    lit.low_lit = lit_mask(sprite->shades[0]);
    lit.high_lit = lit_mask(sprite->shades[1]);
    lit.both_flips = lit_mask(sprite->shades[2]) ^ lit.low_lit ^ lit.high_lit;
    band.source = sprite->pixels;
    band.stride = (uint8_t)((uint8_t)(sprite->width + PIXELS_IN_BYTE - 1) / PIXELS_IN_BYTE);
    if (y < 0) {
        band.source += (uint8_t)-y * band.stride;
        rows_left = (uint8_t)(rows_left + y);
        y = 0;
    }
    if (rows_left > BOARD_HEIGHT - y) {
        rows_left = (uint8_t)(BOARD_HEIGHT - y);
    }
    const uint8_t step = sprite->mirrored ? 0xFF : 1;
    const uint8_t first = (uint8_t)(sprite->mirrored ? x + sprite->width - 1 : x);
    band.factor = (uint8_t)(1u << ((uint8_t)y & 7));
    band.page = &canvas[((uint8_t)y >> 3) * BOARD_WIDTH];
    for (;;) {
        band.rows = rows_left < PAGE_ROWS ? rows_left : PAGE_ROWS;
        draw_band(&band, first, step, &lit);
        if (rows_left <= PAGE_ROWS) {
            return;
        }
        rows_left = (uint8_t)(rows_left - PAGE_ROWS);
        band.source += PAGE_ROWS * band.stride;
        band.page += BOARD_WIDTH;
    }
}
