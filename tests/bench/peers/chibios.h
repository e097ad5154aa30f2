// SPDX-License-Identifier: MIT
// chibios.h - a memory pool of ChibiOS/RT as a subject.
#include "ch.h"

struct object {
    struct body body;
};

#define SUBJECT_BYTES sizeof storage

static struct object storage[BENCH_SLOTS];
static MEMORYPOOL_DECL(pool, sizeof(struct object), PORT_NATURAL_ALIGN, NULL);

static void subject_start(void)
{
    chPoolLoadArray(&pool, storage, BENCH_SLOTS);
}

BENCH_FORM struct object *subject_acquire(void)
{
    return (struct object *)chPoolAlloc(&pool);
}

BENCH_FORM void subject_release(struct object *object)
{
    chPoolFree(&pool, object);
}
