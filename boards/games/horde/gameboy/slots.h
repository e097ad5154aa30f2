// SPDX-License-Identifier: MIT
// slots.h - the sprites that the game's objects have; NO_SPRITE where one has none.
#ifndef HORDE_GAMEBOY_SLOTS_H
#define HORDE_GAMEBOY_SLOTS_H

#include <stdint.h>

/// Those of the sparks.
extern uint8_t spark_slots[];

/// Takes so many sprites.
void take_slots(uint8_t *slots, uint8_t count);

/// Gives so many back.
void give_slots(uint8_t *slots, uint8_t count);

/// Hides so many, which are kept.
void hide_slots(const uint8_t *slots, uint8_t count);

/// Takes one sprite, a spark's if no other is left.
uint8_t take_urgent(void);

/// Fills a sprite; NO_SPRITE is none.
void slot_put(uint8_t slot, uint8_t x, uint8_t y, uint8_t tile, uint8_t how);

#endif
