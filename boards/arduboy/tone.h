// SPDX-License-Identifier: MIT
// tone.h - the speaker.
#ifndef HUTCH_ARDUBOY_TONE_H
#define HUTCH_ARDUBOY_TONE_H

/// Makes the speaker's pins outputs, silent.
void tone_init(void);

#endif
