// SPDX-License-Identifier: MIT
// port/threadx/hutch_port.h - ThreadX, one core: the kernel's interrupt control, and its semaphores.
//
// Masks: what the kernel masks: all interrupts, or by TX_PORT_USE_BASEPRI those below a ceiling.
// Not stopped: NMI, HardFault, interrupts above that ceiling, other cores, DMA.
// Cost: a call of the kernel each, 3 to 5 instructions on Cortex-M3.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "tx_api.h"

#include <stdbool.h>
#include <stdint.h>

typedef UINT hutch_port_state_t; // the kernel's posture as it was

static inline hutch_port_state_t hutch_port_enter(void)
{
    const hutch_port_state_t saved = tx_interrupt_control(TX_INT_DISABLE);
    __asm__ volatile("" : : : "memory");
    return saved;
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("" : : : "memory");
    (void)tx_interrupt_control(saved);
}

#ifndef HUTCH_PORT_IN_INTERRUPT
#    if !defined(__arm__) || __ARM_ARCH_PROFILE != 'M'
#        error "define HUTCH_PORT_IN_INTERRUPT() in your HUTCH_CONFIG_HEADER: this CPU is not known here"
#    endif
#    define HUTCH_PORT_IN_INTERRUPT() hutch_port_in_interrupt()
static inline bool hutch_port_in_interrupt(void)
{
    uint32_t ipsr;
    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return ipsr != 0;
}
#endif

#if defined(__ARM_FEATURE_CLZ) && !defined(__ARM_ARCH_6M__)
#    define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#endif

#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
typedef TX_SEMAPHORE hutch_port_wait_t;
bool hutch_port_wait_begin(hutch_port_wait_t *wake);
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks);
void hutch_port_wake(hutch_port_wait_t *wake);
void hutch_port_wait_end(hutch_port_wait_t *wake);
#endif
#endif
