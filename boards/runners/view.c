// SPDX-License-Identifier: MIT
// view.c - plays in the terminal what another program runs: frames come in, buttons go out.
//
// usage: view [--ascii]. A frame is its picture's width and height, two bytes each with the lower first, and
// 3 bytes a pixel; the answer is a byte: the buttons to hold, as in board.h, PICTURE, or LEAVE. Without
// PICTURE the next frame is 0 x 0. A picture is magnified to whole squares of BOARD_WIDTH across.
#include "board.h"
#include "keys.h"
#include "live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PICTURE = 0x40, LEAVE = 0x80 };

// Reads a frame's picture, and makes it as small as it was.
static bool read_picture(uint8_t *rgb, const uint8_t size[4])
{
    const size_t width = size[0] + 256u * size[1], height = size[2] + 256u * size[3];
    const size_t zoom = width / BOARD_WIDTH;
    uint8_t *const all = malloc(3 * width * height + 1);
    const bool is_whole = fread(all, 3, width * height, stdin) == width * height;

    for (size_t i = 0; is_whole && zoom > 0 && i < BOARD_WIDTH * BOARD_HEIGHT; i++) {
        memcpy(&rgb[3 * i], &all[3 * (i / BOARD_WIDTH * zoom * width + i % BOARD_WIDTH * zoom)], 3);
    }
    free(all);
    return is_whole;
}

int main(int count, char **words)
{
    static uint8_t rgb[3 * BOARD_WIDTH * BOARD_HEIGHT];
    uint8_t size[4];
    const int answers = dup(STDOUT_FILENO);

    if (!live_open(count > 1 && strcmp(words[1], "--ascii") == 0, true)) {
        return 1;
    }
    while (fread(size, 1, sizeof size, stdin) == sizeof size && read_picture(rgb, size)) {
        const bool goes_on = live_frame(BOARD_WIDTH, BOARD_HEIGHT, rgb);
        const uint8_t answer =
            !goes_on ? LEAVE : (uint8_t)(keys_next_frame() | (live_wants_picture() ? PICTURE : 0));
        if (write(answers, &answer, 1) != 1) {
            break;
        }
    }
    live_close();
    return 0;
}
