// SPDX-License-Identifier: MIT
// lwip.h - a private memp pool of lwIP as a subject.
#include "lwip/memp.h"

struct object {
    struct body body;
};

#define SUBJECT_BYTES sizeof memp_memory_things_base

LWIP_MEMPOOL_DECLARE(things, BENCH_SLOTS, sizeof(struct object), "things")

static void subject_start(void)
{
    LWIP_MEMPOOL_INIT(things);
}

BENCH_FORM struct object *subject_acquire(void)
{
    return (struct object *)LWIP_MEMPOOL_ALLOC(things);
}

BENCH_FORM void subject_release(struct object *object)
{
    LWIP_MEMPOOL_FREE(things, object);
}
