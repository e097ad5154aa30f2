// SPDX-License-Identifier: MIT
// string.c - what tests of yours may call of string.h where there is no C library. Weak: your own go first.
#if defined(__AVR__) || defined(__SDCC)
extern int yours_string_is_the_librarys;
#else
#    include "std/string.h"

#    define WEAK __attribute__((weak))
// Else the compiler may call the very function that a loop below is in.
#    pragma GCC optimize("no-tree-loop-distribute-patterns")

WEAK size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length] != '\0') {
        length++;
    }
    return length;
}

WEAK char *strcpy(char *target, const char *source)
{
    return memcpy(target, source, strlen(source) + 1);
}

WEAK int strncmp(const char *one, const char *other, size_t most)
{
    size_t i = 0;
    while (i < most && one[i] == other[i] && one[i] != '\0') {
        i++;
    }
    return i < most ? (unsigned char)one[i] - (unsigned char)other[i] : 0;
}

WEAK int strcmp(const char *one, const char *other)
{
    return strncmp(one, other, (size_t)-1);
}
#endif
