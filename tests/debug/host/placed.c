// SPDX-License-Identifier: MIT
// placed.c - a pool of each kind, in a linker section that its build names: nothing of theirs may be
// elsewhere in RAM.

#include "hutch/hutch.h"
#include "hutch/prefab.h"
#include "hutch/runs.h"
#include "hutch/spawn.h"

struct cat {
    int lives;
};
static const struct hutch_hooks hooks = {NULL, NULL, NULL};
HUTCH_POOL(plain, struct cat, 40);
HUTCH_POOL_TRACKED(tracked, struct cat, 100);
HUTCH_POOL_SPAWNED(spawned, struct cat, 7, .hooks = &hooks);
HUTCH_POOL_RUNS(runs, struct cat, 9);
HUTCH_POOL_IDS(numbers, 200);
HUTCH_POOL_PREFABS(trees, struct cat, 5);
HUTCH_POOL_TRACKED_DECLARE(shared, struct cat, 12);
HUTCH_POOL_TRACKED_DEFINE(shared);
HUTCH_POOL_PREFABS_DECLARE(shared_trees, struct cat, 5);
HUTCH_POOL_PREFABS_DEFINE(shared_trees);
static struct cat array[11];
HUTCH_POOL_OVER(adopted, struct cat, array, 11);

extern const struct hutch_pool *const all[];
const struct hutch_pool *const all[] = {&plain_pool,  &tracked_pool,      &spawned_pool,
                                        &runs_pool,   &numbers_pool,      &trees_pool,
                                        &shared_pool, &shared_trees_pool, &adopted_pool};
