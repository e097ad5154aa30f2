// SPDX-License-Identifier: MIT
// uart.c - UART 0, 115200 baud: the log, and the line on which a driver may ask for lock-step.
#include "clock.h"
#include "registers.h"
#include "board.h"
#include "lockstep/uart.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PINS_RX_TX = 0x03, // A0, A1

    FR_RECEIVE_EMPTY = 1 << 4,
    FR_TRANSMIT_FULL = 1 << 5,
    LCRH_8_BITS = 3 << 5,
    CTL_ON_BOTH_WAYS = 0x301,
    IM_RECEIVED = 1 << 4,
    NVIC_UART0 = 1 << 5,

    BAUD = 115200,
    DIVIDER_64THS = (CPU_HERTZ * 4 + BAUD / 2) / BAUD, // of clock / (16 * baud)
};

void uart_init(void)
{
    GPIO_AFSEL(GPIO_A) |= PINS_RX_TX;
    GPIO_DEN(GPIO_A) |= PINS_RX_TX;
    UART_IBRD = DIVIDER_64THS / 64;
    UART_FBRD = DIVIDER_64THS % 64;
    UART_LCRH = LCRH_8_BITS; // and no FIFO: switching it on would lose what was received before
    UART_CTL = CTL_ON_BOTH_WAYS;
    UART_IM = IM_RECEIVED;
}

void uart_write(uint8_t byte)
{
    while ((UART_FR & FR_TRANSMIT_FULL) != 0) {}
    UART_DR = byte;
}

bool uart_has_byte(void)
{
    return (UART_FR & FR_RECEIVE_EMPTY) == 0;
}

// The interrupt is there to end the sleep, never taken: it is pending while masked, which wakes the CPU all
// the same.
uint8_t uart_read(void)
{
    cortexm_mask_interrupts();
    NVIC_SET_ENABLE = NVIC_UART0;
    while (!uart_has_byte()) {
        cortexm_wait_for_interrupt();
    }
    const uint8_t byte = (uint8_t)UART_DR;
    NVIC_CLEAR_ENABLE = NVIC_UART0;
    NVIC_CLEAR_PENDING = NVIC_UART0;
    cortexm_unmask_interrupts();
    return byte;
}

void board_put_char(char c)
{
    uart_write((uint8_t)c);
}
