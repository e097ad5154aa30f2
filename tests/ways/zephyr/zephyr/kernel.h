// SPDX-License-Identifier: MIT
// kernel.h - stands in for Zephyr's header: what port/zephyr calls, in one thread.
#ifndef ZEPHYR_KERNEL_H
#define ZEPHYR_KERNEL_H

#include <stdbool.h>

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
#endif
