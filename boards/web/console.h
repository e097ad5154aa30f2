// SPDX-License-Identifier: MIT
// console.h - what board.c has of console.c; the page calls the rest by web.h.
#ifndef HUTCH_WEB_CONSOLE_H
#define HUTCH_WEB_CONSOLE_H

/// Draws the picture that the memories describe.
void console_show(void);

/// Lets the channels' volumes fade for a frame.
void console_sound(void);

#endif
