// SPDX-License-Identifier: MIT
// tty.h - the terminal itself: raw mode and alternate screen, given back however the program ends.
#ifndef HUTCH_TERMINAL_TTY_H
#define HUTCH_TERMINAL_TTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Standard input and output are both a terminal.
bool tty_is_there(void);

/// Enters raw mode and the alternate screen, hides the cursor, and sees to it that exit, SIGINT, SIGTERM,
/// SIGHUP, SIGQUIT and SIGTSTP give all of it back.
bool tty_open(void);

/// Gives the terminal back; may be called twice.
void tty_close(void);

/// Reads what was typed, without waiting. Answers the number of bytes; the terminal's end reads as q.
size_t tty_read(uint8_t *bytes, size_t size);

/// Writes all of it, waiting as long as the terminal wants.
void tty_write(const char *bytes, size_t count);

/// The size in cells; 80 x 24 where it can't be known.
void tty_size(int *columns, int *rows);

/// True once after the program was stopped and continued: the screen must be redrawn.
bool tty_was_stopped(void);

#endif
