// SPDX-License-Identifier: MIT
// screen.h - shows frames as characters: in a terminal that is there, or as lines of text.
#ifndef HUTCH_TERMINAL_SCREEN_H
#define HUTCH_TERMINAL_SCREEN_H

#include "picture.h"

#include <stdio.h>

/// Chooses the characters from the locale and the colours from TERM, COLORTERM and NO_COLOR; is_ascii forces
/// plain ASCII.
void screen_choose(bool is_ascii);

/// Shows a frame in the terminal, sending only what has changed. Where the terminal is too small it shows a
/// message. @return false when the terminal is too small
bool screen_show(const struct frame *frame);

/// Forgets what the terminal shows: the next frame is sent whole.
void screen_forget(void);

/// Prints a frame as 32 lines of 128 characters without colours, the same in every locale.
void screen_print(FILE *file, const struct frame *frame, bool is_ascii);

#endif
