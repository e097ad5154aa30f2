// SPDX-License-Identifier: MIT
// instruments.c - the tune's lead on the one speaker, under the sound effects.
#include "music.h"
#include "arduboy/tone.h"

#if MUSIC_PARTS

uint8_t music_frames(void)
{
    return 1;
}

// From 131072 / hertz to 1000000 / hertz: times 15625 / 2048.
void music_lead(uint8_t pitch)
{
    tone_note(pitch == MUSIC_REST ? 0 : (uint16_t)((uint32_t)music_period(pitch) * 15625u >> 11));
}

void music_bass(uint8_t pitch)
{
    (void)pitch;
}

void music_drum(uint8_t volume, uint8_t rate)
{
    (void)volume, (void)rate;
}

#endif
