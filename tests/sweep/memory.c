// SPDX-License-Identifier: MIT
// memory.c - the functions that gcc may call by itself, for targets without a C library.
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *at, int value, size_t size);

// A volatile source keeps gcc from making the loop a call to the function itself.
void *memcpy(void *to, const void *from, size_t size)
{
    unsigned char *const target = (unsigned char *)to;
    const volatile unsigned char *const source = (const volatile unsigned char *)from;
    for (size_t k = 0; k < size; k++) {
        target[k] = source[k];
    }
    return to;
}

void *memset(void *at, int value, size_t size)
{
    volatile unsigned char *const target = (volatile unsigned char *)at;
    for (size_t k = 0; k < size; k++) {
        target[k] = (unsigned char)value;
    }
    return at;
}
