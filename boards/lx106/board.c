// SPDX-License-Identifier: MIT
// board.c - LX106 on QEMU's simulated machine: log and exit by its simulator calls.
//
// It begins with one interrupt, which the port must keep off until its outermost section ends.
#include "board.h"

#include "hutch_port.h"

enum { CALL_EXIT = 1, CALL_WRITE = 4, STANDARD_OUTPUT = 1, SOFTWARE_INTERRUPT = 0x80, NOT_MASKED = 98 };

extern char bss_start[], bss_end[];
volatile unsigned interrupts; // counted in start.S
int main(void);
void begin(void);
unsigned __udivsi3(unsigned dividend, unsigned divisor);
unsigned __umodsi3(unsigned dividend, unsigned divisor);

static void simulator_call(int number, int a, int b, int c)
{
    register int a2 __asm__("a2") = number;
    register int a3 __asm__("a3") = a;
    register int a4 __asm__("a4") = b;
    register int a5 __asm__("a5") = c;
    __asm__ volatile("simcall" : "+r"(a2), "+r"(a3) : "r"(a4), "r"(a5) : "memory");
}

void board_init(void)
{
    unsigned early = interrupts;
    __asm__ volatile("wsr %0, intenable" : : "r"(SOFTWARE_INTERRUPT));
    const hutch_port_state_t outer = hutch_port_enter();
    __asm__ volatile("wsr %0, intset\n rsync" : : "r"(SOFTWARE_INTERRUPT) : "memory");
    early += interrupts;
    hutch_port_exit(hutch_port_enter());
    early += interrupts;
    hutch_port_exit(outer);
    if (early != 0 || interrupts != 1) {
        board_exit(NOT_MASKED);
    }
}

void board_put_char(char c)
{
    simulator_call(CALL_WRITE, STANDARD_OUTPUT, (int)(uintptr_t)&c, 1);
}

void board_exit(int code)
{
    simulator_call(CALL_EXIT, code, 0, 0);
    for (;;) {}
}

// The compiler divides by these, which are in the ROM of the ESP8266 and not in Debian's libgcc.
unsigned __udivsi3(unsigned dividend, unsigned divisor)
{
    unsigned quotient = 0, rest = 0;
    for (unsigned bit = 32; bit-- > 0;) {
        rest = rest << 1 | (dividend >> bit & 1u);
        if (rest >= divisor) {
            rest -= divisor;
            quotient |= 1u << bit;
        }
    }
    return quotient;
}

unsigned __umodsi3(unsigned dividend, unsigned divisor)
{
    return dividend - divisor * __udivsi3(dividend, divisor);
}

void begin(void)
{
    for (char *at = bss_start; at != bss_end; at++) {
        *(volatile char *)at = 0;
    }
    board_exit(main());
}
