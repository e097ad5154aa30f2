// SPDX-License-Identifier: MIT
// oled.c - an SSD0323 display controller on SSI 0, with its data/command line on C7 and panel power on C6.
#include "oled.h"
#include "clock.h"
#include "registers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PINS_CLOCK_SELECT_DATA = 0x2C, // A2, A3, A5: SSI clock, frame (the display's chip select), transmit
    PIN_PANEL_POWER = 0x40,        // C6: 15 volt for the panel
    PIN_IS_DATA = 0x80,            // C7: high for picture data, low for commands
    PIN_CARD_SELECT = 0x01,        // D0: the SD card shares the SSI; high leaves it out

    CR0_8_BITS = 7,
    CR0_IDLE_HIGH_SAMPLE_LATE = 3 << 6, // the display takes a bit at the clock's rising edge
    CR1_ON = 2,
    SR_BUSY = 1 << 4,
    FIFO_BYTES = 8,
    SSI_HERTZ_MAX = 4000000, // the display's limit
    SSI_DIVIDER = (CPU_HERTZ + SSI_HERTZ_MAX - 1) / SSI_HERTZ_MAX,
    SSI_DIVIDER_EVEN = SSI_DIVIDER + SSI_DIVIDER % 2,
};

enum command {
    SET_COLUMNS = 0x15, // first, last, in pairs of pixels
    SET_ROWS = 0x75,    // first, last
    SET_CONTRAST = 0x81,
    FULL_CURRENT = 0x86,
    SET_REMAP = 0xA0,
    SET_START_LINE = 0xA1,
    SET_OFFSET = 0xA2,
    NORMAL_DISPLAY = 0xA4,
    SET_MULTIPLEX = 0xA8,
    SET_CONVERTER = 0xAD,
    DISPLAY_OFF = 0xAE,
    DISPLAY_ON = 0xAF,
    SET_PHASES = 0xB1,
    SET_ROW_PERIOD = 0xB2,
    SET_CLOCK = 0xB3,
    SET_PRECHARGE = 0xBC,
    SET_HIGH_LEVEL = 0xBE,
    SET_LOW_LEVEL = 0xBF,
    NO_OPERATION = 0xE3,

    REMAP_HIGH_NIBBLE_LEFT = 0x02,
    REMAP_ROWS_FROM_TOP = 0x10,
    REMAP_ROWS_INTERLEAVED = 0x40, // how the panel's row lines are wired to the controller
    CONVERTER_EXTERNAL = 0x02,
};

static const uint8_t start_up[][2] = {
    {DISPLAY_OFF, NO_OPERATION},
    {SET_REMAP, REMAP_HIGH_NIBBLE_LEFT | REMAP_ROWS_FROM_TOP | REMAP_ROWS_INTERLEAVED},
    {SET_START_LINE, 0},
    {SET_OFFSET, 0},
    {SET_MULTIPLEX, OLED_ROWS - 1},
    {NORMAL_DISPLAY, FULL_CURRENT},
    {SET_CONTRAST, 0x50},
    {SET_CONVERTER, CONVERTER_EXTERNAL},
    {SET_PHASES, 0x22},
    {SET_ROW_PERIOD, 0x46},
    {SET_CLOCK, 0x41},
    {SET_PRECHARGE, 0x10},
    {SET_HIGH_LEVEL, 0x1C},
    {SET_LOW_LEVEL, 0x0D},
};

static uint8_t shown[OLED_ROWS * OLED_ROW_BYTES];

// What comes in while a byte goes out means nothing here, but it must be read: a full receive FIFO stops the
// line in QEMU and raises an overrun on silicon. So as many bytes are read as were written, a FIFO's worth at
// a time.
static void send(const uint8_t *bytes, size_t count)
{
    while (count > 0) {
        const size_t burst = count < FIFO_BYTES ? count : FIFO_BYTES;
        for (size_t i = 0; i < burst; i++) {
            SSI_DR = bytes[i];
        }
        while ((SSI_SR & SR_BUSY) != 0) {}
        for (size_t i = 0; i < burst; i++) {
            (void)SSI_DR;
        }
        bytes += burst;
        count -= burst;
    }
}

static void send_command(const uint8_t *bytes, size_t count)
{
    GPIO_DATA(GPIO_C, PIN_IS_DATA) = 0;
    send(bytes, count);
}

static void send_rows(const uint8_t *picture, unsigned first, unsigned end)
{
    const uint8_t window[] = {
        SET_COLUMNS, 0, OLED_ROW_BYTES - 1, SET_ROWS, (uint8_t)first, (uint8_t)(end - 1),
    };
    send_command(window, sizeof window);
    GPIO_DATA(GPIO_C, PIN_IS_DATA) = PIN_IS_DATA;
    send(picture + first * OLED_ROW_BYTES, (end - first) * OLED_ROW_BYTES);
}

static void pins_init(void)
{
    GPIO_AFSEL(GPIO_A) |= PINS_CLOCK_SELECT_DATA;
    GPIO_DEN(GPIO_A) |= PINS_CLOCK_SELECT_DATA;
    GPIO_DIR(GPIO_C) |= PIN_PANEL_POWER | PIN_IS_DATA;
    GPIO_DEN(GPIO_C) |= PIN_PANEL_POWER | PIN_IS_DATA;
    GPIO_DIR(GPIO_D) |= PIN_CARD_SELECT;
    GPIO_DEN(GPIO_D) |= PIN_CARD_SELECT;
    GPIO_DATA(GPIO_D, PIN_CARD_SELECT) = PIN_CARD_SELECT;
}

void oled_init(void)
{
    pins_init();
    SSI_CR1 = 0;
    SSI_CPSR = SSI_DIVIDER_EVEN;
    SSI_CR0 = CR0_8_BITS | CR0_IDLE_HIGH_SAMPLE_LATE;
    SSI_CR1 = CR1_ON;

    send_command(&start_up[0][0], sizeof start_up);
    send_rows(shown, 0, OLED_ROWS); // the display's memory comes up with noise in it
    GPIO_DATA(GPIO_C, PIN_PANEL_POWER) = PIN_PANEL_POWER;
    const uint8_t on = DISPLAY_ON;
    send_command(&on, 1);
}

static bool row_differs(const uint8_t *picture, unsigned row)
{
    const size_t from = row * OLED_ROW_BYTES;
    for (size_t i = from; i < from + OLED_ROW_BYTES; i++) {
        if (picture[i] != shown[i]) {
            return true;
        }
    }
    return false;
}

void oled_show(const uint8_t *picture)
{
    unsigned row = 0;
    while (row < OLED_ROWS) {
        unsigned end = row;
        while (end < OLED_ROWS && row_differs(picture, end)) {
            end++;
        }
        if (end > row) {
            send_rows(picture, row, end);
            for (size_t i = row * OLED_ROW_BYTES; i < end * OLED_ROW_BYTES; i++) {
                shown[i] = picture[i];
            }
        }
        row = end + 1; // row `end` is the same, or past the last
    }
}
