// SPDX-License-Identifier: MIT
// peer.h - a pool of blocks as a subject of the bench.
#include "blocks.h"

struct object {
    struct body body;
};

#define SUBJECT_BYTES sizeof storage

static struct object storage[BENCH_SLOTS];

static void subject_start(void)
{
    blocks_start(storage, sizeof storage[0], BENCH_SLOTS);
}

BENCH_FORM struct object *subject_acquire(void)
{
    return (struct object *)blocks_acquire();
}

BENCH_FORM void subject_release(struct object *object)
{
    blocks_release(object);
}
