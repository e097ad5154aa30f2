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

enum { CHEAT_NAME_MAX = 32 };

/// The kinds of misuse: names, in flash, and what commits them. What they break they put right again.
extern const char cheat_names[][CHEAT_NAME_MAX];
extern void (*const cheat_commits[])(void);
extern const uint8_t cheats_count;

#endif
