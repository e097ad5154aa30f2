// SPDX-License-Identifier: MIT
// tone.h - the speaker.
#ifndef HUTCH_ARDUBOY_TONE_H
#define HUTCH_ARDUBOY_TONE_H

#include <stdbool.h>
#include <stdint.h>

/// Makes the speaker's pins outputs, silent; leaves them as they are when the owner wants no sound.
void tone_init(void);

/// Sounds a note of a tune until the next one, or until a voice sounds; heard only while no voice is.
/// @param  half_wave  in microseconds; 0 is a rest
void tone_note(uint16_t half_wave);

/// Cuts the speaker off, or connects it again.
void tone_mute(bool is_mute);

#endif
