// SPDX-License-Identifier: MIT
// stdio.h - enough to compile the README's example for a CPU whose tool chain has no C library.
#ifndef FREESTANDING_STDIO_H
#define FREESTANDING_STDIO_H

int printf(const char *format, ...);

#endif
