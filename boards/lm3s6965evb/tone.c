// SPDX-License-Identifier: MIT
// tone.c - square waves on the speaker at D1 by PWM generator 0. One speaker: the highest sounding voice is
// heard.
#include "tone.h"
#include "clock.h"
#include "registers.h"
#include "board.h"

#include <stdint.h>

enum {
    PIN_SPEAKER = 0x02, // D1, PWM output 1

    ENABLE_OUTPUT_1 = 1 << 1,
    CTL_ON = 1,
    GENB_LOW_AT_LOAD_HIGH_AT_COMPARE = 2 << 2 | 3 << 10, // counting down
    PWM_HERTZ = CPU_HERTZ / 64,                          // as clock.c divides it
    HERTZ_MIN = PWM_HERTZ / 65536 + 1,                   // the counter has 16 bits
};

static uint16_t voices[BOARD_VOICES]; // hertz, 0 is silent

void tone_init(void)
{
    GPIO_AFSEL(GPIO_D) |= PIN_SPEAKER;
    GPIO_DEN(GPIO_D) |= PIN_SPEAKER;
    PWM_CTL = 0;
    PWM_GENB = GENB_LOW_AT_LOAD_HIGH_AT_COMPARE;
    PWM_CTL = CTL_ON;
}

void board_tone(uint8_t voice, uint16_t hertz)
{
    if (voice >= BOARD_VOICES) {
        return;
    }
    voices[voice] = hertz;
    uint32_t heard = 0;
    for (unsigned i = 0; i < BOARD_VOICES; i++) {
        heard = voices[i] != 0 ? voices[i] : heard;
    }
    if (heard < HERTZ_MIN) {
        PWM_ENABLE = 0;
        return;
    }
    const uint32_t period = PWM_HERTZ / heard;
    PWM_LOAD = period - 1;
    PWM_CMPB = period / 2;
    PWM_ENABLE = ENABLE_OUTPUT_1;
}
