// SPDX-License-Identifier: MIT
// canvas.c - fills rectangles and draws sprites in a packed frame buffer.
#include "canvas.h"

enum {
    HIGH_NIBBLE = 0xF0,
    LOW_NIBBLE = 0x0F,
    PIXELS_IN_BYTE = 4, // of a sprite
    TOP_PIXEL_SHIFT = 6
};

uint8_t canvas[CANVAS_BYTES];

static inline uint8_t *row_at(int y)
{
    return &canvas[y * CANVAS_ROW_BYTES];
}

static inline void put(uint8_t *row, int x, uint8_t shade)
{
    uint8_t *const cell = &row[x >> 1];

    *cell = (uint8_t)((x & 1) != 0 ? (*cell & HIGH_NIBBLE) | shade : (*cell & LOW_NIBBLE) | shade << 4);
}

// Whole bytes between the odd ends.
static void fill_row(uint8_t *row, int left, int right, uint8_t shade)
{
    const uint8_t pair = (uint8_t)(shade << 4 | shade);
    int x = left;

    if (x < right && (x & 1) != 0) {
        put(row, x++, shade);
    }
    for (; x + 1 < right; x += 2) {
        row[x >> 1] = pair;
    }
    if (x < right) {
        put(row, x, shade);
    }
}

void canvas_clear(void)
{
    for (unsigned i = 0; i < CANVAS_BYTES; i++) {
        canvas[i] = 0;
    }
}

uint8_t canvas_shade(int x, int y)
{
    const uint8_t pair = row_at(y)[x >> 1];

    return (x & 1) != 0 ? pair & LOW_NIBBLE : pair >> 4;
}

void board_fill(int x, int y, int width, int height, uint8_t shade)
{
    const int left = x < 0 ? 0 : x;
    const int right = x + width > BOARD_WIDTH ? BOARD_WIDTH : x + width;
    const int top = y < 0 ? 0 : y;
    const int bottom = y + height > BOARD_HEIGHT ? BOARD_HEIGHT : y + height;

    for (int line = top; line < bottom; line++) {
        fill_row(row_at(line), left, right, shade);
    }
}

// Draws four pixels, or as many as are not transparent to their end.
static inline void draw_pixels(const struct board_sprite *sprite, uint8_t pixels, int x, int step,
                               uint8_t *row)
{
    for (; pixels != 0; pixels = (uint8_t)(pixels << 2)) {
        const uint8_t value = pixels >> TOP_PIXEL_SHIFT;
        if (value != 0 && x >= 0 && x < BOARD_WIDTH) {
            put(row, x, sprite->shades[value - 1]);
        }
        x += step;
    }
}

// The source is read from left to right in any case; a mirrored sprite is put from right to left.
static void draw_row(const struct board_sprite *sprite, const uint8_t *source, int x, uint8_t *row)
{
    const int step = sprite->mirrored ? -1 : 1;
    int column = sprite->mirrored ? x + sprite->width - 1 : x;

    for (int i = 0; i < sprite->width; i += PIXELS_IN_BYTE) {
        draw_pixels(sprite, board_flash_byte(source++), column, step, row);
        column += PIXELS_IN_BYTE * step;
    }
}

void board_draw(const struct board_sprite *sprite, int x, int y)
{
    const uint8_t stride = (uint8_t)((sprite->width + PIXELS_IN_BYTE - 1) / PIXELS_IN_BYTE);
    const uint8_t *source = sprite->pixels;

    if (x >= BOARD_WIDTH || x + sprite->width <= 0) {
        return;
    }
    for (uint8_t i = 0; i < sprite->height; i++) {
        const int line = y + i;
        if (line >= 0 && line < BOARD_HEIGHT) {
            draw_row(sprite, source, x, row_at(line));
        }
        source += stride;
    }
}
