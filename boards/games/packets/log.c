// SPDX-License-Identifier: MIT
// log.c - text and numbers in columns, by the board's log.
#include "log.h"
#include "board.h"

void log_text(const char *text)
{
    while (*text != '\0') {
        board_put_char(*text++);
    }
}

void log_number(unsigned value, unsigned width)
{
    char digits[10];
    unsigned count = 0;
    do {
        digits[count++] = (char)('0' + value % 10u);
        value /= 10u;
    } while (value != 0);
    for (; width > count; width--) {
        board_put_char(' ');
    }
    while (count > 0) {
        board_put_char(digits[--count]);
    }
}
