// SPDX-License-Identifier: MIT
// board.c - MPS2 AN385: the log on the first UART. It has no screen, so it runs unit tests and no game.
#include "cortexm/cortexm.h"
#include "board.h"

#include <stdint.h>

#define UART_DATA REGISTER(0x40004000u)
#define UART_STATE REGISTER(0x40004004u)
#define UART_CONTROL REGISTER(0x40004008u)
#define UART_BAUD_DIVIDER REGISTER(0x40004010u)

enum {
    STATE_TRANSMIT_FULL = 1,
    CONTROL_TRANSMIT = 1,
    CLOCK_HERTZ = 25000000,
    BAUD = 115200,
};

void board_init(void)
{
    UART_BAUD_DIVIDER = CLOCK_HERTZ / BAUD;
    UART_CONTROL = CONTROL_TRANSMIT;
}

void board_put_char(char c)
{
    while ((UART_STATE & STATE_TRANSMIT_FULL) != 0) {}
    UART_DATA = (uint8_t)c;
}
