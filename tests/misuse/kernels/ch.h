// SPDX-License-Identifier: MIT
// ch.h - what port/chibios needs of the kernel, written from its documentation: for
// chibios_without_semaphores.c.
#ifndef CH_H
#define CH_H

#include <stdbool.h>
#include <stdint.h>

#ifndef CH_CFG_USE_SEMAPHORES
#    define CH_CFG_USE_SEMAPHORES 1
#endif
#define CH_CFG_SMP_MODE 0
#define TIME_INFINITE UINT32_MAX
#define MSG_OK 0

typedef uint32_t syssts_t, systime_t, sysinterval_t;
#if CH_CFG_USE_SEMAPHORES
typedef struct {
    bool is_taken;
} binary_semaphore_t;
int chBSemWaitTimeout(binary_semaphore_t *semaphore, sysinterval_t ticks);
void chBSemSignal(binary_semaphore_t *semaphore);
void chBSemSignalI(binary_semaphore_t *semaphore);
#endif
bool port_is_isr_context(void);
syssts_t port_get_lock_status(void);
bool port_is_locked(syssts_t status);
void chSysLock(void);
void chSysUnlock(void);
void chSysLockFromISR(void);
void chSysUnlockFromISR(void);
systime_t chVTGetSystemTimeX(void);

#endif
