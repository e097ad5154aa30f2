// SPDX-License-Identifier: MIT
// say.c - prints without a C library, and ends the program at the first thing that is wrong.
#include "kernel.h"

void print(const char *name, unsigned number)
{
    char digits[11];
    unsigned at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    for (; *name != '\0'; name++) {
        machine_put_char(*name);
    }
    for (; digits[at] != '\0'; at++) {
        machine_put_char(digits[at]);
    }
}

void check(bool is_right, unsigned line)
{
    if (!is_right) {
        print(", wrong in line ", line);
        machine_put_char('\n');
        machine_exit(BAD);
    }
}
