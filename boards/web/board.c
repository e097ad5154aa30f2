// SPDX-License-Identifier: MIT
// board.c - a page in a browser as a Game Boy Advance: the page calls one frame at a time.
#include "board.h"
#include "console.h"
#include "gba/registers.h"
#include "gba/screen.h"
#include "gba/sound.h"
#include "web.h"

static unsigned keys;

void web_hold(unsigned buttons)
{
    static const uint16_t map[] = {KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_SELECT, KEY_A, KEY_L, KEY_R};

    keys = 0;
    for (unsigned i = 0; i < sizeof map / sizeof map[0]; i++) {
        keys |= (buttons >> i & 1) != 0 ? map[i] : 0u;
    }
}

void board_init(void)
{
    sound_init();
    screen_init();
    screen_on();
    board_present();
}

uint8_t board_buttons(void)
{
    return screen_buttons(keys);
}

// The page waits for the next frame.
bool board_present(void)
{
    screen_end();
    screen_show();
    console_show();
    console_sound();
    screen_begin();
    return true;
}

void board_put_char(char c)
{
    web_put_char(c);
}

void board_exit(int code)
{
    (void)code; // a page has no end
}
