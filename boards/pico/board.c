// SPDX-License-Identifier: MIT
// board.c - Raspberry Pi Pico: the log on UART 0. It has no screen: it runs what only logs.
#include "rp2040/rp2040.h"
#include "board.h"

void board_init(void)
{
    rp2040_init();
}
