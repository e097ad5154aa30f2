// SPDX-License-Identifier: MIT
// defined.c - the other file of everything.c: the pools that the header declares. C and C++.

#include "everything.h"

HUTCH_POOL_DEFINE(NAMED(foxes));
HUTCH_POOL_DEFINE(owls);
HUTCH_POOL_IDS_DEFINE(NAMED(nests));
HUTCH_POOL_COUNTED_DEFINE(NAMED(tunnels));
HUTCH_POOL_QUEUED_DEFINE(NAMED(cards));
HUTCH_QUEUE_DEFINE(NAMED(wall));
HUTCH_POOL_RUNS_DEFINE(NAMED(logs));
HUTCH_POOL_BLOCKS_DEFINE(NAMED(drops));
HUTCH_SIZES_DEFINE(NAMED(water), NAMED(drops));
HUTCH_SIZES_EXACT_DEFINE(NAMED(rain), drops);

HUTCH_EXTERN_CONST const struct hutch_hooks fox_hooks = {NULL, NULL, NULL};
HUTCH_POLICY_OLDEST_DEFINE(NAMED(oldest_fox_goes), 4);
HUTCH_POOL_DEFINE(badgers);
HUTCH_POOL_TRACKED_DEFINE(NAMED(tagged_foxes));
HUTCH_POOL_SPAWNED_DEFINE(NAMED(born_foxes));
HUTCH_POOL_PREFABS_DEFINE(NAMED(litters));
