// SPDX-License-Identifier: MIT
// screen.h - what board.c leaves to the screen: the canvas of board.h, or a game's own stage.
#ifndef HUTCH_GBA_SCREEN_H
#define HUTCH_GBA_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

/// Fills video memory; nothing is displayed yet.
void screen_init(void);

/// Begins to display.
void screen_on(void);

/// Shows what was drawn. Called while nothing is displayed.
void screen_show(void);

/// A new frame is drawn from now on.
void screen_begin(void);

/// All of the frame is drawn.
void screen_end(void);

/// Returns the buttons of board.h that these keys are.
uint8_t screen_buttons(unsigned keys);

/// Returns whether the game stands still; called once for each picture.
bool screen_is_paused(unsigned keys);

/// The most sprites, and tiles of sprites, that were live at a time.
unsigned screen_sprites_peak(void);
unsigned screen_tiles_peak(void);

#endif
