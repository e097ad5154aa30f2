// SPDX-License-Identifier: MIT
// sound.c - board_tone on the four channels: two squares, a wave in memory, and noise.
#include "sound.h"
#include "registers.h"
#include "board.h"

#include <stdint.h>

enum {
    HALF_SQUARE_LOUD = 0xA080, // volume 10 of 15, no envelope, half the time high
    LOUD = 0xA000,
    WAVE_HALF_VOLUME = 0x4000,
    WAVE_ON = 0x0080,
    WAVE_OTHER_BANK = 0x0040, // one of two banks is played, the other is written
    START = 0x8000,
    NO_SWEEP = 0x0008,
    EVERYTHING_BOTH_SIDES = 0xFF77,
    FULL_MIX = 2,
    MASTER_ON = 0x80,

    SQUARE_HERTZ = 131072, // a rate n is this / (2048 - n)
    WAVE_HERTZ = 65536,
    RATES = 2048,
    NOISE_HERTZ = 524288,
    NOISE_SHIFT_MAX = 13,
};

static uint8_t sounding; // a bit a voice

void sound_init(void)
{
    SOUND_ON = MASTER_ON;
    SOUND_SIDES = EVERYTHING_BOTH_SIDES;
    SOUND_MIX = FULL_MIX;
    SOUND1_SWEEP = NO_SWEEP;
    SOUND3_ON = WAVE_OTHER_BANK;
    for (unsigned i = 0; i < 8; i++) { // a triangle of 32 steps, two a byte
        const unsigned up = i * 4;
        const unsigned low = i < 4 ? up : 31 - up;
        SOUND3_WAVE(i) = (uint16_t)((low & 15) * 0x1111u);
    }
    SOUND3_ON = 0;
}

static uint16_t rate_of(uint32_t clock_hertz, uint16_t hertz)
{
    const uint32_t steps = clock_hertz / hertz;

    return (uint16_t)(steps >= RATES ? 0 : RATES - steps);
}

// The noise is an octave a step.
static uint16_t noise_of(uint16_t hertz)
{
    unsigned shift = 0;

    while (shift < NOISE_SHIFT_MAX && (uint32_t)NOISE_HERTZ >> (shift + 4) > hertz) {
        shift++;
    }
    return (uint16_t)(shift << 4);
}

// A voice that sounds already goes on at a new rate without a click.
void board_tone(uint8_t voice, uint16_t hertz)
{
    const uint8_t bit = (uint8_t)(1u << voice);
    const uint16_t start = (sounding & bit) == 0 ? START : 0;

    if (hertz == 0 && (sounding & bit) == 0) {
        return;
    }
    sounding = (uint8_t)(hertz == 0 ? sounding & ~bit : sounding | bit);
    switch (voice) {
    case 0:
        SOUND1_SHAPE = hertz == 0 ? 0 : HALF_SQUARE_LOUD;
        SOUND1_RATE = hertz == 0 ? START : (uint16_t)(rate_of(SQUARE_HERTZ, hertz) | start);
        break;
    case 1:
        SOUND2_SHAPE = hertz == 0 ? 0 : HALF_SQUARE_LOUD;
        SOUND2_RATE = hertz == 0 ? START : (uint16_t)(rate_of(SQUARE_HERTZ, hertz) | start);
        break;
    case 2:
        SOUND3_ON = hertz == 0 ? 0 : WAVE_ON;
        SOUND3_VOLUME = WAVE_HALF_VOLUME;
        SOUND3_RATE = hertz == 0 ? 0 : (uint16_t)(rate_of(WAVE_HERTZ, hertz) | start);
        break;
    default:
        SOUND4_SHAPE = hertz == 0 ? 0 : LOUD;
        SOUND4_RATE = hertz == 0 ? START : (uint16_t)(noise_of(hertz) | start);
        break;
    }
}
