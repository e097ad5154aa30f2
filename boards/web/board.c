// SPDX-License-Identifier: MIT
// board.c - a page in a browser as a board: the page calls one frame at a time, and looks at what it left.
#include "board.h"
#include "canvas/canvas.h"
#include "web.h"

static uint8_t held;
static uint8_t picture[BOARD_HEIGHT * BOARD_WIDTH];
static uint16_t voices_hertz[BOARD_VOICES];

void web_hold(unsigned buttons)
{
    held = (uint8_t)buttons;
}

const uint8_t *web_picture(void)
{
    return picture;
}

unsigned web_hertz(unsigned voice)
{
    return voices_hertz[voice];
}

unsigned web_has_voice(unsigned voice)
{
    return voice < BOARD_VOICES;
}

void board_init(void)
{
}

uint8_t board_buttons(void)
{
    return held;
}

// The page waits for the next frame.
bool board_present(void)
{
    unsigned i = 0;

    for (int y = 0; y < BOARD_HEIGHT; y++) {
        for (int x = 0; x < BOARD_WIDTH; x++) {
            picture[i++] = canvas_shade(x, y);
        }
    }
    canvas_clear();
    return true;
}

void board_tone(uint8_t voice, uint16_t hertz)
{
    voices_hertz[voice] = hertz;
}

void board_put_char(char c)
{
    web_put_char(c);
}

void board_exit(int code)
{
    (void)code; // a page has no end
}
