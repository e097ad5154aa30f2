// SPDX-License-Identifier: MIT
// script.h - scripted buttons: which are held in which frame, and where the run ends.
#ifndef HUTCH_TERMINAL_SCRIPT_H
#define HUTCH_TERMINAL_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

/// Reads a script: lines of `FRAME BUTTONS` (letters of LRUDA, or - for none: held from that frame on),
/// `FRAME end` and
/// `# comment`. Frames count from 0 and rise. A script that does not end is wrong. Says what is wrong on
/// standard error.
bool script_load(const char *path);

/// The buttons held in a frame; frames must rise from call to call.
uint8_t script_buttons(long frame);

/// The number of frames that the script plays.
long script_frames(void);

#endif
