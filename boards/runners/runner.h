// SPDX-License-Identifier: MIT
// runner.h - what the headless emulators have in common: options, the script of buttons, pictures, live play.
#ifndef HUTCH_RUNNER_H
#define HUTCH_RUNNER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RUNNER_LEAVE = 0x80, // in place of buttons: the game shall end
    RUNNER_FAILED = 90,  // exit code: the emulator could not do its work
    RUNNER_HANGS = 94,   // exit code: the program did not end
    RUNNER_STOPPED = 96, // exit code: the program logged a fatal line
    RUNNER_TOO_SLOW =
        95, // exit code: a frame took more cycles than --budget allows, or --rate was not reached
};

/// A console's screen: 3 bytes a pixel.
struct picture {
    unsigned width;
    unsigned height;
    unsigned zoom; // of the PNG
    const uint8_t *rgb;
};

/// Reads the command line.
/// @return false after a message
bool runner_options(int count, char **words);

/// Opens the terminal, if somebody plays there. Where a window is asked for and can be opened, it becomes
/// that emulator with the file rom, and does not return.
/// @return false after a message
bool runner_begin(const char *rom);

/// Returns the program's path with another ending.
const char *runner_program(const char *ending);

/// Returns the buttons to hold in a frame, as in board.h, or RUNNER_LEAVE; call it once for each frame.
uint8_t runner_buttons(unsigned long frame, const struct picture *picture);

/// Call it after each displayed picture. Returns the fewest frames of the game in a second of them, once it
/// has begun.
/// @return UINT_MAX before there is one
unsigned runner_slowest_second(unsigned frame);

/// Returns whether the terminal shows the screen: then frames may take any time.
bool runner_is_live(void);

/// Returns how many frames of the game there must be in each second; 0: no limit.
unsigned runner_least_rate(void);

/// Writes the picture that was requested and prints how much of a frame's time the slowest took.
/// @return the runner's exit code: the program's own, or what went wrong
int runner_finish(int code, unsigned long worst_cycles, unsigned long worst_frame,
                  const struct picture *last);

#endif
