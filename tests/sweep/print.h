// SPDX-License-Identifier: MIT
// print.h - text and numbers through the rig, without a C library.
#ifndef SWEEP_PRINT_H
#define SWEEP_PRINT_H

#include "rig.h"

static inline void print_text(const char *text)
{
    while (*text != '\0') {
        rig_put_char(*text++);
    }
}

static inline void print_in_base(uint32_t value, uint32_t base)
{
    char digits[11];
    unsigned count = 0;
    do {
        digits[count++] = (char)("0123456789abcdef"[value % base]);
        value /= base;
    } while (value != 0);
    while (count != 0) {
        rig_put_char(digits[--count]);
    }
}

static inline void print_number(uint32_t value)
{
    print_in_base(value, 10);
}

static inline void print_hex(uintptr_t value)
{
    print_in_base((uint32_t)value, 16);
}

#endif
