// SPDX-License-Identifier: MIT
// screen.h - shows pictures in the terminal, as characters.
#ifndef HUTCH_TERMINAL_SCREEN_H
#define HUTCH_TERMINAL_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

/// Chooses the characters from the locale and the colours from TERM, COLORTERM and NO_COLOR; is_ascii forces
/// plain ASCII. @return false, after a message on standard error, when the terminal cannot move its cursor
bool screen_choose(bool is_ascii);

/// Shows a picture of 3 bytes a pixel in the terminal, sending only what has changed. Where the terminal is
/// too small it shows a message. @return false when the terminal is too small
bool screen_show(int width, int height, const uint8_t *rgb);

/// Forgets what the terminal shows: the next picture is sent whole.
void screen_forget(void);

#endif
