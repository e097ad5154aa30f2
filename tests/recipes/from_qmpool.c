// SPDX-License-Identifier: MIT
// from_qmpool.c - from QP/C's QMPool, and from pools of events, which are QMPools.
//
//   QF_MPOOL_EL(struct reading) storage[6];                    HUTCH_POOL(readings, struct reading, 6,
//   QMPool_init(&pool, storage, sizeof(storage), size);            .lock = HUTCH_LOCK_IRQ);
//   r = QMPool_get(&pool, 0, id)                               r = readings_acquire()
//   QMPool_get(&pool, 2, id): NULL when only 2 are left        a policy with .reserve = 2, see below
//   QMPool_put(&pool, r, id)                                   readings_release(r)
//   nFree, nMin                                                readings_available(), 6 - readings_peak()
//   an assertion for a wrong block                             false, and a fault says which
//
// The margin is an argument of each call there. Here it belongs to the pool, and who may go below it calls
// acquire_urgent.

#include "recipe.h"
#include "hutch/policy.h"

struct reading {
    uint16_t channel, value;
};
HUTCH_POLICY(careful, .reserve = 2);
HUTCH_POOL(readings, struct reading, 6, .lock = HUTCH_LOCK_IRQ, .policy = &careful);

int main(void)
{
    unsigned ordinary = 0, urgent = 0;
    while (readings_acquire() != NULL) {
        ordinary++;
    }
    SHOW(ordinary == 4 && readings_available() == 2);
    while (readings_acquire_urgent() != NULL) {
        urgent++;
    }
    SHOW(urgent == 2 && readings_available() == 0);
    SHOW(readings_release(readings_at(0)) && readings_live() == 5);
    return 0;
}
