// SPDX-License-Identifier: MIT
// port/threadx/hutch_port.h - ThreadX, one core: the kernel's interrupt control, and its semaphores.
//
// Masks: what the kernel masks: all interrupts, or by TX_PORT_USE_BASEPRI those below a ceiling.
// Not stopped: NMI, HardFault, interrupts above the kernel's ceiling, other cores, DMA.
// Needs: privileged threads, interrupts that the kernel masks, one core.
// Cost: a call of the kernel each, of 4 instructions on Cortex-M3.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "tx_api.h"

#include "../cpu/cpu.h"

#ifdef TX_THREAD_SMP_MAX_CORES
#    error "port/threadx is for one core: on several use the port of the CPU, and .lock = HUTCH_LOCK_CORES"
#endif

typedef UINT hutch_port_state_t; // the kernel's interrupt posture before enter

// With BASEPRI the posture is a priority. TX_INT_DISABLE is still 1, which masks nothing on a CPU with fewer
// than 8 priority bits.
#ifdef TX_PORT_USE_BASEPRI
#    define HUTCH_PORT_POSTURE TX_PORT_BASEPRI
#else
#    define HUTCH_PORT_POSTURE TX_INT_DISABLE
#endif

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    const hutch_port_state_t saved = tx_interrupt_control(HUTCH_PORT_POSTURE);
    __asm__ volatile("" : : : "memory");
    return saved;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("" : : : "memory");
    (void)tx_interrupt_control(saved);
}

#ifndef HUTCH_PORT_IN_INTERRUPT
#    error "define HUTCH_PORT_IN_INTERRUPT() in your HUTCH_CONFIG_HEADER: this CPU is not known here"
#endif

#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
typedef struct {
    TX_SEMAPHORE semaphore;
    volatile bool is_made; // by the first thread that waits
} hutch_port_wait_t;
typedef ULONG hutch_port_time_t;
#endif
#endif
