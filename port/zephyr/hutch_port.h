// SPDX-License-Identifier: MIT
// port/zephyr/hutch_port.h - Zephyr: the kernel's interrupt lock, which is one for all cores, and its
// semaphores.
//
// Masks: what irq_lock masks: all interrupts of the core but zero-latency ones; with CONFIG_SMP the other
// cores wait.
// Not stopped: zero-latency interrupts, which must not use a locked pool; NMI, DMA.
// Needs: supervisor threads, no zero-latency interrupts.
// Cost: Cortex-M3 and up: enter 4 instructions, exit 2, inline; SMP: a call and a spin lock.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <zephyr/kernel.h>

#define HUTCH_PORT_IN_INTERRUPT() k_is_in_isr()
#include "../cpu/cpu.h"

typedef unsigned int hutch_port_state_t;

__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    return irq_lock();
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    irq_unlock(saved);
}

#define HUTCH_PORT_WHO() k_thread_name_get(k_current_get())

#define HUTCH_PORT_STOPS_CORES 1
#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
typedef struct k_sem hutch_port_wait_t;
typedef uint32_t hutch_port_time_t;
#    define HUTCH_PORT_WAIT_INIT(name) = {0, Z_SEM_INITIALIZER((name).wake, 0, 1)}
#endif
#endif
