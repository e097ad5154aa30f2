// SPDX-License-Identifier: MIT
// board.c - micro:bit: the log on the nRF51's UART. It has no screen, so it runs unit tests and no game.
#include "cortexm/cortexm.h"
#include "board.h"

#include <stdint.h>

#define GPIO_PIN_CONFIG(pin) REGISTER(0x50000700u + 4u * (pin))
#define UART_START_TRANSMIT REGISTER(0x40002008u)
#define UART_SENT REGISTER(0x4000211Cu) // event: 1 when the byte has left
#define UART_ENABLE REGISTER(0x40002500u)
#define UART_PIN_TRANSMIT REGISTER(0x4000250Cu)
#define UART_DATA REGISTER(0x4000251Cu)
#define UART_BAUD_RATE REGISTER(0x40002524u)

enum {
    PIN_TRANSMIT = 24, // to the micro:bit's USB chip
    PIN_IS_OUTPUT = 1,
    UART_IS_ENABLED = 4,
};
static const uint32_t baud_115200 = 0x01D7E000;

void board_init(void)
{
    GPIO_PIN_CONFIG(PIN_TRANSMIT) = PIN_IS_OUTPUT;
    UART_PIN_TRANSMIT = PIN_TRANSMIT;
    UART_BAUD_RATE = baud_115200;
    UART_ENABLE = UART_IS_ENABLED;
    UART_START_TRANSMIT = 1;
}

void board_put_char(char c)
{
    UART_SENT = 0;
    UART_DATA = (uint8_t)c;
    while (UART_SENT == 0) {}
}
