// SPDX-License-Identifier: MIT
// qpc.h - a QMPool of QP/C as a subject.
#include "qp_port.h"
#include "qmpool.h"

struct object {
    struct body body;
};

#define SUBJECT_BYTES sizeof storage

static QMPool pool;
static QF_MPOOL_EL(struct object) storage[BENCH_SLOTS];

Q_NORETURN Q_onError(char const *module, int_t id)
{
    (void)module;
    (void)id;
    rig_exit(7);
    for (;;) {}
}

static void subject_start(void)
{
    QMPool_init(&pool, storage, sizeof storage, sizeof storage[0]);
}

BENCH_FORM struct object *subject_acquire(void)
{
    return (struct object *)QMPool_get(&pool, 0, 0);
}

BENCH_FORM void subject_release(struct object *object)
{
    QMPool_put(&pool, object, 0);
}
