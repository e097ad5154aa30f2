// SPDX-License-Identifier: MIT
// port/cpu/arm.h - what the ports to 32-bit ARM share: find-first, arithmetic, which exception runs.
#ifndef HUTCH_PORT_CPU_ARM_H
#define HUTCH_PORT_CPU_ARM_H

#include <stdbool.h>
#include <stdint.h>

// ARMv7-M and ARMv8-M Mainline find the first set bit by RBIT and CLZ. ARMv6-M, ARMv8-M Baseline and ARM7TDMI
// have neither: there the portable search is best, and in Thumb-1 loading the inverse costs less than the
// shifts and adds that gcc makes of a multiply by a constant.
#if defined(__ARM_FEATURE_CLZ) && (!defined(__thumb__) || defined(__thumb2__)) && \
    !defined(__ARM_ARCH_8M_BASE__)
#    define HUTCH_PORT_FIRST_SET(word) \
        ((unsigned)(sizeof(word) > 4 ? __builtin_ctzll(word) : __builtin_ctz((unsigned)(word))))
#elif defined(__thumb__)
#    define HUTCH_PORT_HIDE_INVERSE 1
#endif

// HUTCH_CFG_TABLE_IN_RAM: 1 = the table of the portable find-first, 32 bytes, is initialised data in RAM: for
// code in a GBA cartridge, which is slow to read. 0 = it is constant data.
#ifndef HUTCH_CFG_TABLE_IN_RAM
#    define HUTCH_CFG_TABLE_IN_RAM 0
#endif
#if HUTCH_CFG_TABLE_IN_RAM
#    define HUTCH_PORT_TABLE_IN_RAM 1
#endif

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
/// Returns the number of the active exception: 0 is none, 2 NMI, 3 HardFault, 16 and up interrupts.
static inline uint32_t hutch_port_ipsr(void)
{
    uint32_t ipsr;
    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return ipsr & 0x1FFu;
}
#    ifndef HUTCH_PORT_IN_INTERRUPT
#        define HUTCH_PORT_IN_INTERRUPT() (hutch_port_ipsr() != 0)
#    endif
#endif

#endif
