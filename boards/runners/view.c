// SPDX-License-Identifier: MIT
// view.c - plays in the terminal what another program runs: frames come in, buttons go out.
//
// usage: view [--ascii]. A frame is its picture's width and height, two bytes each with the lower first, and
// 3 bytes a pixel; the answer is a byte: the buttons to hold, as in board.h, PICTURE, or LEAVE. Without
// PICTURE the next frame is 0 x 0. A picture whose width is a multiple of BOARD_WIDTH is magnified so.
#include "board.h"
#include "keys.h"
#include "live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PICTURE = 0x40, LEAVE = 0x80 };

static unsigned width = BOARD_WIDTH, height = BOARD_HEIGHT;
static uint8_t *rgb;

// Reads a frame's picture, unless it is 0 x 0, and makes it as small as it was.
static bool read_picture(const uint8_t size[4])
{
    const unsigned across = size[0] + 256u * size[1], down = size[2] + 256u * size[3];
    const unsigned zoom = across % BOARD_WIDTH == 0 ? across / BOARD_WIDTH : 1;

    if (zoom == 0) {
        return true;
    }
    rgb = realloc(rgb, 3 * across * down);
    if (fread(rgb, 3, across * down, stdin) != across * down) {
        return false;
    }
    width = across / zoom;
    height = down / zoom;
    for (unsigned i = 0; i < width * height; i++) {
        memmove(&rgb[3 * i], &rgb[3 * (i / width * zoom * across + i % width * zoom)], 3);
    }
    return true;
}

int main(int count, char **words)
{
    uint8_t size[4];
    const int answers = dup(STDOUT_FILENO);

    rgb = calloc(BOARD_WIDTH * BOARD_HEIGHT, 3);
    if (!live_open(count > 1 && strcmp(words[1], "--ascii") == 0, true)) {
        return 1;
    }
    while (fread(size, 1, sizeof size, stdin) == sizeof size && read_picture(size)) {
        const bool goes_on = live_frame(width, height, rgb);
        const uint8_t answer =
            !goes_on ? LEAVE : (uint8_t)(keys_next_frame() | (live_wants_picture() ? PICTURE : 0));
        if (write(answers, &answer, 1) != 1) {
            break;
        }
    }
    live_close();
    return 0;
}
