// SPDX-License-Identifier: MIT
// avr/rig.c - AVR in simavr: the runner counts instructions and raises INT0 before the right one.
//
// Guest and runner talk by the three general purpose registers, see simavr_steps.c.
#include "rig.h"

#include <avr/interrupt.h>
#include <avr/io.h>

void rig_put_char(char c)
{
    GPIOR0 = (uint8_t)c;
}

void rig_exit(int code)
{
    rig_put_char(4); // end of transmission: the next is the exit code
    rig_put_char((char)code);
    for (;;) {}
}

void rig_init(void)
{
    EIMSK = 1 << INT0;
    sei();
}

void rig_arm(unsigned delay)
{
    delay++; // 0 means none
    GPIOR1 = (uint8_t)delay;
    GPIOR2 = (uint8_t)(delay >> 8);
}

void rig_disarm(void)
{
    GPIOR1 = 0;
    GPIOR2 = 0;
}

void rig_arm_nested(unsigned delay)
{
    (void)delay;
    rig_exit(9); // there is no second interrupt here
}

void rig_mask(void)
{
    cli();
}

void rig_unmask(void)
{
    sei();
}

bool rig_is_masked(void)
{
    return (SREG & 1 << SREG_I) == 0;
}

// The runner has left the return address in the two registers.
ISR(INT0_vect)
{
    const uintptr_t low = GPIOR1;
    rig_on_interrupt(low | (uintptr_t)GPIOR2 << 8);
}
