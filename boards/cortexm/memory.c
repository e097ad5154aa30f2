// SPDX-License-Identifier: MIT
// memory.c - the four functions that a compiler may call on its own, even in a program without a C library.
#include <stddef.h>
#include <stdint.h>

void *memset(void *target, int value, size_t bytes);
void *memcpy(void *restrict target, const void *restrict source, size_t bytes);
void *memmove(void *target, const void *source, size_t bytes);
int memcmp(const void *left, const void *right, size_t bytes);

// Else the compiler may see that a loop below fills or copies memory, and call the very function that it is
// in.
#pragma GCC optimize("no-tree-loop-distribute-patterns")

void *memset(void *target, int value, size_t bytes)
{
    uint8_t *to = target;
    while (bytes-- > 0) {
        *to++ = (uint8_t)value;
    }
    return target;
}

void *memcpy(void *restrict target, const void *restrict source, size_t bytes)
{
    uint8_t *to = target;
    const uint8_t *from = source;
    while (bytes-- > 0) {
        *to++ = *from++;
    }
    return target;
}

void *memmove(void *target, const void *source, size_t bytes)
{
    uint8_t *to = target;
    const uint8_t *from = source;
    if ((uintptr_t)to <= (uintptr_t)from) {
        for (size_t i = 0; i < bytes; i++) {
            to[i] = from[i];
        }
    } else {
        while (bytes-- > 0) {
            to[bytes] = from[bytes];
        }
    }
    return target;
}

int memcmp(const void *left, const void *right, size_t bytes)
{
    const uint8_t *a = left;
    const uint8_t *b = right;
    for (; bytes > 0; bytes--, a++, b++) {
        if (*a != *b) {
            return *a < *b ? -1 : 1;
        }
    }
    return 0;
}
