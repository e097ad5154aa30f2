// SPDX-License-Identifier: MIT
// ssd1306.c - the display of simavr.c: windows of columns and pages, horizontal addressing.
#include "ssd1306.h"
#include "board.h"

#include <string.h>

bool ssd1306_is_data;
bool ssd1306_is_unselected;

static uint8_t memory[BOARD_HEIGHT / 8][BOARD_WIDTH];
static uint8_t columns[2] = {0, BOARD_WIDTH - 1},
               pages[2] = {0, BOARD_HEIGHT / 8 - 1}; // the window: first and last
static uint8_t column, page, arguments_left;
static bool is_inverse;
static uint8_t *bounds; // of the window, which the arguments set; NULL: they are ignored

void ssd1306_take(uint8_t byte)
{
    static const uint8_t with_argument[] = {0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB};

    if (ssd1306_is_unselected) {
        return;
    }
    if (ssd1306_is_data) {
        memory[page][column] = byte;
        if (column != columns[1]) {
            column = (column + 1) % BOARD_WIDTH;
        } else {
            column = columns[0];
            page = page == pages[1] ? pages[0] : (uint8_t)((page + 1) % (BOARD_HEIGHT / 8));
        }
    } else if (arguments_left > 0) {
        arguments_left--;
        if (bounds != NULL) {
            bounds[1 - arguments_left] = byte % (bounds == columns ? BOARD_WIDTH : BOARD_HEIGHT / 8);
            column = bounds == columns ? columns[0] : column;
            page = bounds == pages ? pages[0] : page;
            bounds = arguments_left > 0 ? bounds : NULL;
        }
    } else if (byte == 0xA6 || byte == 0xA7) {
        is_inverse = byte == 0xA7;
    } else if (byte == 0x21 || byte == 0x22) {
        arguments_left = 2;
        bounds = byte == 0x21 ? columns : pages;
    } else if (memchr(with_argument, byte, sizeof with_argument) != NULL) {
        arguments_left = 1;
    }
}

const struct picture *ssd1306_picture(void)
{
    static const uint8_t lit[3] = {0xD8, 0xF0, 0xFF};
    static uint8_t rgb[3 * BOARD_WIDTH * BOARD_HEIGHT];
    static const struct picture picture = {BOARD_WIDTH, BOARD_HEIGHT, 4, rgb};

    for (unsigned i = 0; i < BOARD_WIDTH * BOARD_HEIGHT; i++) {
        const unsigned y = i / BOARD_WIDTH;
        const bool is_lit = (memory[y / 8][i % BOARD_WIDTH] >> y % 8 & 1) != is_inverse;
        for (unsigned part = 0; part < 3; part++) {
            rgb[3 * i + part] = is_lit ? lit[part] : 0;
        }
    }
    return &picture;
}
