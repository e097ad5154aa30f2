// SPDX-License-Identifier: MIT
// workload.h - what both measured programs need: numbers that are the same in every run, and output.
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include "rig.h"
#include "subject.h"

#define MEASURED __attribute__((noinline, flatten)) static
#if defined(BENCH_GBA)
#    define BENCH_FAR __attribute__((section(".far")))
#else
#    define BENCH_FAR
#endif

__attribute__((unused)) static unsigned errors;
static uint32_t seed = 12345;

__attribute__((unused)) static unsigned chance(unsigned below)
{
    seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
    return (unsigned)((seed >> 16) * (uint32_t)below >> 16);
}

static void print(const char *text)
{
    while (*text != '\0') {
        rig_put_char(*text++);
    }
}

__attribute__((unused)) static void print_number(uint32_t number)
{
    char digits[11];
    unsigned k = sizeof digits - 1;
    digits[k] = '\0';
    do {
        digits[--k] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    print(digits + k);
}

// Names what was measured since the last row.
__attribute__((unused)) static void row(const char *name)
{
    print("> ");
    print(name);
    print("\n");
    BENCH_NEXT();
}

#if defined(SUBJECT_HUTCH)
void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    errors++;
}
#endif

#endif
