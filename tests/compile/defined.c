// SPDX-License-Identifier: MIT
// defined.c - the other file of everything.c: the pools that the header declares. C and C++.

#include "everything.h"

HUTCH_POOL_DEFINE(foxes, struct fox, foxes_max);
HUTCH_POOL_DEFINE(owls, char, OWLS_MAX + 1);
HUTCH_POOL_IDS_DEFINE(nests, 7);
HUTCH_POOL_RUNS_DEFINE(logs, struct fox, 6);
