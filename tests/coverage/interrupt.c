// SPDX-License-Identifier: MIT
// interrupt.c - SysTick in QEMU with -icount shift=0, where a tick is 40 instructions; on AVR INT0, which
// simavr_steps.c counts for.
#include "interrupt.h"

#include <stdint.h>

#if defined(__AVR__)
#    include <avr/interrupt.h>
#    include <avr/io.h>

void interrupt_arm(unsigned instructions)
{
    EIMSK = 1 << INT0;
    sei();
    GPIOR1 = (uint8_t)(instructions / 2u % 255u + 1u);
}

void interrupt_disarm(void)
{
    GPIOR1 = 0;
    cli();
    EIFR = 1 << INTF0;
}

ISR(INT0_vect)
{
    on_interrupt();
}
#else
#    define SYSTICK(number) (((volatile uint32_t *)0xE000E010u)[number]) // control, load, value
#    define INTERRUPT_CONTROL (*(volatile uint32_t *)0xE000ED04u)

enum { TICKS_MIN = 5, TURNS = 80, CLEAR_SYSTICK = 1 << 25, SYSTICK_RUN = 7 };

// Whole ticks from now; a loop of some turns, of three instructions each, uses up a part of them, so that it
// may land anywhere.
void interrupt_arm(unsigned instructions)
{
    SYSTICK(1) = TICKS_MIN + instructions / TURNS;
    SYSTICK(2) = 0;
    SYSTICK(0) = SYSTICK_RUN;
    for (unsigned turns = instructions % TURNS; turns != 0; turns--) {
        __asm__ volatile("nop" : : : "memory");
    }
}

void interrupt_disarm(void)
{
    SYSTICK(0) = 0;
    INTERRUPT_CONTROL = CLEAR_SYSTICK;
}

void SysTick_Handler(void);
void SysTick_Handler(void)
{
    interrupt_disarm();
    on_interrupt();
}
#endif
