// SPDX-License-Identifier: MIT
// main.c - the board is ready before a program's own main() begins, and putchar writes to the board's log.
#include "board.h"

int yours_main(void);
int putchar(int c);

int putchar(int c)
{
    board_put_char((char)c);
    return c;
}

int main(void)
{
    board_init();
    return yours_main();
}
