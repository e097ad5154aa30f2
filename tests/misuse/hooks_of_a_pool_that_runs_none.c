// SPDX-License-Identifier: MIT
// hooks_of_a_pool_that_runs_none.c - hooks that would never run are refused, by every kind of pool that runs
// none; without hooks HUTCH_OPTIONS serves all kinds.
// languages: c c++ avr sdcc
// wrong: HUTCH_POOL HUTCH_POOL_TRACKED HUTCH_POOL_RUNS HUTCH_POOL_DECLARE HUTCH_POOL_TRACKED_DECLARE
// wrong: HUTCH_POOL_RUNS_DECLARE IDS IDS_DECLARE OVER
// says: hooks_need_HUTCH_POOL_SPAWNED
#include "hutch/hutch.h"
#include "hutch/counted.h"
#include "hutch/runs.h"
#include "hutch/spawn.h"
struct thing {
    int x, y;
};
static void leave(void *object)
{
    (void)object;
}
static const struct hutch_hooks hooks = {NULL, NULL, leave};
#define IDS(name, type, ...) HUTCH_POOL_IDS(name, __VA_ARGS__)
#define IDS_DECLARE(name, type, ...) HUTCH_POOL_IDS_DECLARE(name, __VA_ARGS__)
#define OVER(name, type, ...) HUTCH_POOL_OVER(name, type, array, __VA_ARGS__)
static struct thing array[4];
HUTCH_POOL_SPAWNED(spawned, struct thing, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &hooks));
HUTCH_POOL_COUNTED(counted, struct thing, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &hooks));
HUTCH_POOL(plain, struct thing, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, NULL));
HUTCH_POOL_TRACKED(tracked, struct thing, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, NULL));
HUTCH_POOL_RUNS(runs, struct thing, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, NULL));
IDS(ids, int, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, NULL));
OVER(over, struct thing, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, NULL));
#if defined(WRONG) && defined(__cplusplus) && __cplusplus < 202002L
WRONG(wrong, struct thing, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &hooks));
#elif defined(WRONG)
WRONG(wrong, struct thing, 4, .hooks = &hooks);
#endif
