// SPDX-License-Identifier: MIT
// port/threadx/hutch_port.c - waiting, by a semaphore on the waiting thread's stack. Empty in builds without
// HUTCH_CFG_WAIT.
#include "hutch/wait.h"

#if HUTCH_CFG_WAIT
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    static CHAR name[] = "hutch";
    return tx_semaphore_create(wake, name, 0) == TX_SUCCESS;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    return tx_semaphore_get(wake, ticks) == TX_SUCCESS; // UINT32_MAX is TX_WAIT_FOREVER
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    (void)tx_semaphore_put(wake); // from threads and interrupts
}

void hutch_port_wait_end(hutch_port_wait_t *wake)
{
    (void)tx_semaphore_delete(wake);
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
