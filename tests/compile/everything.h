// SPDX-License-Identifier: MIT
// everything.h - pools that two files share, as a user's header has them: with capacities that are macro,
// enum and sum.
#ifndef EVERYTHING_H
#define EVERYTHING_H

#include "hutch/hutch.h"

struct fox {
    long den;
    short cubs;
};
enum { foxes_max = 5 };
#define OWLS_MAX 3

HUTCH_POOL_DECLARE(foxes, struct fox, foxes_max);
HUTCH_POOL_DECLARE(owls, char, OWLS_MAX + 1);
HUTCH_POOL_IDS_DECLARE(nests, 7);
HUTCH_POOL_RUNS_DECLARE(logs, struct fox, 6);

#endif
