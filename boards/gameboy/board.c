// SPDX-License-Identifier: MIT
// board.c - Game Boy: start, buttons, log, and the end of a frame.
#include "registers.h"
#include "sound.h"
#include "sprites.h"
#include "video.h"
#include "board.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KEY_RIGHT = 0x01,
    KEY_LEFT = 0x02,
    KEY_B = 0x20,
    KEYS_LEAVE = 0xF0, // A, B, Select and Start at the same time
    ENDED = 0x600D,
    ASKS_FOR_BUTTONS = 0, // no character of the log
};

/// What a program beside the emulator looks at, at the first byte of the memory; as boards/gba has it.
struct mailbox {
    uint16_t exit_code;
    uint16_t ended; // ENDED when the program has ended
    uint32_t frame; // that begins next
    uint32_t is_waiting;
};

static volatile __at(0xC000) struct mailbox mailbox;

volatile bool has_new_field;   // of the display: fast.s says so
volatile uint8_t fields_shown; // and counts them
static uint8_t held;
static bool leaves;

static void wait_for_vblank(void)
{
    has_new_field = false;
    while (!has_new_field) {
        __asm__("halt\n nop");
    }
}

static uint8_t keys_down(void)
{
    uint8_t ways, others;

    PAD = PAD_WAYS;
    ways = PAD; // twice: the lines need time
    ways = PAD & 0x0F;
    PAD = PAD_BUTTONS;
    others = PAD;
    others = PAD & 0x0F;
    PAD = PAD_NONE;
    return (uint8_t) ~(ways | others << 4);
}

static void read_buttons(void)
{
    const uint8_t keys = keys_down();
    uint8_t buttons = keys & (BOARD_UP | BOARD_DOWN | BOARD_A); // these are the same bits

    if ((keys & KEY_LEFT) != 0) {
        buttons |= BOARD_LEFT;
    }
    if ((keys & KEY_RIGHT) != 0) {
        buttons |= BOARD_RIGHT;
    }
    if ((keys & KEY_B) != 0) {
        buttons |= BOARD_A;
    }
    held = buttons;
    leaves = keys >= KEYS_LEAVE; // all of the upper four
}

// Asks for the buttons of the frame that begins; on a console nobody is at the link port who could hear it.
static void begin_frame(void)
{
    LINK_DATA = ASKS_FOR_BUTTONS;
    read_buttons();
}

void board_init(void)
{
    sound_init();
    video_off();
    sprites_init();
    video_fill(VIDEO_MEMORY, VIDEO_BYTES, 0);
    video_on();
    INTERRUPTS_HAPPENED = 0;
    INTERRUPTS_WANTED = INTERRUPT_VBLANK | INTERRUPT_LCD;
    __asm__("ei");
    wait_for_vblank();
    begin_frame();
}

uint8_t board_buttons(void)
{
    return held;
}

bool board_present(void)
{
    mailbox.frame++;
    if (!has_new_field) { // else it is late: the picture that was drawn is shown from the next field on
        mailbox.is_waiting = 1;
        wait_for_vblank();
        mailbox.is_waiting = 0;
    }
    has_new_field = false;
    begin_frame();
    return !leaves;
}

// The cartridge's RAM is connected only while it is used, so that switching off writes nothing there.
uint8_t board_saved(uint8_t at)
{
    uint8_t byte;

    CARTRIDGE_RAM_GATE = CARTRIDGE_RAM_OPEN;
    byte = CARTRIDGE_RAM(at);
    CARTRIDGE_RAM_GATE = 0;
    return byte;
}

void board_save(uint8_t at, uint8_t byte)
{
    CARTRIDGE_RAM_GATE = CARTRIDGE_RAM_OPEN;
    CARTRIDGE_RAM(at) = byte;
    CARTRIDGE_RAM_GATE = 0;
}

// To whoever listens at the link port.
void board_put_char(char c)
{
    LINK_DATA = (uint8_t)c;
    LINK_CONTROL = LINK_START;
    while ((LINK_CONTROL & LINK_BUSY) != 0) {}
}

void board_exit(int code)
{
    sprites_settle();
    mailbox.exit_code = (uint16_t)code;
    mailbox.ended = ENDED;
    for (;;) {
        wait_for_vblank();
    }
}
