// SPDX-License-Identifier: MIT
// oled.c - an SSD1306 on SPI at 8 MHz: data/command on D4, chip select on D6, reset on D7.
#include "oled.h"
#include "pages.h"

#include <avr/io.h>
#include <avr/pgmspace.h>
#include <util/delay.h>

enum {
    PIN_IS_DATA = 1 << PD4,
    PIN_UNSELECT = 1 << PD6,
    PIN_NO_RESET = 1 << PD7,

    SET_ADDRESSING = 0x20,
    HORIZONTAL = 0,
    SET_COLUMNS = 0x21,
    SET_PAGES = 0x22,
    SET_CONTRAST = 0x81,
    SET_CHARGE_PUMP = 0x8D,
    CHARGE_PUMP_ON = 0x14,
    COLUMNS_FROM_RIGHT = 0xA1, // the panel is mounted upside down
    ROWS_FROM_FOOT = 0xC8,
    DISPLAY_ON = 0xAF,
    SET_CLOCK = 0xD5,
    SET_PRECHARGE = 0xD9,
};

static const uint8_t start_up[] PROGMEM = {
    SET_CLOCK,    0xF0, SET_CHARGE_PUMP, CHARGE_PUMP_ON, COLUMNS_FROM_RIGHT, ROWS_FROM_FOOT,
    SET_CONTRAST, 0xCF, SET_PRECHARGE,   0xF1,           SET_ADDRESSING,     HORIZONTAL,
    DISPLAY_ON,
};
static const uint8_t inverse[] PROGMEM = {0xA7}, normal[] PROGMEM = {0xA6};
static const uint8_t whole_screen[] PROGMEM = {SET_COLUMNS, 0, BOARD_WIDTH - 1, SET_PAGES, 0, PAGES - 1};

// A byte takes 16 cycles at half the CPU's clock. They are waited for, not looked at: that is as long on
// silicon, and simavr completes a byte only after 100 microseconds, whatever the clock.
static void send(uint8_t byte)
{
    SPDR = byte;
    __builtin_avr_delay_cycles(16);
}

static void send_commands(const uint8_t *commands, uint8_t count)
{
    PORTD = (uint8_t)(PORTD & ~(PIN_IS_DATA | PIN_UNSELECT));
    for (; count > 0; count--) {
        send(pgm_read_byte(commands++));
    }
    PORTD |= PIN_UNSELECT;
}

void oled_init(void)
{
    DDRB |= 1 << DDB0 | 1 << DDB1 | 1 << DDB2; // select (else the SPI becomes a slave), clock, data
    DDRD |= PIN_IS_DATA | PIN_UNSELECT | PIN_NO_RESET;
    PORTD |= PIN_UNSELECT;
    SPCR = 1 << SPE | 1 << MSTR;
    SPSR = 1 << SPI2X;
    _delay_us(10);
    PORTD |= PIN_NO_RESET;
    _delay_us(10);
    send_commands(start_up, sizeof start_up);
}

void oled_invert(bool is_inverse)
{
    send_commands(is_inverse ? inverse : normal, 1);
}

// 18 cycles a byte: 7 of reading, sending, clearing and counting, 11 of waiting.
void oled_show(void)
{
    send_commands(whole_screen, sizeof whole_screen);
    PORTD |= PIN_IS_DATA;
    PORTD = (uint8_t)(PORTD & ~PIN_UNSELECT);
    const uint8_t *const end = canvas + sizeof canvas;
    for (uint8_t *cell = canvas; cell != end;) {
        SPDR = *cell;
        *cell++ = 0;
        __builtin_avr_delay_cycles(9);
    }
    __builtin_avr_delay_cycles(16);
    PORTD |= PIN_UNSELECT;
}
