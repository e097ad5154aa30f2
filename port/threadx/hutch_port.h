// SPDX-License-Identifier: MIT
// port/threadx/hutch_port.h - ThreadX, one core: the kernel's interrupt control, and its semaphores.
//
// Masks: what the kernel masks: all interrupts, or by TX_PORT_USE_BASEPRI those below a ceiling.
// Not stopped: NMI, HardFault, interrupts above the kernel's ceiling, other cores, DMA.
// Needs: privileged threads, interrupts that the kernel masks, one core.
// Cost: Cortex-M: enter 2 or 3 instructions, exit 1; elsewhere a call of the kernel each.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "tx_api.h"
#include "../cpu/cpu.h"

#ifdef TX_THREAD_SMP_MAX_CORES
#    error "port/threadx is for one core: on several use the port of the CPU, and .lock = HUTCH_LOCK_CORES"
#endif

typedef UINT hutch_port_state_t; // the kernel's interrupt posture before enter
// tx_interrupt_control; on Cortex-M its instructions. There the posture is PRIMASK or BASEPRI.
#if !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M'
#    define HUTCH_PORT_MASK(saved) saved = tx_interrupt_control(TX_INT_DISABLE)
#    define HUTCH_PORT_RESTORE(saved) (void)tx_interrupt_control(saved)
#elif defined(TX_PORT_USE_BASEPRI)
#    define HUTCH_PORT_MASK(saved) \
        __asm__ volatile("mrs %0, basepri\n msr basepri, %1" : "=&r"(saved) : "r"(TX_PORT_BASEPRI))
#    define HUTCH_PORT_RESTORE(saved) __asm__ volatile("msr basepri, %0" : : "r"(saved))
#else
#    define HUTCH_PORT_MASK(saved) __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(saved))
#    define HUTCH_PORT_RESTORE(saved) __asm__ volatile("msr primask, %0" : : "r"(saved))
#endif

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    hutch_port_state_t saved;
    HUTCH_PORT_MASK(saved);
    __asm__ volatile("" : : : "memory");
    return saved;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("" : : : "memory");
    HUTCH_PORT_RESTORE(saved);
}

#ifndef HUTCH_PORT_IN_INTERRUPT
#    error "define HUTCH_PORT_IN_INTERRUPT() in your HUTCH_CONFIG_HEADER: this CPU is not known here"
#endif

#define HUTCH_PORT_WHO() (tx_thread_identify() != TX_NULL ? tx_thread_identify()->tx_thread_name : TX_NULL)
#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
typedef struct {
    TX_SEMAPHORE semaphore;
    volatile bool is_made; // by the first thread that waits
} hutch_port_wait_t;
typedef ULONG hutch_port_time_t;
#endif
#endif
