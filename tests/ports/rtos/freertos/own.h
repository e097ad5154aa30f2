// SPDX-License-Identifier: MIT
// freertos/own.h - the kernel's own pool, for cost.c: a queue of pointers.
#include "FreeRTOS.h"
#include "queue.h"

// What a program with this kernel has anyway.
void *const volatile cost_base[] = {(void *)xQueueGenericCreateStatic, (void *)xQueueReceive,
                                    (void *)xQueueGenericSend, (void *)xQueueGenericSendFromISR};

#if defined(OWN)
static StaticQueue_t memory;
static void *items[SLOTS];
static QueueHandle_t queue;

void cost_make(void)
{
    queue = xQueueCreateStatic(SLOTS, sizeof(void *), (uint8_t *)items, &memory);
    for (unsigned i = 0; i < SLOTS; i++) {
        void *const packet = &packets[i];
        (void)xQueueSend(queue, &packet, 0);
    }
}

__attribute__((noinline)) void *cost_acquire(void)
{
    void *packet;
    return xQueueReceive(queue, &packet, portMAX_DELAY) == pdTRUE ? packet : NULL;
}

__attribute__((noinline)) void cost_release(void *packet)
{
    (void)xQueueSend(queue, &packet, 0);
}
#endif
