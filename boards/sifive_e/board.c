// SPDX-License-Identifier: MIT
// board.c - SiFive E: the log on the first UART. It has no screen, so it runs unit tests and no game.
#include "board.h"

#include <stdint.h>

#define UART_DATA (*(volatile uint32_t *)(uintptr_t)0x10013000u)
#define UART_TRANSMIT_CONTROL (*(volatile uint32_t *)(uintptr_t)0x10013008u)

enum {
    TRANSMIT_ON = 1,
    SYS_EXIT_EXTENDED = 0x20,
    FAULT_EXIT_CODE = 99,
};
static const uint32_t data_full = 0x80000000;
static const uint32_t application_exit = 0x20026;

/// In boards/riscv/semihosting.S.
void semihosting_call(uint32_t operation, const uint32_t *argument);

void board_init(void)
{
    UART_TRANSMIT_CONTROL = TRANSMIT_ON;
}

void board_put_char(char c)
{
    while ((UART_DATA & data_full) != 0) {}
    UART_DATA = (uint8_t)c;
}

void board_exit(int code)
{
    const uint32_t block[2] = {application_exit, (uint32_t)code};
    semihosting_call(SYS_EXIT_EXTENDED, block);
    for (;;) { // a debugger that does not end the program leaves it here
        __asm__ volatile("wfi");
    }
}

/// Called by boards/riscv/start.S.
void trap_report(uint32_t cause, uint32_t address, uint32_t value);

void trap_report(uint32_t cause, uint32_t address, uint32_t value)
{
    (void)cause, (void)address, (void)value;
    board_exit(FAULT_EXIT_CODE);
}
