// SPDX-License-Identifier: MIT
// defined.c - the other file of everything.c: the pools that the header declares. C and C++.

#include "everything.h"

HUTCH_POOL_DEFINE(foxes);
HUTCH_POOL_DEFINE(owls);
HUTCH_POOL_IDS_DEFINE(nests);
HUTCH_POOL_RUNS_DEFINE(logs);

struct fox stuffed_foxes[3], numbered_foxes[2], staged_foxes[2];
HUTCH_EXTERN_CONST const struct hutch_hooks fox_hooks = {NULL, NULL, NULL};
HUTCH_POLICY_OLDEST_DEFINE(oldest_fox_goes, 4);
HUTCH_POOL_DEFINE(badgers);
HUTCH_POOL_TRACKED_DEFINE(tagged_foxes);
HUTCH_POOL_SPAWNED_DEFINE(born_foxes);
HUTCH_POOL_OVER_DEFINE(museum, stuffed_foxes);
HUTCH_POOL_TRACKED_OVER_DEFINE(zoo, numbered_foxes);
HUTCH_POOL_SPAWNED_OVER_DEFINE(stage, staged_foxes);
HUTCH_POOL_PREFABS_DEFINE(litters);
