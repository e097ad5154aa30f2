// SPDX-License-Identifier: MIT
// display.c - QEMU's bochs-display on PCI: 512 x 256 pixels of 32 bits, each of the game's four times as wide
// and high.
#include "display.h"
#include "machine.h"
#include "board.h"

#include <stdbool.h>

enum {
    ZOOM = 4,
    WIDTH = BOARD_WIDTH * ZOOM,
    HEIGHT = BOARD_HEIGHT * ZOOM,

    PCI_DEVICES = 32,
    PCI_COMMAND = 0x04,
    PCI_COMMAND_MEMORY = 2,
    PCI_ADDRESS_0 = 0x10,
    PCI_ADDRESS_2 = 0x18,

    MODE_WIDTH = 1,
    MODE_HEIGHT = 2,
    MODE_BITS = 3,
    MODE_ENABLE = 4,
    ENABLE_OFF = 0,
    ENABLE_ON_LINEAR = 0x41,
};
static const uint32_t bochs_display = 0x11111234;

// From night to fire: 0xRRGGBB by shade. The red of each shade rises by 16 or so, so that red alone tells the
// shade.
static const uint32_t colours[16] = {
    0x000008, 0x10101C, 0x201C34, 0x302848, 0x40345C, 0x504470, 0x605884, 0x706C90,
    0x80807C, 0x909C6C, 0xA0B464, 0xB0C070, 0xC0CC84, 0xD0D8A0, 0xE0E4C0, 0xF8F8E8,
};

static bool is_there;

void display_init(void)
{
    for (uint32_t device = 0; device < PCI_DEVICES; device++) {
        if (PCI_REGISTER(device, 0) != bochs_display) {
            continue;
        }
        PCI_REGISTER(device, PCI_ADDRESS_0) = (uint32_t)(uintptr_t)DISPLAY_PIXELS;
        PCI_REGISTER(device, PCI_ADDRESS_2) = DISPLAY_REGISTERS;
        PCI_REGISTER(device, PCI_COMMAND) = PCI_COMMAND_MEMORY;
        DISPLAY_REGISTER(MODE_ENABLE) = ENABLE_OFF;
        DISPLAY_REGISTER(MODE_WIDTH) = WIDTH;
        DISPLAY_REGISTER(MODE_HEIGHT) = HEIGHT;
        DISPLAY_REGISTER(MODE_BITS) = 32;
        DISPLAY_REGISTER(MODE_ENABLE) = ENABLE_ON_LINEAR;
        is_there = true;
        return;
    }
}

static void show_row(const uint8_t *pairs, volatile uint32_t *to)
{
    for (unsigned x = 0; x < BOARD_WIDTH; x++) {
        const uint8_t pair = pairs[x / 2];
        const uint32_t colour = colours[x % 2 != 0 ? pair & 15 : pair >> 4];
        for (unsigned i = 0; i < ZOOM; i++) {
            *to++ = colour;
        }
    }
}

void display_show(const uint8_t *picture)
{
    if (!is_there) {
        return;
    }
    for (unsigned y = 0; y < HEIGHT; y++) {
        show_row(&picture[y / ZOOM * (BOARD_WIDTH / 2)], &DISPLAY_PIXELS[y * WIDTH]);
    }
}
