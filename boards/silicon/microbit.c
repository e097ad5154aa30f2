// SPDX-License-Identifier: MIT
// microbit.c - micro:bit: timer 0 counts cycles and is the alarm, and the line is in the log, by USB.
#include "cortexm/cortexm.h"
#include "silicon.h"

#define TIMER(offset) REGISTER(0x40008000u + (offset))
#define INTERRUPTS_ON REGISTER(0xE000E100u)

enum {
    START = 0x000,
    CAPTURE_1 = 0x044,
    HAPPENED = 0x140,
    INTERRUPT_SET = 0x304,
    INTERRUPT_CLEAR = 0x308,
    BITS = 0x508, // 0: 16
    PRESCALER = 0x510,
    AT = 0x540,
    COUNT_1 = 0x544,
    OF_COMPARE_0 = 1 << 16,
    TIMER_0 = 8, // of the interrupts
};

static void handler(void)
{
    TIMER(INTERRUPT_CLEAR) = OF_COMPARE_0;
    silicon_interrupt();
}

// They follow those of startup.c.
__attribute__((section(".vectors"), used)) static void (*const interrupts[])(void) = {[TIMER_0] = handler};

uint16_t silicon_cycles(void)
{
    TIMER(CAPTURE_1) = 1;
    return (uint16_t)TIMER(COUNT_1);
}

void silicon_alarm(unsigned cycles)
{
    TIMER(PRESCALER) = TIMER(BITS) = 0;
    TIMER(START) = 1;
    TIMER(AT) = (silicon_cycles() + cycles) & 0xFFFFu;
    TIMER(HAPPENED) = 0;
    TIMER(INTERRUPT_SET) = OF_COMPARE_0;
    INTERRUPTS_ON = 1 << TIMER_0;
}

unsigned silicon_late(void)
{
    return (uint16_t)(silicon_cycles() - TIMER(AT));
}
