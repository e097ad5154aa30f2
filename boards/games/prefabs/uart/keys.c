// SPDX-License-Identifier: MIT
// keys.c - keys from UART 0 of the emulated board; board_put_char writes there too.
#include "keys.h"
#include "lm3s6965evb/clock.h"
#include "lockstep/uart.h"

void keys_open(void)
{
    clock_init();
    uart_init();
}

int keys_read(void)
{
    return uart_read();
}

void keys_close(void)
{
}
