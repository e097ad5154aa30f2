// SPDX-License-Identifier: MIT
// print.c - results as text, and the memory functions that a compiler may call.
#include "rig.h"

#include <stddef.h>

void *memset(void *to, int value, size_t length);
void *memcpy(void *restrict to, const void *restrict from, size_t length);

void *memset(void *to, int value, size_t length)
{
    volatile unsigned char *const bytes = (volatile unsigned char *)to;
    for (size_t i = 0; i < length; i++) {
        bytes[i] = (unsigned char)value;
    }
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    volatile unsigned char *const bytes = (volatile unsigned char *)to;
    for (size_t i = 0; i < length; i++) {
        bytes[i] = ((const unsigned char *)from)[i];
    }
    return to;
}

void rig_print(const char *text)
{
    while (*text != '\0') {
        rig_put_char(*text++);
    }
}

static void print_number(uint32_t number)
{
    char digits[11];
    char *at = digits + sizeof digits - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    rig_print(at);
}

void rig_print_pair(const char *name, const volatile uint32_t *of_core)
{
    rig_print(name);
    rig_print(" ");
    print_number(of_core[0]);
    rig_print("/");
    print_number(of_core[1]);
    rig_print(" ");
}
