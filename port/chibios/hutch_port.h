// SPDX-License-Identifier: MIT
// port/chibios/hutch_port.h - ChibiOS/RT: the kernel's lock, in every context, and its semaphores.
//
// Masks: what the kernel masks: on Cortex-M3 and up every interrupt that may call it, else all; with
// CH_CFG_SMP_MODE the other cores wait.
// Not stopped: fast interrupts, above the kernel's ceiling, which must not use a locked pool; NMI,
// HardFault, DMA; without CH_CFG_SMP_MODE other cores.
// Needs: privileged threads, no fast interrupts; to wake by priority CH_CFG_USE_SEMAPHORES_PRIORITY.
// Cost: Cortex-M3: 5 + 3 instructions, with the kernel's checks more.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

#include "ch.h"

#define HUTCH_PORT_IN_INTERRUPT() port_is_isr_context()
#include "../cpu/cpu.h"

typedef syssts_t hutch_port_state_t;

// On a Cortex-M a handler's lock is that of a thread, but for the kernel's checks and statistics.
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && !CH_DBG_SYSTEM_STATE_CHECK && \
    !CH_DBG_ENABLE_ASSERTS && !CH_DBG_STATISTICS
#    define HUTCH_PORT_LOCKS_AS_HANDLER() false
#else
#    define HUTCH_PORT_LOCKS_AS_HANDLER() port_is_isr_context()
#endif

// As chSysGetStatusAndLockX and chSysRestoreStatusX, inline, but without the latter's look for a more urgent
// thread: hutch makes no thread ready in a critical section.
__attribute__((always_inline)) static inline hutch_port_state_t hutch_port_enter(void)
{
    const syssts_t saved = port_get_lock_status();
    if (!port_is_locked(saved)) {
        HUTCH_PORT_LOCKS_AS_HANDLER() ? chSysLockFromISR() : chSysLock();
    }
    return saved;
}

__attribute__((always_inline)) static inline void hutch_port_exit(hutch_port_state_t saved)
{
    if (!port_is_locked(saved)) {
        HUTCH_PORT_LOCKS_AS_HANDLER() ? chSysUnlockFromISR() : chSysUnlock();
    }
}

#if CH_CFG_SMP_MODE
#    define HUTCH_PORT_STOPS_CORES 1
#endif
#define HUTCH_PORT_WHO() chRegGetThreadNameX(chThdGetSelfX())
#define HUTCH_PORT_WAIT 1
#if defined(HUTCH_CFG_WAIT) && HUTCH_CFG_WAIT
#    if !CH_CFG_USE_SEMAPHORES
#        error "waiting needs CH_CFG_USE_SEMAPHORES TRUE: who waits sleeps on a binary semaphore"
#    endif
typedef binary_semaphore_t hutch_port_wait_t;
typedef systime_t hutch_port_time_t;
#    define HUTCH_PORT_WAIT_INIT(name) = {0, __BSEMAPHORE_DATA((name).wake, true)}
#endif
#endif
