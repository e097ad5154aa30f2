// SPDX-License-Identifier: MIT
// live.h - plays in the terminal: each frame in its time, its picture, the keys.
#ifndef HUTCH_TERMINAL_LIVE_H
#define HUTCH_TERMINAL_LIVE_H

#include <stdbool.h>
#include <stdint.h>

/// Opens the terminal. What the program prints is kept until the terminal is given back.
/// @param  is_timed  60 frames a second, and the keys count; else as fast as it can
/// @return false, after a message, when it cannot
bool live_open(bool is_ascii, bool is_timed);

/// Gives the terminal back, and prints what was kept.
void live_close(void);

/// Whether the picture of this frame will be shown: half of them are, fewer on a slow machine.
bool live_wants_picture(void);

/// Ends a frame: shows its picture of 3 bytes a pixel, waits for its time, reads keys.
/// @return false when the player leaves
bool live_frame(int width, int height, const uint8_t *rgb);

#endif
