// SPDX-License-Identifier: MIT
// sound.c - board_tone on the four channels: two squares, a wave in memory, and noise.
#include "sound.h"
#include "fast.h"
#include "registers.h"
#include "board.h"

#include <stdint.h>

enum {
    HALF_SQUARE = 0x80,
    LOUD = 0xA0, // 10 of 15, no envelope
    WAVE_HALF_VOLUME = 0x40,
    WAVE_ON = 0x80,
    START = 0x80,
    NO_SWEEP = 0x08,
    BOTH_SIDES = 0xFF,
    MASTER_ON = 0x80,
    LOW_HERTZ = 64, // nothing sounds lower
    RATES = 2048,
    NOISE_SHIFT_MAX = 13,
};

static bool is_sounding[BOARD_VOICES];

void sound_init(void)
{
    SOUND_ON = MASTER_ON;
    SOUND_SIDES = BOTH_SIDES;
    SOUND1_SWEEP = NO_SWEEP;
    SOUND1_DUTY = HALF_SQUARE;
    SOUND2_DUTY = HALF_SQUARE;
    for (uint8_t i = 0; i < 16; i++) { // a triangle of 32 steps, two a byte
        SOUND3_WAVE(i) = (uint8_t)((i < 8 ? 2 * i : 30 - 2 * i) * 0x11);
    }
}

// A rate n is 65536 Hz / (2048 - n), as far as 16 bits divide it; of a square, twice that.
static uint16_t rate_of(uint16_t hertz)
{
    return (uint16_t)(RATES - part_of_65535(hertz < LOW_HERTZ ? LOW_HERTZ : hertz));
}

static uint16_t square_rate_of(uint16_t hertz)
{
    return rate_of(hertz / 2);
}

// The noise is an octave a step, below 32768 Hz.
static uint8_t noise_of(uint16_t hertz)
{
    uint8_t shift = 0;

    for (uint16_t octave = 32768; shift < NOISE_SHIFT_MAX && octave > hertz; octave >>= 1) {
        shift++;
    }
    return (uint8_t)(shift << 4);
}

static void silence(uint8_t voice)
{
    switch (voice) {
    case 0:
        SOUND1_VOLUME = 0;
        break;
    case 1:
        SOUND2_VOLUME = 0;
        break;
    case 2:
        SOUND3_ON = 0;
        break;
    default:
        SOUND4_VOLUME = 0;
        break;
    }
}

// A voice that sounds already goes on at a new rate without a click.
void board_tone(uint8_t voice, uint16_t hertz)
{
    const uint8_t start = is_sounding[voice] ? 0 : START;
    uint16_t rate;

    if (hertz == 0) {
        if (start == 0) {
            is_sounding[voice] = false;
            silence(voice);
        }
        return;
    }
    is_sounding[voice] = true;
    switch (voice) {
    case 0:
        rate = square_rate_of(hertz);
        SOUND1_VOLUME = LOUD;
        SOUND1_LOW = (uint8_t)rate;
        SOUND1_HIGH = (uint8_t)(rate >> 8) | start;
        break;
    case 1:
        rate = square_rate_of(hertz);
        SOUND2_VOLUME = LOUD;
        SOUND2_LOW = (uint8_t)rate;
        SOUND2_HIGH = (uint8_t)(rate >> 8) | start;
        break;
    case 2:
        rate = rate_of(hertz);
        SOUND3_ON = WAVE_ON;
        SOUND3_VOLUME = WAVE_HALF_VOLUME;
        SOUND3_LOW = (uint8_t)rate;
        SOUND3_HIGH = (uint8_t)(rate >> 8) | start;
        break;
    default:
        SOUND4_VOLUME = LOUD;
        SOUND4_RATE = noise_of(hertz);
        SOUND4_START = start;
        break;
    }
}
