// SPDX-License-Identifier: MIT
// from_mem_slab.c - from Zephyr's k_mem_slab.
//
//   K_MEM_SLAB_DEFINE_STATIC(events, sizeof(struct event), 6, 4)        HUTCH_POOL(events, struct event, 6)
//   k_mem_slab_alloc(&events, (void **)&e, K_NO_WAIT) != 0              (e = events_acquire()) == NULL
//   k_mem_slab_free(&events, e);                                        events_release(e);
//   k_mem_slab_num_used_get, _num_free_get, _max_used_get               _live _available _peak
//   a block size that is a multiple of the alignment                    the type says both
//   K_MSEC(10) instead of K_NO_WAIT                                     a port that waits, see port/README.md

#include "recipe.h"

struct event {
    uint8_t kind, value[2]; // three bytes: a slab would want four
};
HUTCH_POOL(events, struct event, 6, .lock = HUTCH_LOCK_IRQ);

// Where code must keep the kernel's shape while it is moved: 0, or -12 for "no memory".
static int event_alloc(struct event **event)
{
    *event = events_acquire();
    return *event != NULL ? 0 : -12;
}

int main(void)
{
    struct event *event = NULL, *last = NULL;
    unsigned count = 0;
    while (event_alloc(&event) == 0) {
        event->kind = (uint8_t)count++;
        last = event;
    }
    SHOW(count == 6 && events_available() == 0);
    SHOW(events_release(last) && events_live() == 5);
    SHOW(sizeof(struct event) == 3);
    return 0;
}
