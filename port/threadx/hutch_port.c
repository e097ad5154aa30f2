// SPDX-License-Identifier: MIT
// port/threadx/hutch_port.c - waiting, by a semaphore that counts to 1. Empty in builds without
// HUTCH_CFG_WAIT.
#include "hutch/wait.h"

#if HUTCH_CFG_WAIT
enum { NOT_MADE = 0, BEING_MADE, MADE };

// Creating the semaphore takes 150 instructions, too many for a critical section. So the first thread that
// waits creates it outside; others sleep until it exists.
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    static CHAR name[] = "hutch";
    if (wake->state != MADE) {
        const hutch_port_state_t saved = hutch_port_enter();
        const bool is_first = wake->state == NOT_MADE;
        if (is_first) {
            wake->state = BEING_MADE;
        }
        hutch_port_exit(saved);
        if (is_first) {
            wake->state = tx_semaphore_create(&wake->semaphore, name, 0) == TX_SUCCESS ? MADE : NOT_MADE;
        }
        while (wake->state == BEING_MADE && tx_thread_sleep(1) == TX_SUCCESS) {}
    }
    return wake->state == MADE;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    return tx_semaphore_get(&wake->semaphore, ticks == HUTCH_FOREVER ? TX_WAIT_FOREVER : ticks) == TX_SUCCESS;
}

// From threads and interrupts. The kernel wakes threads in order of arrival, so the most urgent one is first
// moved to the front.
void hutch_port_wake(hutch_port_wait_t *wake)
{
    (void)tx_semaphore_prioritize(&wake->semaphore);
    (void)tx_semaphore_ceiling_put(&wake->semaphore, 1);
}

hutch_port_time_t hutch_port_now(void)
{
    return tx_time_get();
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
