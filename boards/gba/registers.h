// SPDX-License-Identifier: MIT
// registers.h - the Game Boy Advance's registers and memories that this board uses.
#ifndef HUTCH_GBA_REGISTERS_H
#define HUTCH_GBA_REGISTERS_H

#include <stdint.h>

// Without the console, boards/web/console.c is it: registers, palettes, sprites, video memory are one array.
#if defined(__wasm__) || defined(BOARD_CONSOLE)
enum { CONSOLE_VIDEO = 0xC00, CONSOLE_BYTES = CONSOLE_VIDEO + 0x18000 };
extern uint8_t console_memory[CONSOLE_BYTES];
#    ifndef CONSOLE_BASE
#        define CONSOLE_BASE console_memory
#    endif
#    define GBA_ADDRESS(address)                          \
        ((uintptr_t)CONSOLE_BASE + ((address)&0x1FFFFu) + \
         ((address) >> 24 == 6 ? CONSOLE_VIDEO            \
                               : (((address) >> 24 == 7 ? 6 : (address) >> 24) - 4) * 0x400u))
#    define GBA_FAST
#else
#    define GBA_ADDRESS(address) ((uintptr_t)(address))
// ARM code in the memory without wait states; everything else is Thumb code in the cartridge.
#    define GBA_FAST __attribute__((section(".iwram"), target("arm"), noinline))
#endif

#define REGISTER_16(address) (*(volatile uint16_t *)GBA_ADDRESS(address))
#define REGISTER_32(address) (*(volatile uint32_t *)GBA_ADDRESS(address))
#define VIDEO_32(offset) ((volatile uint32_t *)GBA_ADDRESS(0x06000000u + (offset)))
#define VIDEO_16(offset) ((volatile uint16_t *)GBA_ADDRESS(0x06000000u + (offset)))

/// A colour of the console: 5 bits each of red, green and blue.
#define RGB(red, green, blue) ((uint16_t)((red) | (green) << 5 | (blue) << 10))

// Screen. Background n has its control register at BG_CONTROL(n).
#define DISPLAY_CONTROL REGISTER_16(0x04000000u)
#define DISPLAY_STATUS REGISTER_16(0x04000004u)
#define BG_CONTROL(n) REGISTER_16(0x04000008u + 2u * (n))
#define BG_ACROSS(n) REGISTER_16(0x04000010u + 4u * (n)) // how far it is scrolled
#define BG_DOWN(n) REGISTER_16(0x04000012u + 4u * (n))
#define WINDOW_ACROSS REGISTER_16(0x04000040u) // left, right + 1
#define WINDOW_DOWN REGISTER_16(0x04000044u)
#define WINDOW_INSIDE REGISTER_16(0x04000048u)
#define WINDOW_OUTSIDE REGISTER_16(0x0400004Au)
#define BLEND_CONTROL REGISTER_16(0x04000050u)
#define BLEND_DARKER REGISTER_16(0x04000054u) // of 16
#define BG_PALETTE(line, colour) REGISTER_16(0x05000000u + 32u * (line) + 2u * (colour))
#define OBJ_PALETTE(line, colour) REGISTER_16(0x05000200u + 32u * (line) + 2u * (colour))

enum {
    DISPLAY_ONE_DIMENSIONAL = 0x0040, // the tiles of a sprite follow one another
    DISPLAY_ALL_BACKGROUNDS = 0x0F00,
    DISPLAY_SPRITES = 0x1000,
    DISPLAY_WINDOW = 0x2000,
    STATUS_VBLANK_INTERRUPT = 0x0008,
};

// Sound: the four channels of the Game Boy.
#define SOUND1_SWEEP REGISTER_16(0x04000060u)
#define SOUND1_SHAPE REGISTER_16(0x04000062u)
#define SOUND1_RATE REGISTER_16(0x04000064u)
#define SOUND2_SHAPE REGISTER_16(0x04000068u)
#define SOUND2_RATE REGISTER_16(0x0400006Cu)
#define SOUND3_ON REGISTER_16(0x04000070u)
#define SOUND3_VOLUME REGISTER_16(0x04000072u)
#define SOUND3_RATE REGISTER_16(0x04000074u)
#define SOUND4_SHAPE REGISTER_16(0x04000078u)
#define SOUND4_RATE REGISTER_16(0x0400007Cu)
#define SOUND_SIDES REGISTER_16(0x04000080u)
#define SOUND_MIX REGISTER_16(0x04000082u)
#define SOUND_ON REGISTER_16(0x04000084u)
#define SOUND3_WAVE(n) REGISTER_16(0x04000090u + 2u * (n))

// DMA channel 3
#define DMA3_FROM REGISTER_32(0x040000D4u)
#define DMA3_TO REGISTER_32(0x040000D8u)
#define DMA3_CONTROL REGISTER_32(0x040000DCu) // low half: how many words

// Timers 0 and 1; timer 1 counts how often timer 0 went round.
#define TIMER_COUNT(n) REGISTER_16(0x04000100u + 4u * (n))
#define TIMER_CONTROL(n) REGISTER_16(0x04000102u + 4u * (n))

enum {
    TIMER_ON = 0x80,
    TIMER_CASCADE = 0x04,
};

#define KEYS_RELEASED REGISTER_16(0x04000130u) // 1: not pressed
enum {
    KEY_A = 0x001,
    KEY_B = 0x002,
    KEY_SELECT = 0x004,
    KEY_START = 0x008,
    KEY_RIGHT = 0x010,
    KEY_LEFT = 0x020,
    KEY_UP = 0x040,
    KEY_DOWN = 0x080,
    KEY_R = 0x100,
    KEY_L = 0x200,
};

#define INTERRUPTS_WANTED REGISTER_16(0x04000200u)
#define INTERRUPTS_HAPPENED REGISTER_16(0x04000202u)
#define WAIT_STATES REGISTER_16(0x04000204u)
#define INTERRUPTS_ON REGISTER_16(0x04000208u)
#define BIOS_INTERRUPTS_SEEN REGISTER_16(0x03007FF8u)
#define INTERRUPT_HANDLER (*(void (*volatile *)(void))(uintptr_t)0x03007FFCu)

enum {
    INTERRUPT_VBLANK = 1,
    WAIT_3_1_PREFETCH = 0x4317, // what every cartridge holds: 3 cycles, then 1, and prefetch
};

#define DMA3_COPY_WORDS 0x84000000u
#define DMA3_FILL_WORDS 0x85000000u // the source stays

// Moves at most 65535 words, while the CPU stands still.
static inline void dma3_move(uint32_t how, const volatile uint32_t *from, volatile uint32_t *to,
                             uint32_t words)
{
    DMA3_FROM = (uint32_t)(uintptr_t)from;
    DMA3_TO = (uint32_t)(uintptr_t)to;
    DMA3_CONTROL = how | words;
#ifdef CONSOLE_BASE
    for (uint32_t i = 0; i < words; i++) {
        to[i] = from[how == DMA3_FILL_WORDS ? 0 : i];
    }
#endif
}

#define SPRITES_32 ((volatile uint32_t *)GBA_ADDRESS(0x07000000u))

#endif
