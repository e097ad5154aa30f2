// SPDX-License-Identifier: MIT
// board.c - Game Boy Advance: start, buttons, drawing in layers and sprites, log, and the end of a frame.
#include "layers.h"
#include "registers.h"
#include "sound.h"
#include "sprites.h"
#include "board.h"
#include "hutch_mgba.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KEY_A = 0x001,
    KEY_B = 0x002,
    KEY_SELECT = 0x004,
    KEY_START = 0x008,
    KEY_RIGHT = 0x010,
    KEY_LEFT = 0x020,
    KEY_UP = 0x040,
    KEY_DOWN = 0x080,
    KEYS_LEAVE = KEY_A | KEY_B | KEY_SELECT | KEY_START,

    SMALL_PIXELS = 32, // a sprite that has no more is drawn by software: letters, tufts of grass
    ENDED = 0x600D,
};

/// What a program beside the emulator looks at, at the first byte of the large memory.
struct mailbox {
    uint32_t result;       // ENDED << 16 | exit code, when the program has ended
    uint32_t frame;        // that begins next
    uint32_t is_waiting;   // 1 while the program has drawn all and waits for that frame
    uint32_t worst_cycles; // from a frame's beginning to its last pixel
    uint32_t worst_frame;
    uint32_t sprites_peak;
    uint32_t tiles_peak;
};

__attribute__((section(".mailbox"))) static volatile struct mailbox mailbox;

static uint8_t held;
static unsigned layer;   // that rectangles go to now
static bool has_sprites; // in front of that layer, in this frame

// ------------------------------------------------------------------------------------ frames

GBA_FAST static void interrupt(void)
{
    BIOS_INTERRUPTS_SEEN |= INTERRUPT_VBLANK;
    INTERRUPTS_HAPPENED = INTERRUPT_VBLANK;
}

static void wait_for_vblank(void)
{
    __asm__ volatile("svc 5" : : : "r0", "r1", "r2", "r3", "memory"); // the BIOS halts the CPU till then
}

static void cycles_start(void)
{
    TIMER_CONTROL(0) = 0;
    TIMER_CONTROL(1) = 0;
    TIMER_COUNT(0) = 0;
    TIMER_COUNT(1) = 0;
    TIMER_CONTROL(1) = TIMER_ON | TIMER_CASCADE;
    TIMER_CONTROL(0) = TIMER_ON;
}

static void cycles_stop(void)
{
    TIMER_CONTROL(0) = 0;
    const uint32_t cycles = TIMER_COUNT(0) | (uint32_t)TIMER_COUNT(1) << 16;
    if (cycles > mailbox.worst_cycles) {
        mailbox.worst_cycles = cycles;
        mailbox.worst_frame = mailbox.frame;
    }
}

static uint8_t buttons_of(unsigned keys)
{
    static const struct {
        uint16_t key;
        uint8_t button;
    } map[] = {
        {KEY_LEFT, BOARD_LEFT}, {KEY_RIGHT, BOARD_RIGHT}, {KEY_UP, BOARD_UP},
        {KEY_DOWN, BOARD_DOWN}, {KEY_A, BOARD_A},         {KEY_B, BOARD_A},
    };
    unsigned buttons = 0;

    for (unsigned i = 0; i < sizeof map / sizeof map[0]; i++) {
        buttons |= (keys & map[i].key) != 0 ? map[i].button : 0u;
    }
    return (uint8_t)buttons;
}

// Shows what was drawn while nothing is displayed, then begins the next frame.
static bool wait_for_frame(void)
{
    mailbox.is_waiting = 1;
    wait_for_vblank();
    mailbox.is_waiting = 0;
    cycles_start();
    layers_show();
    sprites_show();
    const unsigned keys = ~(unsigned)KEYS_RELEASED;
    held = buttons_of(keys);
    layers_clear();
    sprites_begin();
    layer = 0;
    has_sprites = false;
    return (keys & KEYS_LEAVE) != KEYS_LEAVE;
}

void board_init(void)
{
    mailbox.result = 0;
    mailbox.frame = 0;
    mailbox.worst_cycles = 0;
    mailbox.is_waiting = 0;
    WAIT_STATES = WAIT_3_1_PREFETCH;
    sound_init();
    layers_init();
    sprites_init();
    WINDOW_ACROSS = SCREEN_LEFT << 8 | (SCREEN_LEFT + BOARD_WIDTH);
    WINDOW_DOWN = SCREEN_TOP << 8 | (SCREEN_TOP + BOARD_HEIGHT);
    WINDOW_INSIDE = 0x1F;  // all four backgrounds and the sprites
    WINDOW_OUTSIDE = 0x08; // the rearmost background: the case
    INTERRUPT_HANDLER = interrupt;
    DISPLAY_STATUS = STATUS_VBLANK_INTERRUPT;
    INTERRUPTS_WANTED = INTERRUPT_VBLANK;
    INTERRUPTS_ON = 1;
    wait_for_vblank();
    sprites_show();
    DISPLAY_CONTROL = DISPLAY_ONE_DIMENSIONAL | DISPLAY_ALL_BACKGROUNDS | DISPLAY_SPRITES | DISPLAY_WINDOW;
    (void)wait_for_frame();
}

uint8_t board_buttons(void)
{
    return held;
}

bool board_present(void)
{
    sprites_draw_pools();
    mailbox.sprites_peak = sprites_peak();
    mailbox.tiles_peak = tiles_peak_live();
    cycles_stop();
    mailbox.frame++;
    return wait_for_frame();
}

// ------------------------------------------------------------------------------------ drawing

// The layer for what is not a sprite: a new one, as long as there is one, once sprites lie on the last.
static unsigned layer_now(void)
{
    if (has_sprites && layer < LAYERS - 1) {
        layer++;
        has_sprites = false;
    }
    return layer;
}

void board_fill(int x, int y, int width, int height, uint8_t shade)
{
    const int left = x < 0 ? 0 : x;
    const int top = y < 0 ? 0 : y;
    const int right = x + width > BOARD_WIDTH ? BOARD_WIDTH : x + width;
    const int bottom = y + height > BOARD_HEIGHT ? BOARD_HEIGHT : y + height;

    if (left < right && top < bottom) {
        layer_fill(layer_now(), left, top, right, bottom, shade);
    }
}

void board_draw(const struct board_sprite *sprite, int x, int y)
{
    if (x >= BOARD_WIDTH || y >= BOARD_HEIGHT || x + sprite->width <= 0 || y + sprite->height <= 0) {
        return;
    }
    if (sprite->width * sprite->height > SMALL_PIXELS && sprite_draw(layer, sprite, x, y)) {
        has_sprites = true;
        return;
    }
    layer_draw(layer_now(), sprite, x, y);
}

// ------------------------------------------------------------------------------------ log

void board_put_char(char c)
{
    hutch_mgba_put(c, NULL);
}

void board_exit(int code)
{
    mailbox.result = (uint32_t)ENDED << 16 | (uint8_t)code;
    for (;;) {
        wait_for_vblank();
    }
}
