// SPDX-License-Identifier: MIT
// threadx.c - port/threadx over a stand-in for the kernel: where a task may wait, and why a wait ends.

#include "unit.h"

#include "tx_thread.h"
#include "tx_timer.h"

HUTCH_WAITERS(for_things);
HUTCH_POOL(things, int, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_things);

TX_THREAD _tx_timer_thread;
UINT _tx_thread_preempt_disable;
static TX_THREAD ordinary, *running;
static unsigned sleeps;

UINT tx_interrupt_control(UINT posture)
{
    (void)posture;
    return 0;
}
void _tx_thread_system_preempt_check(void)
{
}
TX_THREAD *tx_thread_identify(void)
{
    return running;
}
ULONG tx_time_get(void)
{
    return 10ul * sleeps;
}
UINT tx_semaphore_create(TX_SEMAPHORE *semaphore, CHAR *name, ULONG count)
{
    (void)name;
    semaphore->count = count;
    return TX_SUCCESS;
}
// The kernel refuses to let the thread of timers sleep, and who calls before it has started.
UINT tx_semaphore_get(TX_SEMAPHORE *semaphore, ULONG ticks)
{
    (void)semaphore, (void)ticks;
    sleeps += running == &ordinary ? 1u : 0u;
    return TX_WAIT_ERROR;
}
UINT tx_semaphore_prioritize(TX_SEMAPHORE *semaphore)
{
    (void)semaphore;
    return TX_SUCCESS;
}
UINT tx_semaphore_ceiling_put(TX_SEMAPHORE *semaphore, ULONG ceiling)
{
    semaphore->count = ceiling;
    return TX_SUCCESS;
}

static enum hutch_wait_end end_of_a_wait_of(TX_THREAD *thread)
{
    enum hutch_wait_end why;
    running = thread;
    CHECK(things_acquire_wait(10, &why) == NULL);
    CHECK_EQUAL(for_things.waiting, 0);
    return why;
}

TEST(only_a_thread_that_may_sleep_waits)
{
    CHECK(things_acquire() != NULL);
    CHECK_EQUAL(end_of_a_wait_of(&_tx_timer_thread), HUTCH_WAIT_NONE);
    CHECK_EQUAL(end_of_a_wait_of(NULL), HUTCH_WAIT_NONE); // before the kernel starts
    CHECK_EQUAL(sleeps, 0);
    CHECK_EQUAL(end_of_a_wait_of(&ordinary), HUTCH_WAIT_TIME);
    CHECK_EQUAL(sleeps, 1);
}

#include "../../build/lists/alone/threadx.h"
UNIT_MAIN(threadx_tests)
