// SPDX-License-Identifier: MIT
// zephyr/kernel.c - the test's tasks and its interrupt, by Zephyr, which starts the machine.
#include <zephyr/irq.h>
#include <zephyr/kernel.h>

#include "kernel.h"

enum { IRQ = 8, PRIORITY = 2 };
static K_THREAD_STACK_ARRAY_DEFINE(stacks, WORKERS + 1, STACK_BYTES);
static struct k_thread threads[WORKERS + 1];

static void control(void *a, void *b, void *c)
{
    machine_start_timer();
    test_control();
}

static void work(void *number, void *b, void *c)
{
    test_work((unsigned)(uintptr_t)number);
}

static void interrupt(const void *context)
{
    machine_clear_timer();
    test_interrupt();
}

void kernel_sleep(uint32_t ticks)
{
    k_sleep(K_TIMEOUT_ABS_TICKS(k_uptime_ticks() + ticks));
}

static void start(unsigned number)
{
    k_thread_create(&threads[number], stacks[number], K_THREAD_STACK_SIZEOF(stacks[number]),
                    number == 0 ? control : work, (void *)(uintptr_t)number, NULL, NULL,
                    number == 0 ? 1 : 2 + WORKERS - (int)number, 0, K_NO_WAIT);
    k_thread_name_set(&threads[number], number == 0 ? "control" : "work");
}

const bool kernel_preempts = true;
const bool kernel_by_priority = true;
const unsigned kernel_slack = 1; // to waits it adds a tick, because the first one is not whole
const bool kernel_can_delete = true;
const bool kernel_can_abort = true;
const bool kernel_aborts_all = true; // k_sem_reset is all that it has
const unsigned kernel_late_max = 55;

bool kernel_is_asleep(unsigned number)
{
    return (threads[number].base.thread_state & (_THREAD_PENDING | _THREAD_SUSPENDED)) != 0;
}

// The list of who waits is the first member of a semaphore.
void kernel_abort(unsigned number)
{
    _wait_q_t *const list = threads[number].base.pended_on;
    if (list != NULL) {
        k_sem_reset(CONTAINER_OF(list, struct k_sem, wait_q));
    }
}

void kernel_restart(unsigned number)
{
    k_thread_abort(&threads[number]);
    start(number);
}

void kernel_forget(void *wake)
{
}

int main(void)
{
    irq_connect_dynamic(IRQ, PRIORITY, interrupt, NULL, 0);
    for (unsigned i = WORKERS + 1; i-- > 0;) {
        start(i);
    }
    return 0;
}
