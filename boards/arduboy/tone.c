// SPDX-License-Identifier: MIT
// tone.c - a square wave by timer 3 on the speaker's pin C6; of the voices that sound, the first is heard.
#include "tone.h"
#include "board.h"

#include <avr/io.h>

enum {
    TOGGLE_PIN = 1 << COM3A0,
    COUNT_TO_OCR3A = 1 << WGM32,
    CLOCK_EIGHTH = 1 << CS31, // 2 MHz
    SILENT = 0xFF,
};
static const uint32_t half_waves_hertz = 1000000; // of a timer at 2 MHz that toggles once a round

static uint8_t heard = SILENT;

void tone_init(void)
{
    DDRC |= 1 << DDC6 | 1 << DDC7; // the speaker lies between both
}

void board_tone(uint8_t voice, uint16_t hertz)
{
    if (hertz == 0) {
        if (voice == heard) {
            TCCR3A = 0;
            heard = SILENT;
        }
        return;
    }
    if (heard == SILENT) {
        heard = voice;
        TCNT3 = 0;
        TCCR3A = TOGGLE_PIN;
        TCCR3B = COUNT_TO_OCR3A | CLOCK_EIGHTH;
    }
    if (voice == heard) {
        OCR3A = (uint16_t)(half_waves_hertz / (hertz < 16 ? 16 : hertz) - 1);
    }
}
