// SPDX-License-Identifier: MIT
// instruments.c - the tune on the console's channels: a square, the wave, noise.
#include "music.h"
#include "stage.h"

enum {
    START = 0x8000,
    LEAD_SHAPE = 0x9540, // volume 9 of 15, fading, a quarter of the time high
    WAVE_ON = 0x0080,
    WAVE_HALF_VOLUME = 0x4000,
    BOTH_SIDES = 0xFF77,
};

static uint16_t start_at(uint8_t pitch)
{
    return (uint16_t)(START | (2048 - music_period(pitch)));
}

uint8_t music_frames(void)
{
    return 1;
}

void music_lead(uint8_t pitch)
{
    SOUND2_SHAPE = pitch == MUSIC_REST ? 0 : LEAD_SHAPE;
    SOUND2_RATE = pitch == MUSIC_REST ? START : start_at(pitch);
}

void music_bass(uint8_t pitch)
{
    if (pitch == MUSIC_REST) {
        SOUND3_ON = 0;
        return;
    }
    SOUND3_ON = WAVE_ON;
    SOUND3_VOLUME = WAVE_HALF_VOLUME;
    SOUND3_RATE = start_at(pitch);
}

void music_drum(uint8_t volume, uint8_t rate)
{
    SOUND4_SHAPE = (uint16_t)(volume << 8);
    SOUND4_RATE = START | rate;
}

void music_mute(bool is_muted)
{
    SOUND_SIDES = is_muted ? 0 : BOTH_SIDES;
}
