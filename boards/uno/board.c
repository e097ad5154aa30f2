// SPDX-License-Identifier: MIT
// board.c - Arduino Uno: the log on its USB's UART; the exit code in a register, for the emulator.
#include "board.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

enum { BAUD_115200 = 16 }; // with U2X0

void board_init(void)
{
    UBRR0 = BAUD_115200;
    UCSR0A = 1 << U2X0;
    UCSR0B = 1 << TXEN0;
    sei();
}

void board_put_char(char c)
{
    while ((UCSR0A & 1 << UDRE0) == 0) {}
    UCSR0A |= 1 << TXC0;
    UDR0 = (uint8_t)c;
}

void board_exit(int code)
{
    while ((UCSR0A & 1 << TXC0) == 0) {} // asleep it would not send
    GPIOR0 = (uint8_t)code;
    cli();
    sleep_enable();
    for (;;) {
        sleep_cpu();
    }
}
