// SPDX-License-Identifier: MIT
// board.c - a terminal of the host as a board: plays live with the keys, or a script at full speed.
#include "board.h"
#include "canvas/canvas.h"
#include "cells.h"
#include "keys.h"
#include "live.h"
#include "script.h"
#include "tty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIT_FROM = 8 // as on a board with one bit a pixel
};

static const char *script = TERMINAL_DEMO_SCRIPT;
static bool is_live, is_text, is_ascii;
static long frame;
static uint8_t shades[BOARD_HEIGHT][BOARD_WIDTH];
static uint8_t rgb[3 * BOARD_WIDTH * BOARD_HEIGHT];

// -------------------------------------------------------------------------------------- frames

void board_init(void)
{
    if (is_live && !live_open(is_ascii, true)) {
        exit(1);
    }
}

uint8_t board_buttons(void)
{
    return is_live ? keys_next_frame() : script_buttons(frame);
}

bool board_rewinds(void)
{
    return is_live && keys_rewind();
}

static void copy_canvas(void)
{
    uint8_t *to = rgb;

    for (int y = 0; y < BOARD_HEIGHT; y++) {
        for (int x = 0; x < BOARD_WIDTH; x++, to += 3) {
            shades[y][x] = canvas_shade(x, y);
            memset(to, 17 * shades[y][x], 3);
        }
    }
}

bool board_present(void)
{
    copy_canvas();
    canvas_clear();
    frame++;
    return is_live ? live_frame(BOARD_WIDTH, BOARD_HEIGHT, rgb) : frame < script_frames();
}

void board_tone(uint8_t voice, uint16_t hertz)
{
    (void)voice; // a terminal has only a bell, and nobody wants to hear that
    (void)hertz;
}

// -------------------------------------------------------------------------------------- log and results

void board_put_char(char c)
{
    putchar(c);
}

// A fingerprint (CRC-32) of every pixel.
static uint32_t checksum(void)
{
    uint32_t crc = UINT32_MAX;

    for (int i = 0; i < BOARD_WIDTH * BOARD_HEIGHT; i++) {
        crc ^= shades[i / BOARD_WIDTH][i % BOARD_WIDTH];
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc & 1u) != 0 ? crc >> 1 ^ UINT32_C(0xEDB88320) : crc >> 1;
        }
    }
    return ~crc;
}

// 32 lines of 128 characters without colours, the same in every locale.
static void print_picture(void)
{
    static const char *const halves[4] = {" ", "\u2580", "\u2584", "\u2588"};

    for (int y = 0; y < BOARD_HEIGHT; y += 2) {
        int spaces = 0;
        for (int x = 0; x < BOARD_WIDTH; x++) {
            const int top = shades[y][x], bottom = shades[y + 1][x];
            const char ascii[2] = {cells_ramp[(top + bottom) / 2], '\0'};
            const char *const text = is_ascii ? ascii : halves[(top >= LIT_FROM) + 2 * (bottom >= LIT_FROM)];
            if (strcmp(text, " ") == 0) {
                spaces++;
                continue;
            }
            printf("%*s%s", spaces, "", text); // no line ends in spaces
            spaces = 0;
        }
        putchar('\n');
    }
}

void board_exit(int code)
{
    live_close();
    if (!is_live) {
        printf("picture %08lX\n", (unsigned long)checksum());
    }
    if (is_text) {
        print_picture();
    }
    exit(code);
}

// -------------------------------------------------------------------------------------- command line

#undef main // see game_main.h

int main(int count, char **words)
{
    bool is_wrong = false;

    is_live = tty_is_there();
    is_text = !is_live;
    for (int i = 1; i < count && !is_wrong; i++) {
        if (strcmp(words[i], "--text") == 0) {
            is_text = true;
        } else if (strcmp(words[i], "--ascii") == 0) {
            is_ascii = true;
        } else if (strcmp(words[i], "--script") == 0 && i + 1 < count) {
            script = words[++i];
            is_live = false;
            is_text = false;
        } else {
            is_wrong = true;
        }
    }
    if (is_wrong) {
        fprintf(stderr,
                "usage: %s [options]\n"
                "In a terminal you play. Without one it plays a script and prints the last frame.\n"
                "  --script FILE  play a script of buttons at full speed\n"
                "  --text         print the last frame as text, too\n"
                "  --ascii        draw with ASCII only\n",
                words[0]);
        return 2;
    }
    return !is_live && !script_load(script) ? 1 : game_main();
}
