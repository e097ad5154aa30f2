// SPDX-License-Identifier: MIT
// board.c - MPS2, any image: the log on the first UART. It has no screen: it runs what only logs.
#include "cortexm/cortexm.h"
#include "board.h"

#include <stdint.h>

#ifndef MPS2_UART
#    define MPS2_UART 0x40004000u // an image that has it elsewhere says so in its board.mk
#endif
#define UART_DATA REGISTER(MPS2_UART)
#define UART_STATE REGISTER(MPS2_UART + 4u)
#define UART_CONTROL REGISTER(MPS2_UART + 8u)
#define UART_BAUD_DIVIDER REGISTER(MPS2_UART + 16u)

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
