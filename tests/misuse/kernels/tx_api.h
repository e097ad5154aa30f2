// SPDX-License-Identifier: MIT
// tx_api.h - what port/threadx needs of the kernel, written from its documentation: for
// threadx_*.c here, and threadx.c in tests/alone.
#ifndef TX_API_H
#define TX_API_H

typedef unsigned UINT;
typedef unsigned long ULONG;
typedef char CHAR;
typedef struct {
    int priority;
} TX_THREAD;
typedef struct {
    ULONG count;
    UINT tx_semaphore_suspended_count;
} TX_SEMAPHORE;
enum { TX_INT_DISABLE = 1, TX_SUCCESS = 0, TX_WAIT_ERROR = 4 };
#define TX_NULL ((void *)0)
#define TX_WAIT_FOREVER 0xFFFFFFFFul
#ifdef __cplusplus
extern "C" {
#endif
UINT tx_interrupt_control(UINT posture);
TX_THREAD *tx_thread_identify(void);
ULONG tx_time_get(void);
UINT tx_semaphore_create(TX_SEMAPHORE *semaphore, CHAR *name, ULONG count);
UINT tx_semaphore_get(TX_SEMAPHORE *semaphore, ULONG ticks);
UINT tx_semaphore_prioritize(TX_SEMAPHORE *semaphore);
UINT tx_semaphore_ceiling_put(TX_SEMAPHORE *semaphore, ULONG ceiling);
#ifdef __cplusplus
}
#endif

#endif
