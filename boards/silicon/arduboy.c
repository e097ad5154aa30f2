// SPDX-License-Identifier: MIT
// arduboy.c - Arduboy: timer 3 counts cycles and is the alarm, and the line is on the display.
#include "arduboy/oled.h"
#include "arduboy/pages.h"
#include "silicon.h"
#include "hutch/hutch.h"
#include "../../port/sinks/hutch_line.h"

#include <avr/interrupt.h>
#include <avr/io.h>

uint16_t silicon_cycles(void)
{
    return TCNT3;
}

// It stops the clock of frames: no other interrupt may come.
void silicon_alarm(unsigned cycles)
{
    TIMSK1 = 0;
    TCCR3A = 0;
    TCCR3B = 1 << CS30;
    OCR3A = (uint16_t)(TCNT3 + cycles);
    TIFR3 = 1 << OCF3A;
    TIMSK3 = 1 << OCIE3A;
}

unsigned silicon_late(void)
{
    return (uint16_t)(TCNT3 - OCR3A);
}

ISR(TIMER3_COMPA_vect)
{
    TIMSK3 = 0;
    silicon_interrupt();
}

static void draw(char letter, unsigned column, unsigned row)
{
    uint8_t *const cells = canvas + row * BOARD_WIDTH + column * HUTCH_LINE_PITCH;
    for (uint8_t y = 0; y < HUTCH_LINE_ROWS; y++) {
        const uint8_t lit = hutch_line_row(letter, y);
        for (uint8_t x = 0; x < 3; x++) {
            cells[x] = (uint8_t)(cells[x] | (lit >> (2 - x) & 1) << y);
        }
    }
}

void silicon_show(const char *line)
{
    silicon_letters(line, BOARD_WIDTH / HUTCH_LINE_PITCH, draw);
    oled_show();
}
