// SPDX-License-Identifier: MIT
// defined.c - the other file of everything.c: the pools that the header declares. C and C++.

#include "everything.h"

HUTCH_POOL_DEFINE(foxes);
HUTCH_POOL_DEFINE(owls);
HUTCH_POOL_IDS_DEFINE(nests);
HUTCH_POOL_RUNS_DEFINE(logs);
