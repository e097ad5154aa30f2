// SPDX-License-Identifier: MIT
// port/cpu/riscv.h - what the ports to RISC-V share: access to mstatus, and find-first, where the hart has
// the Zbb instructions.
#ifndef HUTCH_PORT_CPU_RISCV_H
#define HUTCH_PORT_CPU_RISCV_H

#include <stdbool.h>

#if defined(__riscv_zbb)
#    define HUTCH_PORT_FIRST_SET(word) \
        ((unsigned)(sizeof(word) > 4 ? __builtin_ctzll(word) : __builtin_ctz((unsigned)(word))))
#elif !defined(__riscv_mul)
#    define HUTCH_PORT_SLOW_MULTIPLY 2
#    include "slow_multiply.h"
#endif

// HUTCH_PORT_CSR(text): assembler that reads or writes a control register. Since ISA 20191213 these
// instructions are the extension Zicsr, which every hart with interrupts has, and -march=rv32imac does not
// name. Older compilers count them as part of I, and their assemblers do not know .option arch.
#if defined(__riscv) && !defined(__riscv_zicsr) && \
    (defined(__clang__) ? __clang_major__ >= 17 : __GNUC__ >= 12)
#    define HUTCH_PORT_CSR(text) ".option push\n\t.option arch, +zicsr\n\t" text "\n\t.option pop"
#else
#    define HUTCH_PORT_CSR(text) text
#endif

/// Returns true if machine-mode interrupts are off, as in a critical section and at the start of a handler.
static inline bool hutch_port_is_masked(void)
{
    unsigned long mstatus;
    __asm__ volatile(HUTCH_PORT_CSR("csrr %0, mstatus") : "=r"(mstatus));
    return (mstatus & 8u) == 0; // 8 = MIE
}

#endif
