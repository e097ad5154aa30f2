// SPDX-License-Identifier: MIT
// from_freertos_queue.c - from a FreeRTOS queue of pointers to free buffers: the pool that FreeRTOS lacks.
//
//   xQueueCreateStatic, and a loop that sends every buffer        HUTCH_POOL(packets, struct packet, 8, ...);
//   xQueueReceive(idle, &packet, 0) != pdTRUE                     (packet = packets_acquire()) == NULL
//   xQueueSend(idle, &packet, 0);                                 packets_release(packet);
//   xQueueReceiveFromISR, xQueueSendFromISR, portYIELD_FROM_ISR   the same two calls
//   uxQueueMessagesWaiting(idle)                                  packets_available()
//   pdMS_TO_TICKS(10) instead of 0                                .wait, and packets_acquire_wait: wait.h
//   a second queue, of filled ones                                HUTCH_QUEUE(inbox, packets)
//   xQueueSend(filled, &packet, 0) != pdTRUE: it is lost          inbox_put(packet)
//   xQueueReceive(filled, &packet, pdMS_TO_TICKS(10))             inbox_take(), inbox_take_wait: queue.h
//
// A buffer that is sent twice goes to two owners there. The port is port/freertos.

#include "FreeRTOS.h"
#include "hutch/queue.h"
#include "moved.h"

struct packet {
    uint16_t length;
    uint8_t bytes[30];
};

// ---- Before

static struct packet buffers[8];
static StaticQueue_t idle_memory;
static uint8_t idle_items[8 * sizeof(struct packet *)];
static QueueHandle_t idle;

static void old_make(void)
{
    idle = xQueueCreateStatic(8, sizeof(struct packet *), idle_items, &idle_memory);
    for (unsigned i = 0; i < 8; i++) {
        struct packet *const packet = &buffers[i];
        xQueueSend(idle, &packet, 0);
    }
}

static void *old_get(void)
{
    struct packet *packet;
    return xQueueReceive(idle, &packet, 0) == pdTRUE ? packet : NULL;
}

static void old_put(void *packet)
{
    xQueueSend(idle, &packet, 0);
}

// ---- After

HUTCH_POOL_QUEUED(packets, struct packet, 8, .lock = HUTCH_LOCK_IRQ);
HUTCH_QUEUE(inbox, packets);

static void *get(void)
{
    return packets_acquire();
}

static void put(void *packet)
{
    packets_release((struct packet *)packet);
}

int main(void)
{
    old_make();
    show_the_same(old_get, old_put, get, put, &packets_pool);
    SHOW(uxQueueMessagesWaiting(idle) == packets_available());
    SHOW(after_a_double_release(old_get, old_put, 8) == 2);
    show_what_is_found(get, put, &packets_pool);
    struct packet *const first = packets_acquire(), *const second = packets_acquire();
    SHOW(inbox_put(first) && inbox_put(second));
    SHOW(!inbox_put(first) && !packets_release(first)); // it is the queue's now
    SHOW(inbox_take() == first && packets_release(first));
    return 0;
}
