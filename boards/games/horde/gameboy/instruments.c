// SPDX-License-Identifier: MIT
// instruments.c - the tune on the console's channels: a square, the wave, noise.
#include "music.h"
#include "fast.h"
#include "registers.h"

#if MUSIC_PARTS

enum {
    START = 0x80,
    LEAD_VOLUME = 0x95, // 9 of 15, fading
    WAVE_ON = 0x80,
    WAVE_HALF_VOLUME = 0x40,
    FRAMES_MAX = 7, // a step of the tune: after a long wait it goes on, not faster
    RATES = 2048,
};

// The game may take longer than a picture for a step; the tune keeps time.
uint8_t music_frames(void)
{
    static uint8_t fields_before;
    const uint8_t fields = fields_shown;
    const uint8_t passed = (uint8_t)(fields - fields_before);

    fields_before = fields;
    return passed > FRAMES_MAX ? FRAMES_MAX : passed;
}

void music_lead(uint8_t pitch)
{
    if (pitch == MUSIC_REST) {
        SOUND2_VOLUME = 0;
        return;
    }
    const uint16_t rate = (uint16_t)(RATES - music_period(pitch));
    SOUND2_VOLUME = LEAD_VOLUME;
    SOUND2_LOW = (uint8_t)rate;
    SOUND2_HIGH = (uint8_t)(rate >> 8 | START);
}

void music_bass(uint8_t pitch)
{
    SOUND3_ON = 0; // a wave that starts while it plays loses its first bytes
    if (pitch == MUSIC_REST) {
        return;
    }
    const uint16_t rate = (uint16_t)(RATES - music_period(pitch));
    SOUND3_ON = WAVE_ON;
    SOUND3_VOLUME = WAVE_HALF_VOLUME;
    SOUND3_LOW = (uint8_t)rate;
    SOUND3_HIGH = (uint8_t)(rate >> 8 | START);
}

void music_drum(uint8_t volume, uint8_t rate)
{
    SOUND4_VOLUME = volume;
    SOUND4_RATE = rate;
    SOUND4_START = START;
}

#endif
