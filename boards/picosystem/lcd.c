// SPDX-License-Identifier: MIT
// lcd.c - the display's pins and start; pixels go out at 62.5 MHz, its limit.
//
// What comes in meanwhile is lost, and may be.
#include "lcd.h"

#include <stddef.h>

enum {
    RESET = 4, // pins
    SELECT = 5,
    CLOCK = 6,
    DATA_OUT = 7,
    IS_DATA = 9, // high for data, low for a command
    LIGHT = 12,

    CONTROL_0 = 0x00, // registers of the SPI
    CONTROL_1 = 0x04,
    DATA = 0x08,
    STATUS = 0x0C,
    DIVIDER = 0x10,
    BITS_8 = 7,
    BITS_16 = 15,
    SPI_ON = 2,
    IS_BUSY = 1 << 4,

    SOFTWARE_RESET = 0x01, // commands
    SLEEP_OUT = 0x11,
    INVERT = 0x21,
    DISPLAY_ON = 0x29,
    COLUMNS = 0x2A,
    ROWS = 0x2B,
    PIXELS = 0x2C,
    COLOUR_BITS = 0x3A,
    BITS_565 = 0x55,
};

static void wait_ms(unsigned ms)
{
    for (volatile unsigned i = 0; i < ms * (CPU_HERTZ / 8000); i++) {}
}

static void send(uint8_t command, const uint8_t *bytes, size_t count)
{
    while ((SPI0(STATUS) & IS_BUSY) != 0) {}
    SPI0(CONTROL_0) = BITS_8;
    SIO_PINS_LOW = 1 << IS_DATA;
    SPI0(DATA) = command;
    while ((SPI0(STATUS) & IS_BUSY) != 0) {}
    SIO_PINS_HIGH = 1 << IS_DATA;
    for (size_t i = 0; i < count; i++) {
        SPI0(DATA) = bytes[i]; // at most four: they fit
    }
    while ((SPI0(STATUS) & IS_BUSY) != 0) {}
    SPI0(CONTROL_0) = BITS_16;
}

void lcd_begin(unsigned first_line, unsigned last_line)
{
    const uint8_t columns[] = {0, 0, 0, LCD_SIDE - 1},
                  rows[] = {0, (uint8_t)first_line, 0, (uint8_t)last_line};

    send(COLUMNS, columns, sizeof columns);
    send(ROWS, rows, sizeof rows);
    send(PIXELS, NULL, 0);
}

void lcd_init(void)
{
    static const uint8_t outputs[] = {RESET, SELECT, IS_DATA, LIGHT};
    static const uint8_t bits_565 = BITS_565;

    for (unsigned i = 0; i < sizeof outputs; i++) {
        SIO_PINS_OUT = 1u << outputs[i];
        rp2040_pin(outputs[i], PIN_SIO, PAD_PLAIN);
    }
    rp2040_pin(CLOCK, PIN_SPI, PAD_PLAIN);
    rp2040_pin(DATA_OUT, PIN_SPI, PAD_PLAIN);
    SPI0(DIVIDER) = 2;
    SPI0(CONTROL_1) = SPI_ON;
    SIO_PINS_LOW = 1 << RESET;
    wait_ms(10);
    SIO_PINS_HIGH = 1 << RESET;
    wait_ms(120);
    send(SOFTWARE_RESET, NULL, 0);
    wait_ms(150);
    send(COLOUR_BITS, &bits_565, 1);
    send(INVERT, NULL, 0); // as the panel is made
    send(SLEEP_OUT, NULL, 0);
    wait_ms(120);
    send(DISPLAY_ON, NULL, 0);
    lcd_begin(0, LCD_SIDE - 1);
    for (unsigned i = 0; i < LCD_SIDE * LCD_SIDE; i++) {
        lcd_put(0);
    }
    SIO_PINS_HIGH = 1 << LIGHT;
}
