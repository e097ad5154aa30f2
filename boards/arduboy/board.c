// SPDX-License-Identifier: MIT
// board.c - ATmega32U4 wired as an Arduboy: start, buttons, log, and the end of a frame.
#include "oled.h"
#include "tone.h"
#include "board.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>

enum {
    // Buttons pull their pin low.
    PINS_F = 1 << PF4 | 1 << PF5 | 1 << PF6 | 1 << PF7,          // down, left, right, up
    PINS_E = 1 << PE6,                                           // A
    PINS_B = 1 << PB4,                                           // B
    ALL_WAYS = BOARD_LEFT | BOARD_RIGHT | BOARD_UP | BOARD_DOWN, // no thumb can do that: it leaves

    // What a program beside the emulator reads in a register that does nothing.
    MARK_DRAWN = 1,
    MARK_FRAME = 2,

    SAVE_FIRST = 0x2F0, // in the EEPROM, which games share: the first 16 bytes are the console's
};

static const uint16_t timer_steps = (uint16_t)(F_CPU / 8 / BOARD_FRAMES_PER_SECOND); // of timer 1

static volatile uint8_t frames_begun;
static uint8_t frames_waited_for;
static uint8_t held;
static bool are_both_held; // A and B

ISR(TIMER1_COMPA_vect)
{
    frames_begun++;
}

static void sleep(void)
{
    SMCR = 1 << SE;
    __asm__ volatile("sleep" : : : "memory");
    SMCR = 0;
}

static uint8_t buttons_read(void)
{
    const uint8_t f = PINF;
    unsigned buttons = 0;

    buttons |= (f & 1 << PF5) == 0 ? BOARD_LEFT : 0u;
    buttons |= (f & 1 << PF6) == 0 ? BOARD_RIGHT : 0u;
    buttons |= (f & 1 << PF7) == 0 ? BOARD_UP : 0u;
    buttons |= (f & 1 << PF4) == 0 ? BOARD_DOWN : 0u;
    buttons |= (PINE & PINS_E) == 0 || (PINB & PINS_B) == 0 ? BOARD_A : 0u;
    return (uint8_t)buttons;
}

// A frame that took longer than its time makes the next one come later; it is not left out.
static bool wait_for_frame(void)
{
    GPIOR1 = MARK_DRAWN;
    while (frames_begun == frames_waited_for) {
        sleep();
    }
    frames_waited_for = frames_begun;
    GPIOR1 = MARK_FRAME;
    held = buttons_read();
    return (held & ALL_WAYS) != ALL_WAYS;
}

static bool is_pause_pressed(void)
{
    const bool were_held = are_both_held;
    are_both_held = ((PINE & PINS_E) | (PINB & PINS_B)) == 0;
    return are_both_held && !were_held;
}

void board_init(void)
{
    MCUCR = 1 << JTD; // gives port F to the buttons; to be written twice
    MCUCR = 1 << JTD;
    PORTF |= PINS_F;
    PORTE |= PINS_E;
    PORTB |= PINS_B;
    tone_init();
    oled_init();
    TCCR1B = 1 << WGM12 | 1 << CS11;
    OCR1A = timer_steps - 1;
    TIMSK1 = 1 << OCIE1A;
    SMCR = 0; // sleep stops the CPU only
    sei();
    (void)wait_for_frame();
}

uint8_t board_buttons(void)
{
    return held;
}

bool board_present(void)
{
    oled_show();
    bool goes_on = wait_for_frame();
    if (is_pause_pressed()) { // with an inverse screen, until A and B are pressed again
        oled_invert(true);
        tone_mute(true);
        do {
            goes_on = wait_for_frame();
        } while (goes_on && !is_pause_pressed());
        tone_mute(false);
        oled_invert(false);
    }
    return goes_on;
}

uint8_t board_saved(uint8_t at)
{
    return eeprom_read_byte((const uint8_t *)(uintptr_t)(SAVE_FIRST + at));
}

void board_save(uint8_t at, uint8_t byte)
{
    eeprom_write_byte((uint8_t *)(uintptr_t)(SAVE_FIRST + at), byte);
}

void board_put_char(char c)
{
    GPIOR2 = (uint8_t)c; // a register that does nothing; the emulator writes it to standard output
}

void board_exit(int code)
{
    GPIOR0 = (uint8_t)code; // likewise
    cli();
    for (;;) {
        sleep();
    }
}
