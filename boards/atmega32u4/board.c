// SPDX-License-Identifier: MIT
// board.c - a bare ATmega32U4: log and exit code by registers that do nothing, for the emulator to watch.
#include "board.h"

#include <avr/io.h>
#include <stdlib.h>

void board_init(void)
{
}

void board_put_char(char c)
{
    GPIOR2 = (uint8_t)c;
}

void board_exit(int code)
{
    GPIOR0 = (uint8_t)code;
    for (;;) {}
}

// After main, the C library's start-up code comes here.
void exit(int code)
{
    board_exit(code);
    for (;;) { // exit never returns, says its header
    }
}
