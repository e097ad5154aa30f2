// SPDX-License-Identifier: MIT
// heap_4.h - FreeRTOS's heap_4 as a subject. It suspends the scheduler, which has not started here.
#include "FreeRTOS.h"

struct object {
    struct body body;
};

#define SUBJECT_BYTES configTOTAL_HEAP_SIZE

static void subject_start(void)
{
}

BENCH_FORM struct object *subject_acquire(void)
{
    return (struct object *)pvPortMalloc(sizeof(struct object));
}

BENCH_FORM void subject_release(struct object *object)
{
    vPortFree(object);
}
