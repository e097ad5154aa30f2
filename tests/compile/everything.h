// SPDX-License-Identifier: MIT
// everything.h - pools that two files share, as a user's header has them: with capacities that are macro,
// enum and sum.
#ifndef EVERYTHING_H
#define EVERYTHING_H

#include "hutch/all.h"

struct fox {
    long den;
    short cubs;
};
enum { foxes_max = 5 };
#define OWLS_MAX 3
#define NAMED(name) name // wherever a name may come from a macro

HUTCH_POOL_DECLARE(NAMED(foxes), struct fox, foxes_max);
HUTCH_POOL_DECLARE(owls, char, OWLS_MAX + 1);
HUTCH_POOL_IDS_DECLARE(NAMED(nests), 7);
HUTCH_POOL_COUNTED_DECLARE(NAMED(tunnels), struct fox, 3, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL_QUEUED_DECLARE(NAMED(cards), struct fox, 3, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_QUEUE_DECLARE(NAMED(wall), NAMED(cards));
HUTCH_POOL_RUNS_DECLARE(NAMED(logs), struct fox, 6);
HUTCH_POOL_BLOCKS_DECLARE(NAMED(drops), 10, 4);
HUTCH_SIZES_DECLARE(NAMED(water));
HUTCH_SIZES_DECLARE(NAMED(rain));

// Every other kind, with options in the form that every language takes.
HUTCH_BEGIN_DECLS
extern const struct hutch_hooks fox_hooks;
HUTCH_END_DECLS
HUTCH_POLICY_DECLARE(NAMED(oldest_fox_goes));
HUTCH_POOL_DECLARE(badgers, struct fox, 4, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, &oldest_fox_goes, NULL));
HUTCH_POOL_TRACKED_DECLARE(NAMED(tagged_foxes), struct fox, 100, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL_SPAWNED_DECLARE(NAMED(born_foxes), struct fox, 5,
                           HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &fox_hooks));
HUTCH_POOL_PREFABS_DECLARE(NAMED(litters), struct fox, 6);

#endif
