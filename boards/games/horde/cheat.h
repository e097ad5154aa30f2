// SPDX-License-Identifier: MIT
// cheat.h - the hidden menu of debug builds: commits each misuse of a pool, and shows what hutch says.
#ifndef HORDE_CHEAT_H
#define HORDE_CHEAT_H

#include <stdbool.h>
#include <stdint.h>

/// Looks for the secret among the buttons, and plays the menu while it is open.
/// @return true while it is open: the game then stands still
bool cheat_step(uint8_t pressed);

/// Draws the menu if it is open.
/// @return false when it is not
bool cheat_draw(void);

/// Whether it is open, and which misuse is chosen; for those who draw it.
extern bool cheat_is_open;
extern uint8_t cheat_chosen;

/// Passes on, letter by letter, what hutch said of the last misuse; nothing if there was none yet.
void cheat_say(void (*put)(char c, void *context));

enum { CHEAT_NAME_MAX = 32 };

/// The kinds of misuse: names, in flash, and what commits them. What they break they put right again.
extern const char cheat_names[][CHEAT_NAME_MAX];
extern void (*const cheat_commits[])(void);
extern const uint8_t cheats_count;

#endif
