// SPDX-License-Identifier: MIT
// from_mem_slab.c - from Zephyr's k_mem_slab.
//
//   K_MEM_SLAB_DEFINE_STATIC(slab, sizeof(struct event), 6, 4)          HUTCH_POOL(events, struct event, 6)
//   k_mem_slab_alloc(&slab, (void **)&e, K_NO_WAIT) != 0                (e = events_acquire()) == NULL
//   k_mem_slab_free(&slab, e);                                          events_release(e);
//   k_mem_slab_num_used_get, _num_free_get, _max_used_get               _live _available _peak
//   a block size that is a multiple of the alignment                    the type says both
//   K_MSEC(10) instead of K_NO_WAIT                                     a port that waits, see port/README.md

#include "moved.h"
#include "zephyr/kernel.h"

struct event {
    uint8_t kind, value[2]; // three bytes: a slab takes four
};

// ---- Before

K_MEM_SLAB_DEFINE_STATIC(slab, sizeof(struct event), 6, 4);

static void *old_get(void)
{
    void *event;
    return k_mem_slab_alloc(&slab, &event, K_NO_WAIT) == 0 ? event : NULL;
}

static void old_put(void *event)
{
    k_mem_slab_free(&slab, event);
}

// ---- After

HUTCH_POOL(events, struct event, 6, .lock = HUTCH_LOCK_IRQ);

// Where code must keep the kernel's shape while it is moved: 0, or -12 for "no memory".
static int event_alloc(struct event **event)
{
    *event = events_acquire();
    return *event != NULL ? 0 : -12;
}

static void *get(void)
{
    struct event *event;
    return event_alloc(&event) == 0 ? event : NULL;
}

static void put(void *event)
{
    events_release((struct event *)event);
}

int main(void)
{
    show_the_same(old_get, old_put, get, put, &events_pool);
    SHOW(after_a_double_release(old_get, old_put, 6) == 2);
    show_what_is_found(get, put, &events_pool);
    SHOW(sizeof(struct event) == 3);
    return 0;
}
