// SPDX-License-Identifier: MIT
// sprites.h - the 40 slots of the hardware, handed out by a pool of numbers.
//
// The hardware shows ten of them in a line, the first ten of those that are in it; so the slots after the
// first SPRITES_FIXED take turns, from picture to picture: in a crowd sprites flicker instead of being gone.
#ifndef HUTCH_GAMEBOY_SPRITES_H
#define HUTCH_GAMEBOY_SPRITES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SPRITES = 40,
    SPRITES_FIXED = 8,
    SPRITE_HEIGHT = 16,
    SPRITE_X = 8, // of a sprite at the left edge, and of one at the top
    SPRITE_Y = 16,
    SPRITE_HIDDEN = 0, // as y
    SPRITE_MIRRORED = 0x20,
    SPRITE_WHITE = 0x10, // all of it
};

/// A slot, as the hardware reads it.
struct sprite {
    uint8_t y;
    uint8_t x;
    uint8_t tile; // an even number: a sprite is two tiles, one upon the other
    uint8_t how;
};

/// A slot that is shown next. They are in one page, so that the lower byte of the address says which one;
/// they go by that.
#define SPRITE_AT(slot) ((struct sprite *)(0xD000 + (slot)))

/// Set while the slots are written to: the interrupt leaves them alone.
extern volatile uint8_t sprites_busy;

/// Set when there may be more than ten sprites in a line: then the slots take turns, which takes time.
extern bool sprites_take_turns;

/// Hides all sprites.
void sprites_init(void);

/// Ends the taking of turns, in an order that is always the same: for the last picture.
void sprites_settle(void);

/// Takes a slot, which is hidden and not mirrored. NO_SPRITE: all are taken.
uint8_t sprites_take(void);
enum { NO_SPRITE = 0xFF };

/// Hides a sprite and gives its slot back; NO_SPRITE is none.
void sprites_give(uint8_t slot);

/// The most slots that were taken at the same time.
uint8_t sprites_peak(void);

#endif
