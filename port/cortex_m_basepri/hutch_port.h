// SPDX-License-Identifier: MIT
// port/cortex_m_basepri/hutch_port.h - Cortex-M3 and up: masks by BASEPRI, so that more urgent interrupts
// still run.
//
// Masks: every interrupt of priority HUTCH_CFG_BASEPRI (the value as the register holds it) and below.
// Not stopped: more urgent interrupts, which must not use a locked pool; NMI, HardFault, other cores.
// Cost: enter 3 instructions, exit 1. An M7 of revision r0p1 needs port/cortex_m (erratum 837070).
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "../cpu/arm.h"

#if !defined(HUTCH_CFG_BASEPRI)
#    error "define HUTCH_CFG_BASEPRI: the most urgent priority that may use a pool, e.g. 0x40, left-aligned"
#elif HUTCH_CFG_BASEPRI < 1 || HUTCH_CFG_BASEPRI > 255
#    error "HUTCH_CFG_BASEPRI must be 1 to 255, left-aligned in 8 bits: 0 would mask nothing"
#elif defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
#    error "this core has no BASEPRI: use port/cortex_m"
#endif
#define HUTCH_PORT_CEILING HUTCH_CFG_BASEPRI

typedef uint32_t hutch_port_state_t; // BASEPRI before enter; 0 = nothing was masked

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    hutch_port_state_t saved;
    __asm__ volatile("mrs %0, basepri" : "=r"(saved));
    // BASEPRI_MAX only raises the mask: a stricter one stays.
    __asm__ volatile("msr basepri_max, %0" : : "r"(HUTCH_PORT_CEILING) : "memory");
    return saved;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("msr basepri, %0" : : "r"(saved) : "memory");
}

#define HUTCH_PORT_TRAP_HEADER "../cortex_m/hutch_trap.h" // Optional: how debug builds stop

#endif
