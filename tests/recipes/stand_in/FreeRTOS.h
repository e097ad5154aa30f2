// SPDX-License-Identifier: MIT
// FreeRTOS.h - a stand-in for FreeRTOS: of its queues what the recipe uses, with its signatures.
#ifndef STAND_IN_FREERTOS_H
#define STAND_IN_FREERTOS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;
typedef struct {
    uint8_t *items;
    UBaseType_t length, bytes, first, waiting;
} StaticQueue_t;
typedef StaticQueue_t *QueueHandle_t;

#define pdFALSE ((BaseType_t)0)
#define pdTRUE ((BaseType_t)1)

static inline QueueHandle_t xQueueCreateStatic(UBaseType_t length, UBaseType_t bytes, uint8_t *items,
                                               StaticQueue_t *queue)
{
    *queue = (StaticQueue_t){items, length, bytes, 0, 0};
    return queue;
}

static inline BaseType_t xQueueSend(QueueHandle_t queue, const void *item, TickType_t ticks)
{
    (void)ticks;
    if (queue->waiting == queue->length) {
        return pdFALSE;
    }
    memcpy(queue->items + (queue->first + queue->waiting) % queue->length * queue->bytes, item, queue->bytes);
    queue->waiting++;
    return pdTRUE;
}

static inline BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks)
{
    (void)ticks;
    if (queue->waiting == 0) {
        return pdFALSE;
    }
    memcpy(item, queue->items + queue->first * queue->bytes, queue->bytes);
    queue->first = (queue->first + 1) % queue->length;
    queue->waiting--;
    return pdTRUE;
}

static inline UBaseType_t uxQueueMessagesWaiting(QueueHandle_t queue)
{
    return queue->waiting;
}

#endif
