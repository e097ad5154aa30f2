// SPDX-License-Identifier: MIT
// port/riscv/hutch_port.h - RISC-V in machine mode, one hart: masks interrupts by mstatus.MIE.
//
// Masks: every interrupt of this hart that is taken in machine mode.
// Not stopped: exceptions, non-maskable interrupts, the other harts, DMA.
// Cost: enter 1 instruction, exit 1.
//
// There is no HUTCH_PORT_IN_INTERRUPT: no register shows it (mcause keeps its last value). A program whose
// trap handler counts its depth may define it in its HUTCH_CONFIG_HEADER.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "../cpu/riscv.h"

// HUTCH_PORT_EXIT_ENABLES: 1 = exit switches interrupts on instead of restoring the state before enter, which
// saves the register for that state: for programs without policies that never use a pool while interrupts are
// off, handlers included. No effect in debug builds.
#ifndef HUTCH_PORT_EXIT_ENABLES
#    define HUTCH_PORT_EXIT_ENABLES 0
#endif

// mstatus before enter. Exit sets every bit that was set in it: MIE, and others that are still set.
typedef unsigned long hutch_port_state_t;

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    if (HUTCH_PORT_EXIT_ENABLES) {
        __asm__ volatile(HUTCH_PORT_CSR("csrci mstatus, 8") : : : "memory"); // 8 = MIE
        return 8;
    }
    hutch_port_state_t mstatus;
    __asm__ volatile(HUTCH_PORT_CSR("csrrci %0, mstatus, 8") : "=r"(mstatus) : : "memory");
    return mstatus;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    if (HUTCH_PORT_EXIT_ENABLES) {
        __asm__ volatile(HUTCH_PORT_CSR("csrsi mstatus, 8") : : : "memory");
    } else {
        __asm__ volatile(HUTCH_PORT_CSR("csrs mstatus, %0") : : "r"(saved) : "memory"); // clears nothing
    }
}

// Optional: the number of this hart, for HUTCH_LOCK_CORES.
#define HUTCH_PORT_CORE_NUMBER() hutch_port_core_number()
static inline unsigned long hutch_port_core_number(void)
{
    unsigned long hart;
    __asm__ volatile(HUTCH_PORT_CSR("csrr %0, mhartid") : "=r"(hart));
    return hart;
}

#endif
