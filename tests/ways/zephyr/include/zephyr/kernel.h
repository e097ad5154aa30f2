// SPDX-License-Identifier: MIT
// kernel.h - stands in for Zephyr's header: what port/zephyr and the sample use, in one thread. When that
// waits for a message, the timer expires.
#ifndef ZEPHYR_KERNEL_H
#define ZEPHYR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARG_UNUSED(argument) ((void)(argument))

typedef struct {
    int64_t ticks;
} k_timeout_t;
#define K_NO_WAIT ((k_timeout_t){0})
#define K_FOREVER ((k_timeout_t){-1})
#define K_MSEC(milliseconds) ((k_timeout_t){milliseconds})

static inline unsigned int irq_lock(void)
{
    return 0;
}
static inline void irq_unlock(unsigned int key)
{
    (void)key;
}
static inline bool k_is_in_isr(void)
{
    return false;
}

struct k_timer {
    void (*expiry)(struct k_timer *timer);
};
static struct k_timer *its_running_timer __attribute__((unused));
#define K_TIMER_DEFINE(name, expiry_function, stop_function) struct k_timer name = {expiry_function}
static inline void k_timer_start(struct k_timer *timer, k_timeout_t duration, k_timeout_t period)
{
    (void)duration;
    (void)period;
    its_running_timer = timer;
}
static inline void k_timer_stop(struct k_timer *timer)
{
    (void)timer;
    its_running_timer = NULL;
}

struct k_msgq {
    unsigned char *bytes;
    size_t size;
    unsigned room, used;
};
#define K_MSGQ_DEFINE(name, message_size, messages, alignment)                                          \
    static unsigned char name##_bytes[(message_size) * (messages)] __attribute__((aligned(alignment))); \
    struct k_msgq name = {name##_bytes, message_size, messages, 0}
static inline int k_msgq_put(struct k_msgq *queue, const void *data, k_timeout_t timeout)
{
    (void)timeout;
    if (queue->used == queue->room) {
        return -35;
    }
    memcpy(queue->bytes + queue->used++ * queue->size, data, queue->size);
    return 0;
}
static inline int k_msgq_get(struct k_msgq *queue, void *data, k_timeout_t timeout)
{
    if (timeout.ticks != 0) { // the thread sleeps: three ticks of the timer pass
        for (int tick = 0; queue->used == 0 && tick < 3; tick++) {
            its_running_timer->expiry(its_running_timer);
        }
    }
    if (queue->used == 0) {
        return -42;
    }
    memcpy(data, queue->bytes, queue->size);
    memmove(queue->bytes, queue->bytes + queue->size, --queue->used * queue->size);
    return 0;
}
#endif
