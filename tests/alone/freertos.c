// SPDX-License-Identifier: MIT
// freertos.c - port/freertos over a stand-in for the kernel, preemptive and cooperative: what switches tasks;
// with ticks of 32 and 16 bits: how long a wait is.

#include "unit.h"

HUTCH_WAITERS(for_things);
HUTCH_POOL(things, int, 1, .lock = HUTCH_LOCK_IRQ, .wait = &for_things);

bool freertos_is_interrupt;
static unsigned yields, given;
static bool is_quiet; // nobody releases
static uint32_t slept;
static TickType_t longest, now;
static int *held;

UBaseType_t taskENTER_CRITICAL_FROM_ISR(void)
{
    return 0;
}
void taskEXIT_CRITICAL_FROM_ISR(UBaseType_t saved)
{
    (void)saved;
}
void vTaskSuspendAll(void)
{
}
BaseType_t xTaskResumeAll(void)
{
    return pdFALSE;
}
TickType_t xTaskGetTickCount(void)
{
    return now;
}
void portYIELD_FROM_ISR(BaseType_t is_urgent)
{
    yields += is_urgent != pdFALSE ? 1u : 0u;
}
QueueHandle_t xQueueCreateStatic(UBaseType_t length, UBaseType_t bytes, uint8_t *memory, StaticQueue_t *queue)
{
    (void)length, (void)bytes, (void)memory;
    return queue;
}
BaseType_t xQueueOverwrite(QueueHandle_t queue, const void *item)
{
    (void)queue, (void)item;
    given++;
    return pdTRUE;
}
BaseType_t xQueueOverwriteFromISR(QueueHandle_t queue, const void *item, BaseType_t *is_urgent)
{
    *is_urgent = pdTRUE; // the waiter is more urgent than the task that is interrupted
    return xQueueOverwrite(queue, item);
}

// While the task sleeps, an interrupt releases the object.
BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks)
{
    (void)queue, (void)item;
    slept += ticks;
    longest = ticks > longest ? ticks : longest;
    if (is_quiet) {
        now = (TickType_t)(now + ticks);
        return pdFALSE;
    }
    freertos_is_interrupt = true;
    CHECK(things_release(held));
    freertos_is_interrupt = false;
    return given != 0 ? pdTRUE : pdFALSE;
}

TEST(release_in_an_interrupt_switches_tasks_only_if_the_kernel_preempts)
{
    held = things_acquire();
    CHECK(things_acquire_wait(10, NULL) == held);
    CHECK_EQUAL(given, 1);
    CHECK_EQUAL(yields, configUSE_PREEMPTION);
    CHECK_EQUAL(for_things.waiting, 0);
    CHECK(things_release(held));
}

// Also where the kernel's clock has 16 bits. Its longest delay has no end.
TEST(long_wait_ends_in_time_and_only_one_without_end_is_the_longest_delay)
{
    enum { LONG = 100000 };
    held = things_acquire();
    is_quiet = true;
    slept = 0;
    longest = 0;
    CHECK(things_acquire_wait(LONG, NULL) == NULL);
    CHECK_EQUAL(slept, LONG);
    CHECK(longest < portMAX_DELAY);
    is_quiet = false;
    CHECK(things_acquire_wait(HUTCH_FOREVER, NULL) == held);
    CHECK_EQUAL(longest, portMAX_DELAY);
}

#include "../../build/lists/alone/freertos.h"
UNIT_MAIN(freertos_tests)
