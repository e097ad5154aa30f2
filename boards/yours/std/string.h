// SPDX-License-Identifier: MIT
// string.h - what programs of yours may call without a C library: for compilers that have no string.h.
#ifndef YOURS_STRING_H
#define YOURS_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *target, const void *source, size_t bytes);
void *memmove(void *target, const void *source, size_t bytes);
void *memset(void *target, int value, size_t bytes);
int memcmp(const void *one, const void *other, size_t bytes);
size_t strlen(const char *text);
char *strcpy(char *target, const char *source);
int strcmp(const char *one, const char *other);
int strncmp(const char *one, const char *other, size_t most);
#ifdef __cplusplus
}
#endif

#endif
