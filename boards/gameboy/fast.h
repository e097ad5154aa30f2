// SPDX-License-Identifier: MIT
// fast.h - what fast.s offers.
#ifndef HUTCH_GAMEBOY_FAST_H
#define HUTCH_GAMEBOY_FAST_H

#include <stdint.h>

/// Counts the pictures that the display has begun; wraps.
extern volatile uint8_t fields_shown;

/// Puts the routine that copies the sprites' slots to where the hardware can see it during the copy.
void sprites_install_copy(void);

/// Prepares the next copy: the slots in another order than last time.
void sprites_turn(void);

/// 65535 / divisor, which is 64 or more.
uint16_t part_of_65535(uint16_t divisor);

/// Leaves out the first `skipped` pixels of three bytes of a picture; the low and the high bits of the next
/// eight go into these two.
void eight_pixels(const uint8_t *bytes, uint8_t skipped);
extern uint8_t eight_low, eight_high;

#endif
