// SPDX-License-Identifier: MIT
// sound.c - sound effects: each borrows one of the board's voices from the pool of ids.
#include "state.h"

enum { HERTZ_UNIT = 8 };

// By enum sound.
static const struct {
    uint8_t hertz; // at the start, in units of HERTZ_UNIT
    int8_t slide;  // hertz a frame
    uint8_t frames;
} sounds[] BOARD_FLASH = {
    {90, 40, 5},   // throw
    {35, -20, 3},  // bounce
    {175, 0, 2},   // click
    {45, 26, 9},   // jump
    {60, 60, 4},   // hit
    {75, -42, 11}, // burst
    {40, -9, 24},  // hurt
    {60, 12, 32},  // wave
};

void sound_play(enum sound sound)
{
    const int voice = voices_acquire();

    if (voice < 0) {
        return;
    }
    struct tune *const tune = &game.tunes[voice];
    tune->hertz = (uint16_t)(board_flash_byte(&sounds[sound].hertz) * HERTZ_UNIT);
    tune->slide = (int8_t)board_flash_byte(&sounds[sound].slide);
    tune->frames = board_flash_byte(&sounds[sound].frames);
}

void sound_step(void)
{
    HUTCH_FOREACH_ID (voice, voices) {
        struct tune *const tune = &game.tunes[voice];
        if (tune->frames == 0) {
            board_tone((uint8_t)voice, 0);
            voices_release(voice);
            continue;
        }
        const uint16_t hertz = tune->hertz;
        tune->hertz = (uint16_t)((int16_t)hertz + tune->slide);
        board_tone((uint8_t)voice, hertz);
        tune->frames--;
    }
}

void sound_stop(void)
{
    HUTCH_FOREACH_ID (voice, voices) {
        board_tone((uint8_t)voice, 0);
    }
    voices_clear();
}
