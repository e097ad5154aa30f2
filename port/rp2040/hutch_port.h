// SPDX-License-Identifier: MIT
// port/rp2040/hutch_port.h - RP2040 and RP2350 (Arm): PRIMASK, and a lock between the two cores.
//
// Masks: every interrupt and exception of configurable priority, on this core. A pool that both
// cores use needs .lock = HUTCH_LOCK_CORES; HUTCH_LOCK_IRQ masks the interrupts of one core only.
// Not stopped: NMI, HardFault, DMA; the other core, except by HUTCH_LOCK_CORES, whose spin lock was run in an
// emulator, rp2040js, with a second core that hutch's tests add.
// Cost: enter 2 instructions, exit 1; in RAM of the RP2040 an acquire and a release are 62 cycles.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "../cpu/arm.h"

// HUTCH_PORT_SPINLOCK: the number, 0 to 31, of the RP2040's hardware spin lock that hutch uses: claim it in
// the SDK. The RP2350 uses the atomics of its CPU instead, because of its erratum E2.
#ifndef HUTCH_PORT_SPINLOCK
#    define HUTCH_PORT_SPINLOCK 31
#endif
#ifndef HUTCH_CFG_CORES
#    define HUTCH_CFG_CORES 1
#endif

typedef uint32_t hutch_port_state_t; // PRIMASK before enter: 1 = interrupts were off already

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    hutch_port_state_t primask;
    __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(primask) : : "memory");
    return primask;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("msr primask, %0" : : "r"(saved) : "memory");
}

// SIO, a block of registers that each core has for itself; the first is CPUID, the number of the core.
#define HUTCH_PORT_SIO(offset) (*(volatile uint32_t *)(uintptr_t)(0xD0000000u + (offset)))
#define HUTCH_PORT_CORE_NUMBER() HUTCH_PORT_SIO(0)

#ifdef __ARM_ARCH_6M__ // the RP2040, a Cortex-M0+: reading a free lock takes it
#    define HUTCH_PORT_SPIN_LOCK HUTCH_PORT_SIO(0x100u + 4u * (HUTCH_PORT_SPINLOCK))
#    define HUTCH_PORT_SPIN_TRY() hutch_port_spin_try()
#    define HUTCH_PORT_SPIN_RELEASE() hutch_port_spin_release()
static inline bool hutch_port_spin_try(void)
{
    const bool is_mine = HUTCH_PORT_SPIN_LOCK != 0;
    __asm__ volatile("dmb" : : : "memory");
    return is_mine;
}
static inline void hutch_port_spin_release(void)
{
    __asm__ volatile("dmb" : : : "memory");
    HUTCH_PORT_SPIN_LOCK = 0;
}
#endif

#endif
