// SPDX-License-Identifier: MIT
// released.c - a program that uses what debug builds change: its release build must not know of it.

#include "hutch/hutch.h"
#include "hutch/runs.h"

struct rabbit {
    int x, y, health;
};
HUTCH_POOL(rabbits, struct rabbit, 40, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_TRACKED(foxes, struct rabbit, 9);
HUTCH_POOL_IDS(numbers, 200);
HUTCH_POOL_RUNS(tiles, struct rabbit, 40);

int play(unsigned what, foxes_ref_t ref);
int play(unsigned what, foxes_ref_t ref)
{
    struct rabbit *const rabbit = rabbits_acquire();
    HUTCH_ASSERT_LIVE(rabbit);
    if (rabbit == NULL || !rabbits_release(rabbit)) {
        return 1;
    }
    switch (what) {
    case 0:
        return foxes_expect(ref)->x;
    case 1:
        return foxes_release_ref(ref);
    case 2:
        return foxes_ref(foxes_first()).value != 0;
    case 3:
        return rabbits_release_run(rabbits_acquire_run(3), 3);
    case 4:
        return numbers_release(numbers_acquire());
    case 5:
        return rabbits_claim(7) != NULL && rabbits_release_at(what);
    case 6:
        return tiles_release_run(tiles_acquire_run(what), what);
    default:
        rabbits_clear();
        foxes_clear();
        return hutch_check(&rabbits_pool) && hutch_check(&foxes_pool);
    }
}
