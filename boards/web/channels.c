// SPDX-License-Identifier: MIT
// channels.c - a Game Boy Advance's four sound channels: their rates and volumes.
#include "console.h"
#include "gba/registers.h"

enum { VOICES = 4, NOISE = 3, IS_BEGUN = 0x8000 };

static struct {
    uint8_t volume, waited; // of 15; frames since it faded last, which it does every `pace` 64ths of a second
} voices[VOICES];

static volatile uint16_t *rate_of(unsigned voice)
{
    volatile uint16_t *const rates[VOICES] = {&SOUND1_RATE, &SOUND2_RATE, &SOUND3_RATE, &SOUND4_RATE};

    return rates[voice];
}

// The wave has no envelope: it is on or off.
static unsigned shape_of(unsigned voice)
{
    const unsigned shapes[VOICES] = {SOUND1_SHAPE, SOUND2_SHAPE, (SOUND3_ON & 0x80) != 0 ? 0x8000u : 0u,
                                     SOUND4_SHAPE};

    return shapes[voice];
}

void console_sound(void)
{
    for (unsigned voice = 0; voice < VOICES; voice++) {
        const unsigned shape = shape_of(voice), pace = shape >> 8 & 7;
        if (shape == 0 || (*rate_of(voice) & IS_BEGUN) != 0) {
            voices[voice].volume = (uint8_t)(shape >> 12);
            voices[voice].waited = 0;
            *rate_of(voice) &= (uint16_t)~IS_BEGUN;
        } else if (pace != 0 && ++voices[voice].waited >= pace && voices[voice].volume > 0) {
            voices[voice].volume--;
            voices[voice].waited = 0;
        }
    }
}

// A square's rate n is 131072 / (2048 - n) Hz, the wave's half of that; each step of noise halves its rate.
unsigned web_hertz(unsigned voice)
{
    const unsigned rate = *rate_of(voice);

    if (voices[voice].volume == 0) {
        return 0;
    }
    return voice == NOISE ? 524288u >> (rate >> 4 & 15)
                          : (voice == 2 ? 65536u : 131072u) / (2048 - (rate & 2047));
}

unsigned web_volume(unsigned voice)
{
    return voices[voice].volume;
}
