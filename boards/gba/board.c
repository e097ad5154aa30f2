// SPDX-License-Identifier: MIT
// board.c - Game Boy Advance: start, frames, buttons and log; screen.h is what is drawn on.
#include "registers.h"
#include "screen.h"
#include "sound.h"
#include "board.h"
#include "hutch_mgba.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KEYS_LEAVE = KEY_A | KEY_B | KEY_SELECT | KEY_START,
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

// Shows what was drawn while nothing is displayed, then begins the next frame.
static bool wait_for_frame(void)
{
    unsigned keys;

    do {
        mailbox.is_waiting = 1;
        wait_for_vblank();
        mailbox.is_waiting = 0;
        cycles_start();
        screen_show();
        keys = ~(unsigned)KEYS_RELEASED;
    } while (screen_is_paused(keys));
    held = screen_buttons(keys);
    screen_begin();
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
    screen_init();
    INTERRUPT_HANDLER = interrupt;
    DISPLAY_STATUS = STATUS_VBLANK_INTERRUPT;
    INTERRUPTS_WANTED = INTERRUPT_VBLANK;
    INTERRUPTS_ON = 1;
    wait_for_vblank();
    screen_on();
    (void)wait_for_frame();
}

uint8_t board_buttons(void)
{
    return held;
}

bool board_present(void)
{
    screen_end();
    mailbox.sprites_peak = screen_sprites_peak();
    mailbox.tiles_peak = screen_tiles_peak();
    cycles_stop();
    mailbox.frame++;
    return wait_for_frame();
}

// ------------------------------------------------------------------------------------ save

// The cartridge's battery memory, whose bus is 8 bits wide: nothing but bytes is read or written.
#define SAVE ((volatile uint8_t *)(uintptr_t)0x0E000000u)

// By these words emulators and makers of cartridges know what memory there is.
static const char save_kind[] __attribute__((section(".save_kind"), aligned(4), used)) = "SRAM_V113";

uint8_t board_saved(uint8_t at)
{
    return SAVE[at];
}

void board_save(uint8_t at, uint8_t byte)
{
    SAVE[at] = byte;
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
