// SPDX-License-Identifier: MIT
// board.c - what the tests use of a board, on the host: standard output.

#include "board.h"

#include <stdio.h>
#include <stdlib.h>

void board_init(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0); // so that the output before a crash is kept
}

void board_put_char(char c)
{
    putchar(c);
}

void board_exit(int code)
{
    exit(code);
}
