// SPDX-License-Identifier: MIT
// port/cpu/arm.h - what the ports to ARM share: find-first, arithmetic, which exception runs, and whether the
// lock works there.
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
#elif defined(HUTCH_PORT_SLOW_MULTIPLY) // 1 for those Cortex-M0 that take 32 cycles
#    include "slow_multiply.h"
#elif defined(__thumb__)
#    define HUTCH_PORT_HIDE_INVERSE 1
#endif

// A shift leaves the last bit that it drops in the carry, and gcc can branch on that, but not in Thumb-1. For
// words of 32 bits, the default: a register may hold anything above a shorter one.
#if defined(__GCC_ASM_FLAG_OUTPUTS__) && (!defined(HUTCH_CFG_WORD_BITS) || HUTCH_CFG_WORD_BITS == 32)
#    define HUTCH_PORT_SHIFT_OUT(word, count, bit) \
        __asm__("movs %0, %0, lsr %2" : "+r"(word), "=@cccs"(bit) : "ri"(count))
#endif

// HUTCH_PORT_TABLE_IN_RAM: 1 = the table of the portable find-first, 32 bytes, is initialised data in RAM:
// for code in a GBA cartridge, which is slow to read. 0 = it is constant data.
#ifndef HUTCH_PORT_TABLE_IN_RAM
#    define HUTCH_PORT_TABLE_IN_RAM 0
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

#    ifndef HUTCH_PORT_CONTEXT_IS_ALLOWED
#        define HUTCH_PORT_CONTEXT_IS_ALLOWED() hutch_port_context_is_allowed()
#    endif
/// Inside a critical section: true if the mask, which is read back, has an effect in this context. It has
/// none in unprivileged code, in NMI and HardFault; BASEPRI has none in more urgent interrupts.
static inline bool hutch_port_context_is_allowed(void)
{
    const uint32_t active = hutch_port_ipsr();
    uint32_t control, primask, basepri = 0;
    __asm__ volatile("mrs %0, control\n mrs %1, primask" : "=r"(control), "=r"(primask));
#    if !defined(__ARM_ARCH_6M__) && !defined(__ARM_ARCH_8M_BASE__)
    __asm__ volatile("mrs %0, basepri" : "=r"(basepri));
#    endif
    if (active == 0) {
        return (control & 1u) == 0 && (primask | basepri) != 0; // nPRIV
    }
    if (primask != 0 || basepri == 0 || active < 4u) {
        return primask != 0 && active > 3u; // 2 NMI, 3 HardFault
    }
    const uintptr_t priorities = active < 16u ? 0xE000ED14u : 0xE000E3F0u; // SHPR, NVIC_IPR: a byte each
    return *(const volatile uint8_t *)(priorities + active) >= basepri;
}
#endif

#endif
