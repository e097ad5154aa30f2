// SPDX-License-Identifier: MIT
// threadx.h - a block pool of ThreadX as a subject. No thread waits: what suspends or resumes one stops.
#include "tx_api.h"
#include "tx_block_pool.h"
#include "tx_thread.h"

struct object {
    struct body body;
};

#define SUBJECT_BYTES sizeof blocks

TX_BLOCK_POOL *_tx_block_pool_created_ptr; // which the kernel's start would define
ULONG _tx_block_pool_created_count;

static TX_BLOCK_POOL pool;
static ULONG blocks[BENCH_SLOTS * (sizeof(struct object) + sizeof(UCHAR *)) / sizeof(ULONG)];

VOID _tx_thread_system_suspend(TX_THREAD *thread)
{
    (void)thread;
    rig_exit(7);
}

VOID _tx_thread_system_resume(TX_THREAD *thread)
{
    (void)thread;
    rig_exit(7);
}

VOID _tx_thread_system_preempt_check(VOID)
{
}

static void subject_start(void)
{
    _tx_block_pool_create(&pool, (CHAR *)"things", sizeof(struct object), blocks, sizeof blocks);
}

BENCH_FORM struct object *subject_acquire(void)
{
    VOID *object;
    return _tx_block_allocate(&pool, &object, TX_NO_WAIT) == TX_SUCCESS ? (struct object *)object : NULL;
}

BENCH_FORM void subject_release(struct object *object)
{
    _tx_block_release(object);
}
