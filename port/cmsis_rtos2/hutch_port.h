// SPDX-License-Identifier: MIT
// port/cmsis_rtos2/hutch_port.h - CMSIS-RTOS2 on Cortex-M, one core: PRIMASK, because the API masks no
// interrupts, and its semaphores.
//
// Masks: every interrupt and exception of configurable priority. Threads must be privileged.
// Not stopped: NMI, HardFault, other cores, DMA.
// Cost: enter 2 instructions, exit 1.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "cmsis_os2.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t hutch_port_state_t;

static inline hutch_port_state_t hutch_port_enter(void)
{
    hutch_port_state_t primask;
    __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(primask) : : "memory");
    return primask;
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("msr primask, %0" : : "r"(saved) : "memory");
}

#define HUTCH_PORT_IN_INTERRUPT() hutch_port_in_interrupt()
static inline bool hutch_port_in_interrupt(void)
{
    uint32_t ipsr;
    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return ipsr != 0;
}

#if defined(__ARM_FEATURE_CLZ) && !defined(__ARM_ARCH_6M__)
#    define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#endif

#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
typedef osSemaphoreId_t hutch_port_wait_t;
bool hutch_port_wait_begin(hutch_port_wait_t *wake);
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks);
void hutch_port_wake(hutch_port_wait_t *wake);
void hutch_port_wait_end(hutch_port_wait_t *wake);
#endif
#endif
