// SPDX-License-Identifier: MIT
// nuttx.c - port/nuttx over a stand-in for a kernel before NuttX 12: the semaphore lends nobody a priority.

#include "unit.h"

HUTCH_WAITERS(for_things);
HUTCH_POOL(things, int, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_things);

static uint32_t now;
static int protocol = -1; // of the semaphore that a task slept on

bool up_interrupt_context(void)
{
    return false;
}
irqstate_t enter_critical_section(void)
{
    return 0;
}
void leave_critical_section(irqstate_t saved)
{
    (void)saved;
}
uint64_t clock_systime_ticks(void)
{
    return now;
}
int nxsem_init(sem_t *semaphore, int is_shared, unsigned value)
{
    semaphore->value = (int)value + 0 * is_shared;
    semaphore->protocol = SEM_PRIO_INHERIT;
    return 0;
}
int nxsem_set_protocol(sem_t *semaphore, int wanted)
{
    semaphore->protocol = wanted;
    return 0;
}
int nxsem_wait_uninterruptible(sem_t *semaphore)
{
    return nxsem_tickwait_uninterruptible(semaphore, 0);
}
int nxsem_tickwait_uninterruptible(sem_t *semaphore, uint32_t ticks)
{
    protocol = semaphore->protocol;
    now += ticks;
    return -1;
}
int nxsem_get_value(sem_t *semaphore, int *value)
{
    *value = semaphore->value;
    return 0;
}
int nxsem_post(sem_t *semaphore)
{
    semaphore->value++;
    return 0;
}

TEST(tasks_sleep_on_a_semaphore_without_priority_inheritance)
{
    enum hutch_wait_end why;
    CHECK(things_acquire() != NULL);
    CHECK(things_acquire_wait(10, &why) == NULL);
    CHECK_EQUAL(why, HUTCH_WAIT_TIME);
    CHECK_EQUAL(protocol, SEM_PRIO_NONE);
}

#include "../../build/lists/alone/nuttx.h"
UNIT_MAIN(nuttx_tests)
