// SPDX-License-Identifier: MIT
// tone.h - the speaker.
#ifndef HUTCH_LM3S6965_TONE_H
#define HUTCH_LM3S6965_TONE_H

/// Starts the speaker, silent. board_tone works from then on.
void tone_init(void);

#endif
