// SPDX-License-Identifier: MIT
// port/cpu/riscv.h - what the ports to RISC-V share: find-first, where the hart has the Zbb instructions.
#ifndef HUTCH_PORT_CPU_RISCV_H
#define HUTCH_PORT_CPU_RISCV_H

#include <stdbool.h>

#if defined(__riscv_zbb)
#    define HUTCH_PORT_FIRST_SET(word) \
        ((unsigned)(sizeof(word) > 4 ? __builtin_ctzll(word) : __builtin_ctz((unsigned)(word))))
#endif

/// Returns true if machine-mode interrupts are off, as in a critical section and at the start of a handler.
static inline bool hutch_port_is_masked(void)
{
    unsigned long mstatus;
    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus));
    return (mstatus & 8u) == 0; // 8 = MIE
}

#endif
