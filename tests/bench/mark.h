// SPDX-License-Identifier: MIT
// mark.h - instructions that do nothing, where the emulator starts and stops to count.
//
// Between BEGIN and END_A or END_B everything that the CPU executes is counted for that lane; NEXT prints
// both
// lanes' figures and starts new ones. The marks are barriers: the compiler moves nothing across them.
#ifndef BENCH_MARK_H
#define BENCH_MARK_H

#include <stdint.h>

#if defined(__SDCC) // ld b, b; ld c, c; ld d, d; ld e, e
#    define BENCH_MARK(arm, number) __asm__(".db 0x40 + 9 * " #    number)
#elif defined(__riscv)
#    define BENCH_MARK(arm, number) \
        __asm__ volatile(".word 0x13 + (" #number " + 1) * 0x100000" : : : "memory")
#elif defined(__aarch64__)
#    define BENCH_MARK(arm, number) __asm__ volatile("mov x" #    arm ", x" #    arm : : : "memory")
#else
#    define BENCH_MARK(arm, number) __asm__ volatile("mov r" #    arm ", r" #    arm : : : "memory")
#endif

#define BENCH_BEGIN() BENCH_MARK(9, 0)
#define BENCH_END_A() BENCH_MARK(10, 1)
#define BENCH_END_B() BENCH_MARK(11, 2)
#define BENCH_NEXT() BENCH_MARK(12, 3)

// The value has been computed before the next mark, and nothing is known of it behind.
#if defined(__SDCC)
#    define BENCH_USE(value) ((void)(value)) // it moves nothing, but drops what is not used later
#else
#    define BENCH_USE(value) __asm__ volatile("" : "+r"(value) : : "memory")
#endif

#endif
