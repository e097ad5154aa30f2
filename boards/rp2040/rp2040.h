// SPDX-License-Identifier: MIT
// rp2040.h - the RP2040's registers that boards use, and what they share: start, pins, the second core.
#ifndef HUTCH_RP2040_H
#define HUTCH_RP2040_H

#include "cortexm/cortexm.h"

// Each core's own.
#define SIO_CORE REGISTER(0xD0000000u)
#define SIO_PINS REGISTER(0xD0000004u)
#define SIO_PINS_HIGH REGISTER(0xD0000014u)
#define SIO_PINS_LOW REGISTER(0xD0000018u)
#define SIO_PINS_OUT REGISTER(0xD0000024u)
#define FIFO_STATUS REGISTER(0xD0000050u)
#define FIFO_WRITE REGISTER(0xD0000054u)
#define FIFO_READ REGISTER(0xD0000058u)

#define SPI0(offset) REGISTER(0x4003C000u + (offset))
#define PWM5(offset) REGISTER(0x40050064u + (offset)) // slice 5, which has pins 10 and 11

enum {
    CPU_HERTZ = 125000000,
    PIN_SPI = 1, // functions
    PIN_UART = 2,
    PIN_PWM = 4,
    PIN_SIO = 5,
    PAD_PULL_UP = 0x5A, // input, 4 mA
    PAD_PLAIN = 0x52,
};

/// Starts clocks, pins and the log on UART 0: pins 0 and 1, 115200 baud.
void rp2040_init(void);

/// Waits until these parts are out of reset: each needs its clock first.
void rp2040_reset_end(uint32_t parts);

/// Starts the PLL at this address: 12 MHz x feedback / divider_1 / divider_2.
void rp2040_pll_init(uint32_t pll, unsigned feedback, unsigned divider_1, unsigned divider_2);

void rp2040_pin(unsigned pin, unsigned function, unsigned pad);

/// Lets core 1 run a function that never returns. The data sheet's 2.8.2.
void rp2040_start_core_1(const void *vectors, uint32_t *stack_top, void (*run)(void));

/// Is a serial port on USB from now on, and sends the line to whoever opens it, and again at each key.
/// Returns at the key q.
void rp2040_show_on_usb(const char *line);

#endif
