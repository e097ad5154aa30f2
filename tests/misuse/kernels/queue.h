// SPDX-License-Identifier: MIT
// queue.h - what port/freertos needs of FreeRTOS to wait: see FreeRTOS.h.
#ifndef QUEUE_H
#define QUEUE_H

typedef struct queue *QueueHandle_t;
typedef struct queue {
    uint8_t length;
} StaticQueue_t;

#if configSUPPORT_STATIC_ALLOCATION
QueueHandle_t xQueueCreateStatic(UBaseType_t length, UBaseType_t bytes, uint8_t *memory,
                                 StaticQueue_t *queue);
#endif
BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks);
BaseType_t xQueueOverwrite(QueueHandle_t queue, const void *item);
BaseType_t xQueueOverwriteFromISR(QueueHandle_t queue, const void *item, BaseType_t *is_urgent);

#endif
