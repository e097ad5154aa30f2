// SPDX-License-Identifier: MIT
// board.c - a page in a browser as a Game Boy Advance: the page calls one frame at a time.
#include "board.h"
#include "gba/registers.h"
#include "gba/screen.h"
#include "gba/sound.h"
#include "web.h"

__attribute__((aligned(4))) uint8_t console_memory[CONSOLE_BYTES];

static unsigned keys;
static uint32_t picture[CONSOLE_HEIGHT * CONSOLE_WIDTH]; // red in the lowest byte

void web_hold(unsigned buttons)
{
    static const uint16_t map[] = {KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_SELECT, KEY_A, KEY_L, KEY_R};

    keys = 0;
    for (unsigned i = 0; i < sizeof map / sizeof map[0]; i++) {
        keys |= (buttons >> i & 1) != 0 ? map[i] : 0u;
    }
}

// Five bits a colour become eight, and are darkened, as in mGBA.
static uint32_t eight_bits(unsigned number)
{
    const unsigned colour = BG_PALETTE(0, number % CONSOLE_DARKER),
                   darker = number >= CONSOLE_DARKER ? BLEND_DARKER : 0;
    uint32_t pixel = 0xFF;

    for (int shift = 10; shift >= 0; shift -= 5) {
        const unsigned part = colour >> shift & 31;
        const unsigned full = part << 3 | part >> 2;
        pixel = pixel << 8 | (full - full * darker / 16);
    }
    return pixel;
}

const uint32_t *web_picture(void)
{
    return picture;
}

unsigned web_has_voice(unsigned voice)
{
    return voice < BOARD_VOICES;
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
    for (unsigned y = 0; y < CONSOLE_HEIGHT; y++) {
        uint16_t line[CONSOLE_WIDTH];
        console_line(console_memory, y, line);
        for (unsigned x = 0; x < CONSOLE_WIDTH; x++) {
            picture[y * CONSOLE_WIDTH + x] = eight_bits(line[x]);
        }
    }
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
