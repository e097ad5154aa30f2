// SPDX-License-Identifier: MIT
// port_cpu.h - what the ports to one CPU have in common: find-first, and whether this is an interrupt.
//
// A port, or HUTCH_CONFIG_HEADER, that defines one of them itself does so first.
#ifndef HUTCH_PORT_CPU_H
#define HUTCH_PORT_CPU_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__arm__) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
// ARMv7-M and ARMv8-M Mainline have RBIT and CLZ. ARMv6-M and ARMv8-M Baseline have neither: there the
// portable search is the best, and a multiply by a constant must stay one MULS.
#    if defined(__ARM_FEATURE_CLZ) && !defined(__ARM_ARCH_6M__) && !defined(__ARM_ARCH_8M_BASE__)
#        define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#    else
#        define HUTCH_PORT_HIDE_INVERSE 1
#        define HUTCH_PORT_MULTIPLIES 1
#    endif
#    ifndef HUTCH_PORT_IN_INTERRUPT
#        define HUTCH_PORT_IN_INTERRUPT() (hutch_port_ipsr() != 0)
#    endif

/// The exception that runs: 0 is none, 2 NMI, 3 HardFault, 16 and up interrupts.
static inline uint32_t hutch_port_ipsr(void)
{
    uint32_t ipsr;
    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return ipsr & 0x1FFu;
}

#elif defined(__riscv)
/// Are machine-mode interrupts off? Handlers begin with them off, as critical sections do.
static inline bool hutch_port_is_masked(void)
{
    unsigned long mstatus;
    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus));
    return (mstatus & 8u) == 0; // 8 = MIE
}
#endif

#endif
