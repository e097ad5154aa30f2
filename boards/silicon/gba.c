// SPDX-License-Identifier: MIT
// gba.c - Game Boy Advance: timer 0 counts cycles, timer 2 is the alarm, and the line is on the screen.
#include "gba/registers.h"
#include "silicon.h"
#include "hutch/hutch.h"
#include "../../port/sinks/hutch_line.h"

enum {
    TIMER_INTERRUPT = 0x40,
    INTERRUPT_TIMER_2 = 0x20,
    BITMAP = 0x0403, // mode 3: a colour for each pixel
    WIDTH = 240,
    HEIGHT = 160,
    ZOOM = 2,
    ACROSS = WIDTH / (HUTCH_LINE_PITCH * ZOOM), // letters in a line
    DOWN = (HUTCH_LINE_ROWS + 2) * ZOOM,
    WHITE = 0x7FFF
};

static uint16_t due, late; // by timer 0

uint16_t silicon_cycles(void)
{
    return TIMER_COUNT(0);
}

__attribute__((used)) static void interrupt(void)
{
    late = (uint16_t)(TIMER_COUNT(0) - due);
    TIMER_CONTROL(2) = 0; // else it would go round
    INTERRUPTS_HAPPENED = INTERRUPT_TIMER_2;
    silicon_interrupt();
}

// The BIOS calls it in interrupt mode, whose stack is short; `interrupt` has the program's, and is not
// interrupted.
GBA_FAST __attribute__((naked)) static void handler(void)
{
    __asm__ volatile("push {lr}\n mov r0, #0x9F\n msr cpsr_c, r0\n push {r4, lr}\n ldr r1, =interrupt\n mov "
                     "lr, pc\n bx r1\n"
                     "pop {r4, lr}\n mov r0, #0x92\n msr cpsr_c, r0\n pop {lr}\n bx lr\n .ltorg");
}

void silicon_alarm(unsigned cycles)
{
    TIMER_COUNT(2) = (uint16_t)(0u - cycles);
    TIMER_CONTROL(2) = TIMER_ON | TIMER_INTERRUPT;
    due = (uint16_t)(TIMER_COUNT(0) + cycles);
    if (INTERRUPT_HANDLER != handler) {
        TIMER_CONTROL(0) = TIMER_ON;
        INTERRUPT_HANDLER = handler;
        INTERRUPTS_WANTED = INTERRUPT_TIMER_2;
        INTERRUPTS_ON = 1;
    }
}

unsigned silicon_late(void)
{
    return late;
}

static void draw(char letter, unsigned column, unsigned row)
{
    volatile uint16_t *const pixels =
        VIDEO_16(0) + (DOWN / 2 + row * DOWN) * WIDTH + column * HUTCH_LINE_PITCH * ZOOM;
    for (unsigned y = 0; y < HUTCH_LINE_ROWS * ZOOM; y++) {
        const unsigned lit = hutch_line_row(letter, (uint8_t)(y / ZOOM));
        for (unsigned x = 0; x < 3 * ZOOM; x++) {
            pixels[y * WIDTH + x] = (lit >> (2 - x / ZOOM) & 1u) != 0 ? WHITE : 0;
        }
    }
}

void silicon_show(const char *line)
{
    DISPLAY_CONTROL = BITMAP;
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        VIDEO_16(0)[i] = 0;
    }
    silicon_letters(line, ACROSS, draw);
}
