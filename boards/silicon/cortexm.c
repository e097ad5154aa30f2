// SPDX-License-Identifier: MIT
// cortexm.c - any Cortex-M with SysTick, which is the alarm and counts cycles; the line is in the log.
#include "cortexm/cortexm.h"
#include "silicon.h"

enum { LONGEST = 0xFFFFFF };

void SysTick_Handler(void);

uint16_t silicon_cycles(void)
{
    return (uint16_t)(0u - SYSTICK_VALUE);
}

// After the alarm SysTick goes on from LONGEST.
void silicon_alarm(unsigned cycles)
{
    SYSTICK_LOAD = cycles;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_ON | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
    while (SYSTICK_VALUE == 0) {}
    SYSTICK_LOAD = LONGEST;
}

unsigned silicon_late(void)
{
    return LONGEST - SYSTICK_VALUE;
}

void SysTick_Handler(void)
{
    silicon_interrupt();
}
