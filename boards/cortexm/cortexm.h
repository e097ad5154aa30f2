// SPDX-License-Identifier: MIT
// cortexm.h - the registers that every Cortex-M has, and how boards write down their own.
#ifndef HUTCH_CORTEXM_H
#define HUTCH_CORTEXM_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))

// SysTick: counts down from LOAD (24 bits) to 0, then pends its exception and starts again.
#define SYSTICK_CONTROL REGISTER(0xE000E010u)
#define SYSTICK_LOAD REGISTER(0xE000E014u)
#define SYSTICK_VALUE REGISTER(0xE000E018u)

// Interrupts 0 to 31, one bit each.
#define NVIC_SET_ENABLE REGISTER(0xE000E100u)
#define NVIC_CLEAR_ENABLE REGISTER(0xE000E180u)
#define NVIC_CLEAR_PENDING REGISTER(0xE000E280u)

// Pends the non-maskable interrupt, which nothing stops, and PendSV, which has a priority set by software.
#define INTERRUPT_CONTROL REGISTER(0xE000ED04u)
#define PENDSV_PRIORITY REGISTER(0xE000ED20u) // its bits 16 to 23

// Faults, ARMv7-M only: switch for the three configurable ones, what happened, and which address was accessed
// for.
#define FAULT_ENABLE REGISTER(0xE000ED24u)
#define FAULT_STATUS REGISTER(0xE000ED28u)
#define FAULT_MEMORY_ADDRESS REGISTER(0xE000ED34u)
#define FAULT_BUS_ADDRESS REGISTER(0xE000ED38u)

// Memory protection, ARMv7-M only: the switch, and one region after its number was written.
#define MPU_CONTROL REGISTER(0xE000ED94u)
#define MPU_NUMBER REGISTER(0xE000ED98u)
#define MPU_BASE REGISTER(0xE000ED9Cu)
#define MPU_ATTRIBUTES REGISTER(0xE000EDA0u)

enum {
    SYSTICK_ON = 1,
    SYSTICK_INTERRUPT = 2,
    SYSTICK_CPU_CLOCK = 4,

    INTERRUPT_PEND_NMI = 31, // the bits' numbers
    INTERRUPT_PEND_PENDSV = 28,

    FAULT_ENABLE_ALL = 7 << 16, // memory management, bus, usage
    FAULT_STATUS_HAS_MEMORY_ADDRESS = 1 << 7,
    FAULT_STATUS_HAS_BUS_ADDRESS = 1 << 15,

    MPU_ON_OVER_DEFAULT_MAP = 5,
    MPU_READ_ONLY = 6 << 24,
    MPU_CACHEABLE = 1 << 17,
    MPU_512_MIB = 28 << 1,
    MPU_REGION_ON = 1,
};

static inline void cortexm_mask_interrupts(void)
{
    __asm__ volatile("cpsid i" : : : "memory");
}

static inline void cortexm_unmask_interrupts(void)
{
    __asm__ volatile("cpsie i" : : : "memory");
}

/// Sleeps until an interrupt is pending, masked or not.
static inline void cortexm_wait_for_interrupt(void)
{
    __asm__ volatile("wfi" : : : "memory");
}

#endif
