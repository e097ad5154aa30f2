// SPDX-License-Identifier: MIT
// keys.h - turns the bytes that a terminal sends for keys into buttons that are held.
#ifndef HUTCH_TERMINAL_KEYS_H
#define HUTCH_TERMINAL_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Switches on reports of releases; those that know the request (kitty, foot, WezTerm, Ghostty, Konsole
/// ...) reply to it.
#define KEYS_ASK_FOR_RELEASES "\x1b[>2u\x1b[?u"
#define KEYS_ASK_NO_MORE "\x1b[<u"

/// Takes bytes that have arrived.
void keys_take(const uint8_t *bytes, size_t count);

/// The buttons held in this frame. Called once a frame: a key that is not renewed is let go after some
/// frames.
uint8_t keys_next_frame(void);

/// The player has pressed q.
bool keys_want_to_leave(void);

/// The player has pressed p, and not yet again.
bool keys_are_paused(void);

/// The player holds r. Called once a frame.
bool keys_rewind(void);

#endif
