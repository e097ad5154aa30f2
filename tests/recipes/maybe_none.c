// SPDX-License-Identifier: MIT
// maybe_none.c - a configuration macro that says how many objects there are, and may say 0.
//
// A pool has at least one slot. With 0 this one is declared with one slot that nobody uses: the compiler sees
// that, and the pool takes no RAM and no code.

#include "recipe.h"

#define CONFIG_TIMERS 4 // 0 to leave timers out
#define CONFIG_TRACES 0

struct timer {
    uint32_t due;
};
HUTCH_POOL(timers, struct timer, CONFIG_TIMERS > 0 ? CONFIG_TIMERS : 1);

static struct timer *timer_start(uint32_t due)
{
    struct timer *const timer = CONFIG_TIMERS > 0 ? timers_acquire() : NULL;
    if (timer != NULL) {
        timer->due = due;
    }
    return timer; // NULL: as of a full pool
}

struct trace {
    uint8_t text[60];
};
HUTCH_POOL(traces, struct trace, CONFIG_TRACES > 0 ? CONFIG_TRACES : 1);

static struct trace *trace_begin(void)
{
    return CONFIG_TRACES > 0 ? traces_acquire() : NULL;
}

// Where the number is known at run time only, 0 is a number like any other.
static unsigned sockets_make(struct hutch_over *sockets, void *memory, unsigned number)
{
    return hutch_pool_over(sockets, "sockets", memory, HUTCH_POOL_OVER_BYTES(number, 40), 40,
                           HUTCH_LOCK_NONE);
}

int main(void)
{
    SHOW(timer_start(100) != NULL && timers_available() == 3);
    SHOW(trace_begin() == NULL);

    static struct hutch_over sockets;
    static void *memory[HUTCH_POOL_OVER_BYTES(2, 40) / sizeof(void *)];
    SHOW(sockets_make(&sockets, memory, 0) == 0 && hutch_acquire(&sockets.pool) == NULL);
    SHOW(sockets_make(&sockets, memory, 2) == 2 && hutch_acquire(&sockets.pool) != NULL);
    return 0;
}
