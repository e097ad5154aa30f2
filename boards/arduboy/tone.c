// SPDX-License-Identifier: MIT
// tone.c - a square wave by timer 3 on the speaker's pin C6; of the voices that sound, the first is heard,
// and while none does a tune.
#include "tone.h"
#include "board.h"

#include <avr/eeprom.h>
#include <avr/io.h>

enum {
    TOGGLE_PIN = 1 << COM3A0,
    COUNT_TO_OCR3A = 1 << WGM32,
    CLOCK_EIGHTH = 1 << CS31,             // 2 MHz
    SPEAKER_PINS = 1 << DDC6 | 1 << DDC7, // it lies between both
    SILENT = 0xFF,
    SOUND_AT = 2, // in the EEPROM
};
static const uint32_t half_waves_hertz = 1000000; // of a timer at 2 MHz that toggles once a round

static uint8_t heard = SILENT;

// The owner's setting, which other games change: a 0 in the EEPROM is silence.
void tone_init(void)
{
    if (eeprom_read_byte((const uint8_t *)SOUND_AT) != 0) {
        DDRC |= SPEAKER_PINS;
    }
}

void tone_mute(bool is_mute)
{
    if (is_mute) {
        DDRC = (uint8_t)(DDRC & ~SPEAKER_PINS);
    } else {
        tone_init();
    }
}

static void start(void)
{
    TCNT3 = 0;
    TCCR3A = TOGGLE_PIN;
    TCCR3B = COUNT_TO_OCR3A | CLOCK_EIGHTH;
}

// After a voice it is not heard again: the next note is.
void tone_note(uint16_t half_wave)
{
    if (heard != SILENT) {
        return;
    }
    if (half_wave == 0) {
        TCCR3A = 0;
        return;
    }
    start();
    OCR3A = half_wave - 1;
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
        start();
    }
    if (voice == heard) {
        OCR3A = (uint16_t)(half_waves_hertz / (hertz < 16 ? 16 : hertz) - 1);
    }
}
