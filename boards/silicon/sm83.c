// SPDX-License-Identifier: MIT
// sm83.c - Game Boy: the timer counts cycles of 4.19 MHz and is the alarm; the line is on the screen.
#include "gameboy/registers.h"
#include "silicon.h"
#include "hutch/hutch.h"
#include "../../port/sinks/hutch_line.h"

#define DIVIDER REGISTER(0xFF04)
#define TIMER_COUNT REGISTER(0xFF05)
#define TIMER_CONTROL REGISTER(0xFF07)

enum {
    STEP = 4, // cycles, as a power of two
    TIMER_RUNS = 4,
    TIMER_ON = 5,
    INTERRUPT_TIMER = 0x04,
    ACROSS = 20,
    TILES = 0x8000,
    TILE_ROWS = 7,
    MAP = 0x9800,
    MAP_ACROSS = 32,
    PALETTE = 0x1B, // white on black
    TILES_AT_8000 = 0x10
};

static uint8_t due; // in steps
static unsigned late;

// Since the alarm was set, 65,536 at most: the divider has the high byte.
uint16_t silicon_cycles(void)
{
    uint8_t high, low;
    do {
        high = DIVIDER;
        low = TIMER_COUNT;
    } while (high != DIVIDER);
    return (uint16_t)(high << 8 | (uint8_t)((low + due) << STEP));
}

// clang-format off

// Divider and timer begin in the same step.
void silicon_alarm(unsigned cycles)
{
    due = (uint8_t)(cycles >> STEP);
    __asm
        ld hl, #_due
        xor a, a
        sub a, (hl)
        ldh (0x04), a
        ldh (0x05), a
    __endasm;
    INTERRUPTS_HAPPENED = 0;
    INTERRUPTS_WANTED = INTERRUPT_TIMER;
    if ((TIMER_CONTROL & TIMER_RUNS) == 0) {
        TIMER_CONTROL = TIMER_ON;
        __asm
            ei
            .area _VECTOR (ABS)
            .org 0x50
            jp _silicon_timer
            .area _CODE
        __endasm;
    }
}

// clang-format on

unsigned silicon_late(void)
{
    return late;
}

void silicon_timer(void) __critical __interrupt(2)
{
    late = silicon_cycles() - (unsigned)(due << STEP);
    INTERRUPTS_WANTED = 0;
    HUTCH_PORT_HANDLER_BEGIN();
    silicon_interrupt();
    HUTCH_PORT_HANDLER_END();
}

static void draw(char letter, unsigned column, unsigned row)
{
    REGISTER(MAP + row * 2 * MAP_ACROSS + column) = (uint8_t)letter;
}

// Each letter is a tile: twice as wide, and 7 rows of 5.
void silicon_show(const char *line)
{
    static const uint8_t wide[8] = {0x00, 0x06, 0x18, 0x1E, 0x60, 0x66, 0x78, 0x7E};
    while (LCD_LINE < LINES) {} // at any other time it may damage the display
    LCD_CONTROL = 0;
    for (unsigned cell = 0; cell < ACROSS * MAP_ACROSS; cell++) {
        draw(' ', cell, 0);
    }
    for (uint8_t letter = ' '; letter <= 'z'; letter++) {
        for (uint8_t row = 0; row < TILE_ROWS; row++) {
            volatile uint8_t *const pixels = &REGISTER(TILES + letter * 16u + row * 2u);
            pixels[0] = pixels[1] = wide[hutch_line_row((char)letter, row * HUTCH_LINE_ROWS / TILE_ROWS)];
        }
    }
    LCD_SCROLL_X = LCD_SCROLL_Y = 0;
    LCD_PALETTE = PALETTE;
    silicon_letters(line, ACROSS, draw);
    LCD_CONTROL = LCD_ON | TILES_AT_8000 | LCD_BACKGROUND;
}
