// SPDX-License-Identifier: MIT
// console.h - a Game Boy Advance's screen and sound for boards that are none: console.c and channels.c.
#ifndef HUTCH_WEB_CONSOLE_H
#define HUTCH_WEB_CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __wasm__
#    define WEB_EXPORT(name) __attribute__((export_name(#    name)))
#else
#    define WEB_EXPORT(name)
#endif

// A board whose flash is slow builds with what puts a function into its RAM.
#ifndef CONSOLE_FAST
#    define CONSOLE_FAST
#endif

enum {
    CONSOLE_WIDTH = 240,
    CONSOLE_HEIGHT = 160,
    CONSOLE_DARKER = 512,        // added to a colour's number
    CONSOLE_BLEND_DARKER = 0x54, // where a memory has it; of 16
    CONSOLE_PALETTE = 0x400,     // 512 colours of 16 bits
};

/// Draws a line of the picture that a memory describes, as it is in console_memory.
/// @param  pixels  become numbers of the 512 colours, with CONSOLE_DARKER where BLEND_DARKER counts
void console_line(const uint8_t *memory, unsigned y, uint16_t pixels[CONSOLE_WIDTH]);

/// Lets the channels' volumes fade for a frame.
void console_sound(void);

WEB_EXPORT(hertz) unsigned web_hertz(unsigned voice);   // what a voice of four sounds; 0: silence
WEB_EXPORT(volume) unsigned web_volume(unsigned voice); // of 15

#endif
