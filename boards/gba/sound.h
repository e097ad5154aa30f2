// SPDX-License-Identifier: MIT
// sound.h - the console's four tone channels.
#ifndef HUTCH_GBA_SOUND_H
#define HUTCH_GBA_SOUND_H

/// Switches the sound on, all voices silent.
void sound_init(void);

#endif
