// SPDX-License-Identifier: MIT
// avr.c - an AVR of 8 bits: a timer counts cycles and is the alarm, and the line is in the log.
#include "silicon.h"

#include <avr/interrupt.h>
#include <avr/io.h>

// Timer 3, where there is one: timer 1 may be a board's clock of frames.
#ifdef TCNT3
#    define OF_TIMER(before, after) before##3##after
#else
#    define OF_TIMER(before, after) before##1##after
#endif

uint16_t silicon_cycles(void)
{
    return OF_TIMER(TCNT, );
}

// It stops the clock of frames: no other interrupt may come.
void silicon_alarm(unsigned cycles)
{
    TIMSK1 = 0;
    OF_TIMER(TCCR, A) = 0;
    OF_TIMER(TCCR, B) = 1 << OF_TIMER(CS, 0);
    OF_TIMER(OCR, A) = (uint16_t)(OF_TIMER(TCNT, ) + cycles);
    OF_TIMER(TIFR, ) = 1 << OF_TIMER(OCF, A);
    OF_TIMER(TIMSK, ) = 1 << OF_TIMER(OCIE, A);
}

unsigned silicon_late(void)
{
    return (uint16_t)(OF_TIMER(TCNT, ) - OF_TIMER(OCR, A));
}

ISR(OF_TIMER(TIMER, _COMPA_vect))
{
    OF_TIMER(TIMSK, ) = 0;
    silicon_interrupt();
}
