// SPDX-License-Identifier: MIT
// port/threadx/hutch_port.c - waiting, by a semaphore that counts to 1. Empty in builds without
// HUTCH_CFG_WAIT.
#include "hutch/core/waiting.h"

#if HUTCH_CFG_WAIT
#    include "tx_thread.h"
#    include "tx_timer.h"

#    ifdef TX_NO_TIMER
#        error "waiting needs the kernel's timer: with TX_NO_TIMER no time-out of a wait would end"
#    endif

// The thread that runs the functions of timers must not sleep; before the kernel starts, there is none.
static bool is_thread_that_sleeps(void)
{
    const TX_THREAD *const thread = tx_thread_identify();
#    ifndef TX_TIMER_PROCESS_IN_ISR
    if (thread == &_tx_timer_thread) {
        return false;
    }
#    endif
    return thread != TX_NULL;
}

// Creating the semaphore takes 150 instructions, too many for a critical section. Instead no other thread
// runs meanwhile, as in the kernel's own services: none can create it too, or terminate this thread half-way.
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    static CHAR name[] = "hutch";
    if (!is_thread_that_sleeps()) {
        return false;
    }
    if (!wake->is_made) {
        hutch_port_state_t saved = hutch_port_enter();
        _tx_thread_preempt_disable++;
        hutch_port_exit(saved);
        if (!wake->is_made) {
            wake->is_made = tx_semaphore_create(&wake->semaphore, name, 0) == TX_SUCCESS;
        }
        saved = hutch_port_enter();
        _tx_thread_preempt_disable--;
        hutch_port_exit(saved);
        _tx_thread_system_preempt_check();
    }
    return wake->is_made;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    return tx_semaphore_get(&wake->semaphore, ticks == HUTCH_FOREVER ? TX_WAIT_FOREVER : ticks) == TX_SUCCESS;
}

// From threads and interrupts. The kernel wakes threads in order of arrival. If several sleep, the most
// urgent is first moved to the front, with interrupts off: between two threads tx_semaphore_prioritize lets
// them on, and reads through NULL if one has woken all that sleep. So a wake-up masks in proportion to those.
void hutch_port_wake(hutch_port_wait_t *wake)
{
    if (*(UINT volatile *)&wake->semaphore.tx_semaphore_suspended_count > 1) {
        const hutch_port_state_t saved = hutch_port_enter();
        (void)tx_semaphore_prioritize(&wake->semaphore);
        hutch_port_exit(saved);
    }
    (void)tx_semaphore_ceiling_put(&wake->semaphore, 1);
}

hutch_port_time_t hutch_port_now(void)
{
    return tx_time_get();
}
#else
typedef int hutch_port_is_empty_in_this_build;
#endif
