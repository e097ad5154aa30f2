// SPDX-License-Identifier: MIT
// port/zephyr/hutch_port.h - Zephyr: the kernel's interrupt lock, which is one for all cores, and its
// semaphores.
//
// Masks: what irq_lock masks: all interrupts of the core but zero-latency ones; with CONFIG_SMP the other
// cores wait.
// Not stopped: zero-latency interrupts, which must not use a locked pool; NMI, DMA.
// Cost: one core: that of PRIMASK or BASEPRI, inline; SMP: a call and a spin lock.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include <zephyr/kernel.h>

#include <stdbool.h>
#include <stdint.h>

typedef unsigned int hutch_port_state_t;

static inline hutch_port_state_t hutch_port_enter(void)
{
    return irq_lock();
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    irq_unlock(saved);
}

#define HUTCH_PORT_STOPS_CORES 1
#define HUTCH_PORT_IN_INTERRUPT() k_is_in_isr()

#if defined(__ARM_FEATURE_CLZ) && !defined(__ARM_ARCH_6M__)
#    define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#endif

#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
typedef struct k_sem hutch_port_wait_t;
bool hutch_port_wait_begin(hutch_port_wait_t *wake);
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks);
void hutch_port_wake(hutch_port_wait_t *wake);
void hutch_port_wait_end(hutch_port_wait_t *wake);
#endif
#endif
