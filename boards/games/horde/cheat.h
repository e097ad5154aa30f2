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

/// One kind of misuse. What it breaks it puts right again.
struct cheat {
    const char *name;
    void (*commit)(void);
};
extern const struct cheat cheats[];
extern const uint8_t cheats_count;

#endif
