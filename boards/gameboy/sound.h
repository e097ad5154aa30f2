// SPDX-License-Identifier: MIT
// sound.h - the four channels.
#ifndef HUTCH_GAMEBOY_SOUND_H
#define HUTCH_GAMEBOY_SOUND_H

/// Switches the sound on, all channels silent.
void sound_init(void);

#endif
