// SPDX-License-Identifier: MIT
// start.c - the RP2040 at 125 MHz by its crystal of 12 MHz; pins; the log on UART 0.
#include "rp2040.h"
#include "board.h"
#include "lockstep/uart.h"

#define RESETS_CLEAR REGISTER(0x4000F000u) // writing here clears bits of a register
#define RESETS_DONE REGISTER(0x4000C008u)
#define CRYSTAL(offset) REGISTER(0x40024000u + (offset))
#define PLL(offset) REGISTER(pll + (offset))
#define CLOCKS(offset) REGISTER(0x40008000u + (offset))
#define PIN_CONTROL(pin) REGISTER(0x40014004u + 8u * (pin))
#define PAD(pin) REGISTER(0x4001C004u + 4u * (pin))
#define UART(offset) REGISTER(0x40034000u + (offset))

enum {
    NEEDED = 1 << 5 | 1 << 8 | 3 << 12 | 1 << 14, // pins, pads, both PLLs, PWM
    CLOCKED = 1 << 16 | 1 << 22,                  // by PERIPHERALS: SPI 0, UART 0

    CRYSTAL_ON = 0xFABAA0,
    CRYSTAL_STATUS = 0x04,
    CRYSTAL_STARTUP = 0x0C, // in 256 of its cycles
    STARTUP = 300,          // 6 ms

    PLL_FEEDBACK = 0x08,
    PLL_DIVIDERS = 0x0C,
    POWER_CLEAR = 0x3004,
    POWER_VCO = 0x21,
    POWER_DIVIDERS = 0x08,

    REFERENCE = 0x30,
    REFERENCE_IS = 0x38,
    SYSTEM = 0x3C,
    SYSTEM_IS = 0x44,
    PERIPHERALS = 0x48,
    BY_CRYSTAL = 2,
    BY_PLL = 1,
    CLOCK_ON = 1 << 11,

    UART_FLAGS = 0x18,
    IS_EMPTY = 1 << 4, // received
    IS_FULL = 1 << 5,  // to be sent
    UART_WHOLE = 0x24,
    UART_PART = 0x28, // in 64ths
    UART_FORM = 0x2C,
    BITS_8_QUEUED = 0x70,
    UART_CONTROL = 0x30,
    BOTH_WAYS = 0x301,
    BAUD = 115200,
};

void rp2040_reset_end(uint32_t parts)
{
    RESETS_CLEAR = parts;
    while ((RESETS_DONE & parts) != parts) {}
}

void rp2040_pll_init(uint32_t pll, unsigned feedback, unsigned divider_1, unsigned divider_2)
{
    PLL(PLL_FEEDBACK) = feedback;
    PLL(POWER_CLEAR) = POWER_VCO;
    while (PLL(0) >> 31 == 0) {}
    PLL(PLL_DIVIDERS) = divider_1 << 16 | divider_2 << 12;
    PLL(POWER_CLEAR) = POWER_DIVIDERS;
}

static void clocks_init(void)
{
    CRYSTAL(CRYSTAL_STARTUP) = STARTUP;
    CRYSTAL(0) = CRYSTAL_ON;
    while (CRYSTAL(CRYSTAL_STATUS) >> 31 == 0) {}
    CLOCKS(REFERENCE) = BY_CRYSTAL;
    while ((CLOCKS(REFERENCE_IS) & 1u << BY_CRYSTAL) == 0) {}
    rp2040_pll_init(0x40028000u, 125, 6, 2);
    CLOCKS(SYSTEM) = BY_PLL;
    while ((CLOCKS(SYSTEM_IS) & 1u << BY_PLL) == 0) {}
    CLOCKS(PERIPHERALS) = CLOCK_ON;
}

void rp2040_pin(unsigned pin, unsigned function, unsigned pad)
{
    PAD(pin) = pad;
    PIN_CONTROL(pin) = function;
}

void rp2040_init(void)
{
    rp2040_reset_end(NEEDED);
    clocks_init();
    rp2040_reset_end(CLOCKED);
    uart_init();
}

// ------------------------------------------------------------------------------------ log

void uart_init(void)
{
    const uint32_t divider = CPU_HERTZ * 4u / BAUD;
    UART(UART_WHOLE) = divider / 64;
    UART(UART_PART) = divider % 64;
    UART(UART_FORM) = BITS_8_QUEUED;
    UART(UART_CONTROL) = BOTH_WAYS;
    rp2040_pin(0, PIN_UART, PAD_PLAIN);
    rp2040_pin(1, PIN_UART, PAD_PULL_UP);
}

void uart_write(uint8_t byte)
{
    while ((UART(UART_FLAGS) & IS_FULL) != 0) {}
    UART(0) = byte;
}

bool uart_has_byte(void)
{
    return (UART(UART_FLAGS) & IS_EMPTY) == 0;
}

uint8_t uart_read(void)
{
    while (!uart_has_byte()) {}
    return (uint8_t)UART(0);
}

void board_put_char(char c)
{
    uart_write((uint8_t)c);
}
