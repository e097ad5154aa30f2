// SPDX-License-Identifier: MIT
// main.c - a timer's interrupt acquires readings, and a thread prints and releases them: no copies, no heap.
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "hutch/hutch.h"
#include "hutch/stats.h"

struct reading {
    unsigned number, value;
};
HUTCH_POOL(readings, struct reading, 4, .lock = HUTCH_LOCK_IRQ);
K_MSGQ_DEFINE(filled, sizeof(struct reading *), 4, sizeof(void *)); // room for every reading of the pool

static void read_sensor(struct k_timer *timer) // in the timer's interrupt
{
    static unsigned number;
    struct reading *const reading = readings_acquire();
    ARG_UNUSED(timer);
    number++;
    if (reading == NULL) {
        return; // the thread is late: this reading is lost, and counted as refused
    }
    reading->number = number;
    reading->value = number * number;
    k_msgq_put(&filled, &reading, K_NO_WAIT);
}
K_TIMER_DEFINE(sensor, read_sensor, NULL);

int main(void)
{
    struct reading *reading;
    k_timer_start(&sensor, K_MSEC(10), K_MSEC(10));
    for (int count = 0; count < 8; count++) {
        k_msgq_get(&filled, &reading, K_FOREVER);
        printk("reading %u: %u\n", reading->number, reading->value);
        readings_release(reading);
    }
    k_timer_stop(&sensor);
    while (k_msgq_get(&filled, &reading, K_NO_WAIT) == 0) {
        readings_release(reading);
    }
    printk("live %u, peak %u, refused %u\n", readings_live(), readings_peak(), readings_refused());
    printk("again: %s\n", readings_release(reading) ? "released" : "refused, it is free already");
    return 0;
}
